import JSON
import Testing

@Suite("JSON")
struct JSONTests {
  @Test(
    "What is JSON is read",
    arguments: [
      ("null", JSONValue.null), (" true ", true), ("-0", 0), ("12", 12), ("-1.5e2", -150.0),
      ("9223372036854775807", .integer(.max)), ("9223372036854775808", 9223372036854775808.0),
      ("0.1", 0.1), ("123456789012345678901234567890", 1.2345678901234568e29),
      ("2.2250738585072014e-308", 2.2250738585072014e-308), ("[]", []), ("{}", [:]),
      ("\"a\\u00e9\\ud83d\\ude00\\n\"", "aé😀\n"), ("\"\\ud83d\"", "\u{FFFD}"),
      ("[1,[2,{\"a\":[]}]]", [1, [2, ["a": []]]]), ("{\"a\":1,\"b\":null}", ["a": 1, "b": .null]),
    ] as [(String, JSONValue)])
  func valid(_ text: String, _ expected: JSONValue) throws {
    #expect(try JSONValue(parsing: text.utf8) == expected)
  }

  @Test(
    "What is no JSON is refused",
    arguments: [
      "", "nul", "tru", "01", "-", "1.", ".5", "+1", "1e", "0x10", "NaN", "Infinity", "1e400",
      "\"", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\t\"", "[1", "[1,]", "[,1]", "[1 2]", "{\"a\"}",
      "{\"a\":}", "{\"a\":1,}", "{a:1}", "{\"a\":1 \"b\":2}", "1 2", "]", "{]", "[}",
    ])
  func invalid(_ text: String) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: text.utf8) }
  }

  @Test("Bytes that are not UTF-8 are refused")
  func utf8() {
    #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
    #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22, 0xC3, 0x22]) }
  }

  @Test("Nesting is bounded, also in what is skipped")
  func depth() throws {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONError.self) { try JSONValue(parsing: deep.utf8) }
    let bytes = Array(deep.utf8)
    bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(buffer)
      #expect(throws: JSONError.self) { try reader.skipValue() }
    }
    let allowed = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    _ = try JSONValue(parsing: allowed.utf8)
  }

  @Test("A reader walks an object and skips what it does not want")
  func pull() throws {
    let bytes = Array(#"{"x":{"deep":[1,"]"]},"n":[1.5,2],"end":"z"}"#.utf8)
    try bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(buffer)
      var numbers: [Double] = []
      var end = ""
      try reader.beginObject()
      while let key = try reader.nextKey() {
        switch key {
        case "n":
          try reader.beginArray()
          while try reader.nextElement() { numbers.append(try reader.readNumber()) }
        case "end": end = try reader.readString()
        default:
          let range = try reader.skipValue()
          #expect(String(decoding: reader.slice(range), as: UTF8.self) == #"{"deep":[1,"]"]}"#)
        }
      }
      try reader.expectEnd()
      #expect(numbers == [1.5, 2])
      #expect(end == "z")
    }
  }

  @Test("What is written is read back the same")
  func roundTrip() throws {
    let value: JSONValue = [
      "text": "a\"\\\u{1}\n\u{7F}é😀", "numbers": [0, -1, 1.5, 1e-7, 1e300, .integer(.min)],
      "nested": ["empty": [:], "list": [], "flag": false, "nothing": .null],
    ]
    var writer = JSONWriter()
    writer.value(value)
    #expect(try JSONValue(parsing: writer.bytes) == value)
  }

  @Test(
    "Numbers are rounded to their decimals",
    arguments: [
      (60.17116004, 7, "60.17116"), (-0.00000001, 7, "0"), (1.05, 1, "1.1"), (12, 3, "12"),
      (-24.05, 2, "-24.05"), (0.05, 1, "0.1"), (1e12, 2, "1000000000000"),
    ] as [(Double, Int, String)])
  func decimals(_ number: Double, _ decimals: Int, _ text: String) {
    var writer = JSONWriter()
    writer.value(number, decimals: decimals)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
  }
}
