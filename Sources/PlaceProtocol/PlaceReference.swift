/// A place, as `select` and `confirm` name it.
public enum PlaceReference: Hashable, Sendable {
  /// By its id.
  case id(Int)
  /// By its rank among the likely places, 1 the likeliest.
  case rank(Int)
  /// By its id in the source that it came from; without the source it must be the only one.
  case sourceID(String, source: String?)
  /// By its name.
  case name(String)
}

extension Params {
  /// Names of the params that `place()` reads.
  public static let placeNames = ["place", "rank", "source_id", "source", "name"]

  /// Exactly one of `place`, `rank`, `source_id` (with `source`) and `name`.
  public func place() throws(ProtocolError) -> PlaceReference {
    var found: [(String, PlaceReference)] = []
    if let id = try id("place") { found.append(("place", .id(id))) }
    if let rank = try integer("rank", in: 1...200) { found.append(("rank", .rank(rank))) }
    let source = try text("source")
    if let id = try text("source_id") {
      found.append(("source_id", .sourceID(id, source: source)))
    } else if source != nil {
      throw ProtocolError(.invalid, "'source' goes with 'source_id', which is missing")
    }
    if let name = try text("name") { found.append(("name", .name(name))) }
    guard let first = found.first else {
      throw ProtocolError(
        .invalid, "no place is named", hint: "give one of place, rank, source_id, name")
    }
    guard found.count == 1 else {
      throw ProtocolError(
        .invalid, "'\(found[0].0)' and '\(found[1].0)' are both given: must be one of them")
    }
    return first.1
  }
}
