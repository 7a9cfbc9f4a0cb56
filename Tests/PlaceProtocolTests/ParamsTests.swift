import Geography
import JSON
import PlaceProtocol
import Testing

@Suite("Params")
struct ParamsTests {
  private func error(_ body: () throws -> Void) -> ProtocolError? {
    do { try body() } catch { return error as? ProtocolError }
    return nil
  }

  private func likely(_ value: JSONValue?) throws -> (Int?, PositionQuery?) {
    let params = try Params(value, of: "likely", known: ["limit", "at"])
    return (try params.integer("limit", in: 1...200), try params.position())
  }

  @Test("Params left out, null or empty are the same")
  func absent() throws {
    for value: JSONValue? in [nil, [:], ["limit": .null, "at": .null]] {
      let (limit, at) = try likely(value)
      #expect(limit == nil && at == nil)
    }
  }

  @Test("A list in place of an object is refused as JSON-RPC says")
  func list() {
    #expect(error { _ = try likely([1]) }?.kind == .invalidParams)
  }

  @Test("An unknown param is named, with the one that was meant")
  func unknown() {
    let found = error { _ = try likely(["limits": 3]) }
    #expect(found?.code == .invalid)
    #expect(found?.message == "'limits': 'likely' has no such parameter")
    #expect(found?.hint == "did you mean 'limit'?")
  }

  @Test(
    "A bad value is quoted with its rule",
    arguments: [
      (["limit": 500], "'limit' is 500: must be a whole number from 1 to 200"),
      (["limit": 0], "'limit' is 0: must be a whole number from 1 to 200"),
      (["limit": 2.5], "'limit' is 2.5: must be a whole number from 1 to 200"),
      (["limit": 1e300], "'limit' is 1e+300: must be a whole number from 1 to 200"),
      (["limit": "5"], "'limit' is \"5\": must be a whole number from 1 to 200"),
      (["at": 1], "'at' is 1: must be an object"),
      (["at": [:]], "'at' needs 'lat' and 'lon'"),
      (["at": ["lat": 1]], "'lon' is missing"),
      (["at": ["lat": 91, "lon": 0]], "'lat' is 91: must be a number from -90 to 90 degrees"),
      (
        ["at": ["lat": "60.1", "lon": 0]],
        "'lat' is \"60.1\": must be a number from -90 to 90 degrees"
      ),
      (
        ["at": ["lat": 1, "lon": 1, "time": "yesterday"]],
        "'time' is \"yesterday\": must be a time such as 2026-05-04T07:30:00Z"
      ),
      (
        ["at": ["lat": 1, "lon": 1, "accuracy_m": -1]],
        "'accuracy_m' is -1: must be a number from 0 to 20100000 metres"
      ),
    ] as [(JSONValue, String)])
  func quoted(value: JSONValue, message: String) {
    let found = error { _ = try likely(value) }
    #expect(found?.code == .invalid)
    #expect(found?.message == message)
  }

  @Test("A whole number may be written with a fraction of zero")
  func whole() throws {
    #expect(try likely(["limit": .number(3)]).0 == 3)
  }

  @Test("An accuracy of zero means that it is not known")
  func accuracy() throws {
    let at = try likely(["at": ["lat": 1, "lon": 2, "accuracy_m": 0]]).1
    #expect(at?.fix.accuracyMeters == nil)
  }

  private func place(_ value: JSONValue) throws -> PlaceReference {
    try Params(value, of: "select", known: Params.placeNames).place()
  }

  @Test("A place is named in exactly one way")
  func references() throws {
    #expect(try place(["place": 7]) == .id(7))
    #expect(try place(["rank": 1]) == .rank(1))
    #expect(try place(["name": "Home"]) == .name("Home"))
    #expect(try place(["source_id": "n1", "source": "osm"]) == .sourceID("n1", source: "osm"))
    #expect(try place(["source_id": "n1"]) == .sourceID("n1", source: nil))
    for bad: JSONValue in [
      [:], ["place": 1, "rank": 1], ["source": "osm"], ["name": " "], ["rank": 0],
      ["name": "a\u{7}"],
    ] {
      #expect(error { _ = try place(bad) }?.code == .invalid, "\(bad)")
    }
  }

  @Test("The fields of a place keep what is left out apart from what is cleared")
  func fields() throws {
    func read(_ value: JSONValue) throws -> PlaceEdit {
      try Params(value, of: "place.update", known: Params.placeFieldNames).placeFields()
    }
    #expect(try read([:]) == PlaceEdit())
    #expect(try read(["category": .null]).category == .some(nil))
    #expect(try read(["category": "cafe"]).category == .some("cafe"))
    #expect(try read(["arrive_after_s": .null]).arriveAfterSeconds == .some(nil))
    #expect(try read(["address": ["country_code": "fi"]]).address?.countryCode == "FI")
    #expect(try read(["names": ["sv": "Hem"]]).names == ["sv": "Hem"])
    for bad: JSONValue in [
      ["radius_m": 60_001], ["radius_m": -1], ["lat": 1], ["address": ["country_code": "FIN"]],
      ["names": ["sv": 3]], ["names": 3], ["priority": 1.5], ["arrive_after_s": 0], ["name": ""],
    ] {
      #expect(error { _ = try read(bad) }?.code == .invalid, "\(bad)")
    }
  }
}
