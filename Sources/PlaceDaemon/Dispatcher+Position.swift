import Geography
import JSON
import PlaceProtocol

/// Methods about where the vehicle is, and about places around a position.
extension Dispatcher {
  static let limits = 1...200

  func fix(
    _ params: JSONValue?, _ session: Session, _ writer: inout JSONWriter
  ) throws(ProtocolError) {
    _ = try Params(params, of: "fix", known: [])
    guard session.grant.level == .precise else {
      let position = try tracker.coarse.position()
      return writer.object { writer in
        writer.key("fix")
        writer.value(position)
      }
    }
    let message = try tracker.fixMessage()
    writer.object { message.members(to: &$0) }
  }

  func likely(_ params: JSONValue?, _ writer: inout JSONWriter) throws(ProtocolError) {
    let params = try Params(params, of: "likely", known: ["limit", "at"])
    let limit = try params.integer("limit", in: Self.limits) ?? tracker.settings.likelyLimit
    let at = try params.position()
    let message = try tracker.likely(at: at, limit: limit)
    writer.object { message.members(limit: limit, to: &$0) }
  }

  func search(
    _ params: JSONValue?, _ session: Session, _ writer: inout JSONWriter
  ) throws(ProtocolError) {
    let params = try Params(
      params, of: "search", known: ["query", "at", "within_m", "category", "limit"])
    let query = try params.required("query") { (name) throws(ProtocolError) in
      try params.text(name, maximumBytes: 250)
    }
    let area = try area(params, session)
    let found = try tracker.search(
      query, around: area.center, withinMeters: area.radius, category: area.category,
      limit: area.limit, level: session.grant.level)
    write(found, &writer)
  }

  func nearby(
    _ params: JSONValue?, _ session: Session, _ writer: inout JSONWriter
  ) throws(ProtocolError) {
    let params = try Params(params, of: "nearby", known: ["at", "within_m", "category", "limit"])
    let area = try area(params, session)
    guard let center = area.center else { throw tracker.noFix }
    let found = try tracker.nearby(
      center, withinMeters: area.radius, category: area.category, limit: area.limit,
      level: session.grant.level)
    write(found, &writer)
  }

  private struct Area {
    var center: Coordinate?
    var radius: Double?
    var category: String?
    var limit: Int
  }

  /// What `search` and `nearby` share. Without `at` it is the current position, and for an
  /// approximate client the centre of the cell that it was told.
  private func area(_ params: Params, _ session: Session) throws(ProtocolError) -> Area {
    let at = try params.position()?.position
    let radius = try params.number("within_m", in: 0...20_100_000, unit: "metres")
    let category = try params.text("category", maximumBytes: 60)
    let limit = try params.integer("limit", in: Self.limits) ?? 20
    let current =
      session.grant.level == .precise ? tracker.position : try? tracker.coarse.position().center
    return Area(center: at ?? current, radius: radius, category: category, limit: limit)
  }

  private func write(_ places: [PlaceEntry], _ writer: inout JSONWriter) {
    writer.object { $0.array("places", places) { $0.value($1) } }
  }

  func explain(_ params: JSONValue?, _ writer: inout JSONWriter) throws(ProtocolError) {
    let params = try Params(params, of: "explain", known: ["visit"])
    let explanation = try tracker.explain(visit: try params.id("visit"))
    writer.value(explanation.message, source: explanation.source)
  }
}
