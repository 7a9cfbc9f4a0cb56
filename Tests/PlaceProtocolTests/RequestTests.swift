import JSON
import PlaceProtocol
import Testing

private func parse(_ text: String) -> Result<Request, Request.Failure> {
  var text = text
  return text.withUTF8 { bytes in
    Result { () throws(Request.Failure) in try Request(parsing: bytes) }
  }
}

private func answer(_ text: String) -> String {
  switch parse(text) {
  case .success(let request):
    guard let id = request.id else { return "" }
    return String(decoding: Answer.line(to: id) { $0.object { _ in } }, as: UTF8.self)
  case .failure(let failure):
    return String(decoding: Answer.line(to: failure.id, error: failure.error), as: UTF8.self)
  }
}

@Suite("Requests")
struct RequestTests {
  @Test(
    "An id of every kind is echoed byte for byte",
    arguments: [
      "1", "-1", "0", "1.0", "1e3", "1.50", "123456789012345678901234567890", "null", #""""#,
      #""a""#, #""\u00e4\n""#, #""1""#, #""\ud83d\ude00""#,
    ])
  func ids(id: String) {
    let text = answer(#"{"jsonrpc":"2.0","id":\#(id),"method":"x"}"#)
    #expect(text == #"{"jsonrpc":"2.0","id":\#(id),"result":{}}"# + "\n")
  }

  @Test("A request without an id has none: it is never answered")
  func notification() throws {
    #expect(try parse(#"{"jsonrpc":"2.0","method":"clear"}"#).get().id == nil)
  }

  @Test(
    "What is no JSON is a parse error",
    arguments: [
      "", " ", "{", "nonsense", "{}{}", #"{"id":1e999}"#, "{\"a\":\"\u{1}\"}", "[1,", "{'a':1}",
    ])
  func notJSON(text: String) throws {
    guard case .failure(let failure) = parse(text) else { return #expect(Bool(false), "\(text)") }
    #expect(failure.error.kind == .parse)
    #expect(failure.id == .null)
  }

  @Test(
    "What is JSON but no request is an invalid request, with its id where it has one",
    arguments: [
      ("[]", "null"), (#"[{"jsonrpc":"2.0","id":1,"method":"status"}]"#, "null"), ("3", "null"),
      (#""status""#, "null"), ("{}", "null"), (#"{"jsonrpc":"1.0","id":4,"method":"a"}"#, "4"),
      (#"{"id":"b","method":"a"}"#, #""b""#), (#"{"jsonrpc":"2.0","id":4}"#, "4"),
      (#"{"jsonrpc":"2.0","id":4,"method":7}"#, "4"),
      (#"{"jsonrpc":"2.0","id":{},"method":"a"}"#, "null"),
      (#"{"jsonrpc":"2.0","id":true,"method":"a"}"#, "null"),
    ])
  func invalid(text: String, id: String) throws {
    guard case .failure(let failure) = parse(text) else { return #expect(Bool(false), "\(text)") }
    #expect(failure.error.kind == .invalidRequest)
    #expect(String(decoding: failure.id.text, as: UTF8.self) == id)
  }

  @Test("A member that comes twice counts the last")
  func doubles() throws {
    let request = try parse(#"{"jsonrpc":"2.0","id":1,"id":2,"method":"a","method":"b"}"#).get()
    #expect(request.method == "b")
    #expect(request.id == RequestID(2))
  }

  @Test("Our client's line reads back as the same request")
  func line() throws {
    let request = Request(method: "likely", params: ["limit": 3], id: RequestID(7))
    let text = String(decoding: request.line, as: UTF8.self)
    #expect(text == #"{"jsonrpc":"2.0","id":7,"method":"likely","params":{"limit":3}}"# + "\n")
    #expect(try parse(String(text.dropLast())).get() == request)
  }
}
