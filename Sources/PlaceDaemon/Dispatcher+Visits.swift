import JSON
import PlaceProtocol

/// Methods about visits.
extension Dispatcher {
  func visits(_ params: JSONValue?, _ writer: inout JSONWriter) throws(ProtocolError) {
    let params = try Params(
      params, of: "visits", known: ["since", "until", "place", "limit", "cursor"])
    let page = try tracker.visits(
      since: try params.time("since"), until: try params.time("until"),
      placeID: try params.id("place"), cursor: try params.text("cursor"),
      limit: try params.integer("limit", in: Self.limits) ?? 50)
    writer.object { writer in
      writer.array("visits", page.visits) { $0.value($1) }
      writer.member("cursor", page.cursor)
    }
  }

  func visitUpdate(_ params: JSONValue?, _ writer: inout JSONWriter) throws(ProtocolError) {
    let params = try Params(params, of: "visit.update", known: ["id", "place"])
    let id = try params.required("id", params.id)
    let place = try params.id("place")
    guard place != nil || params.isNull("place") else {
      throw ProtocolError(
        .invalid, "'place' is missing", hint: "the place's id, or null for none of the table")
    }
    writer.value(try tracker.correctVisit(id: id, placeID: place))
  }

  func visitRemove(_ params: JSONValue?, _ writer: inout JSONWriter) throws(ProtocolError) {
    let params = try Params(params, of: "visit.remove", known: ["id"])
    writer.value(try tracker.removeVisit(id: try params.required("id", params.id)))
  }

  func forget(_ params: JSONValue?, _ writer: inout JSONWriter) throws(ProtocolError) {
    let params = try Params(params, of: "forget", known: ["since", "until", "place", "all"])
    let since = try params.time("since")
    let until = try params.time("until")
    let place = try params.id("place")
    let isAll = try params.flag("all") ?? false
    guard isAll != (since != nil || until != nil || place != nil) else {
      throw ProtocolError(
        .invalid, "what is to be forgotten is not clear",
        hint: "give since, until, place, or all alone")
    }
    let counts = try tracker.forget(since: since, until: until, placeID: place)
    writer.object { writer in
      writer.member("visits", counts.visits)
      writer.member("lessons", counts.lessons)
    }
  }
}
