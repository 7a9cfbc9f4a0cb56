import JSON
import PlaceProtocol

/// A list of the daemon's that goes on with a cursor, read page by page.
struct PagedList {
  /// Most that the daemon gives at once.
  static let pageSize = 200

  private let method: Method
  private let member: String
  private let params: [JSONValue.Member]
  private let limit: Int

  /// `member`: the name of the array in the method's result.
  init(_ method: Method, _ member: String, _ params: [JSONValue.Member], limit: Int) {
    self.method = method
    self.member = member
    self.params = params
    self.limit = limit
  }

  /// Reads the pages one after another, no more than the limit in all, and hands on each. Returns the
  /// cursor where there is more.
  func forEachPage(
    _ context: CommandContext, _ body: ([JSONValue]) throws(CommandError) -> Void
  ) throws(CommandError) -> JSONValue? {
    var cursor: JSONValue?
    var left = limit
    repeat {
      var params = self.params + [.init("limit", .integer(Int64(min(left, Self.pageSize))))]
      if let cursor { params.append(.init("cursor", cursor)) }
      let result = try context.call(method, params)
      let elements = Array(result.elements(member).prefix(left))
      left -= elements.count
      try body(elements)
      let next = result.object("cursor")
      // A cursor that stays where it is would be followed for ever.
      guard !elements.isEmpty || next != cursor else { return nil }
      cursor = next
    } while cursor != nil && left > 0
    return cursor
  }

  /// Prints the list: as the method's result, as ids, or as a table, and that there is more.
  func print(
    _ context: CommandContext, nothing: String, table: ([JSONValue]) -> Table
  ) throws(CommandError) {
    var all: [JSONValue] = []
    let cursor = try forEachPage(context) { all += $0 }
    let result = [JSONValue.Member]([(member, .array(all)), ("cursor", cursor)])
    context.print(.object(result), ids: all.compactMap { $0["id"]?.int }) {
      context.lines(of: table(all), nothing: nothing)
    }
    if cursor != nil, !context.isJSON, !context.isQuiet {
      context.output.note("there are more; -n N shows N of them")
    }
  }
}
