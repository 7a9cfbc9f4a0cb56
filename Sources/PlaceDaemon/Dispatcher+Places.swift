import JSON
import PlaceProtocol

/// Methods about the place table.
extension Dispatcher {
  func placeGet(_ params: JSONValue?, _ writer: inout JSONWriter) throws(ProtocolError) {
    let params = try Params(params, of: "place.get", known: ["id"])
    writer.value(try tracker.place(id: try params.required("id", params.id)))
  }

  func placeList(_ params: JSONValue?, _ writer: inout JSONWriter) throws(ProtocolError) {
    let params = try Params(
      params, of: "place.list", known: ["source", "category", "limit", "cursor"])
    var start = 0
    if let cursor = params.value("cursor") {
      guard let id = cursor.string.flatMap({ Int($0) }), id >= 0 else {
        throw Params.invalid("cursor", cursor, mustBe: "the 'cursor' of the list before")
      }
      start = id
    }
    let limit = try params.integer("limit", in: Self.limits) ?? 100
    let places = try tracker.places(
      source: try params.text("source"), category: try params.text("category", maximumBytes: 60),
      after: start, limit: limit)
    writer.object { writer in
      writer.array("places", places) { $0.value($1) }
      if places.count == limit, let last = places.last { writer.member("cursor", String(last.id)) }
    }
  }

  func placeAdd(_ params: JSONValue?, _ writer: inout JSONWriter) throws(ProtocolError) {
    let params = try Params(
      params, of: "place.add", known: Params.placeFieldNames + ["suggestion"])
    let fields = try params.placeFields()
    var suggestion: SuggestedPlace?
    if let number = try params.integer("suggestion", in: 1...200) {
      guard fields.position == nil else {
        throw ProtocolError(
          .invalid, "'suggestion' and 'lat' are both given: must be one of them")
      }
      suggestion = try tracker.suggestion(number: number)
    }
    writer.value(try tracker.addPlace(fields, suggestion: suggestion))
  }

  func placeUpdate(_ params: JSONValue?, _ writer: inout JSONWriter) throws(ProtocolError) {
    let params = try Params(
      params, of: "place.update", known: ["id"] + Params.placeFieldNames)
    let id = try params.required("id", params.id)
    let fields = try params.placeFields()
    guard fields != PlaceEdit() else {
      throw ProtocolError(
        .invalid, "nothing is to be changed",
        hint: "give one of \(Params.placeFieldNames.joined(separator: ", "))")
    }
    writer.value(try tracker.updatePlace(id: id, fields))
  }

  func placeRemove(_ params: JSONValue?, _ writer: inout JSONWriter) throws(ProtocolError) {
    let params = try Params(params, of: "place.remove", known: ["id"])
    writer.value(try tracker.removePlace(id: try params.required("id", params.id)))
  }

  func suggestions(_ params: JSONValue?, _ writer: inout JSONWriter) throws(ProtocolError) {
    let params = try Params(params, of: "suggestions", known: ["limit"])
    let limit = try params.integer("limit", in: Self.limits) ?? 10
    let suggestions = try tracker.suggestions()
    writer.object { $0.array("suggestions", suggestions.prefix(limit)) { $0.value($1) } }
  }
}
