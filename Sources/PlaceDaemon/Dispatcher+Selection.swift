import JSON
import PlaceProtocol

/// Methods about the place that the user picked, and about what he confirms.
extension Dispatcher {
  func select(_ params: JSONValue?, _ writer: inout JSONWriter) throws(ProtocolError) {
    let params = try Params(params, of: "select", known: Params.placeNames)
    let selection = try tracker.select(try params.place())
    write(selection, &writer)
  }

  func clear(_ params: JSONValue?, _ writer: inout JSONWriter) throws(ProtocolError) {
    _ = try Params(params, of: "clear", known: [])
    try tracker.clearSelection()
    write(nil, &writer)
  }

  func selected(_ params: JSONValue?, _ writer: inout JSONWriter) throws(ProtocolError) {
    _ = try Params(params, of: "selected", known: [])
    write(try tracker.selectionMessage(), &writer)
  }

  private func write(_ selection: SelectionMessage?, _ writer: inout JSONWriter) {
    writer.object { $0.nullable("selected", selection) { $0.value($1) } }
  }

  func confirm(_ params: JSONValue?, _ writer: inout JSONWriter) throws(ProtocolError) {
    let params = try Params(params, of: "confirm", known: Params.placeNames + ["at", "visit"])
    let place = try params.place()
    let at = try params.position()
    let visit = try params.id("visit")
    switch (at, visit) {
    case (let at?, nil): try tracker.confirm(place, at: at)
    case (nil, let visit?): try tracker.confirm(place, visit: visit)
    default:
      throw ProtocolError(
        .invalid, "what is confirmed is not clear: must be one of 'at' and 'visit'")
    }
    writer.object { _ in }
  }
}
