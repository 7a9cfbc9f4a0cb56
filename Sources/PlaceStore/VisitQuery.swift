import Geography

/// Which visits are wanted.
public struct VisitQuery: Hashable, Sendable {
  /// The place of the visits.
  public enum PlaceFilter: Hashable, Sendable {
    /// Any or none.
    case any
    /// Those without a place.
    case none
    /// Those at the place with this number.
    case place(Int)
  }

  /// Those that had not ended before.
  public var since: UTCTime?
  /// Those that began before.
  public var until: UTCTime?
  /// Their place.
  public var place: PlaceFilter
  /// Those after this one in the list, which is newest first.
  public var after: VisitCursor?
  /// How many at most.
  public var limit: Int

  /// All visits, the newest first, unless something is given.
  public init(
    since: UTCTime? = nil, until: UTCTime? = nil, place: PlaceFilter = .any,
    after: VisitCursor? = nil, limit: Int = 200
  ) {
    self.since = since
    self.until = until
    self.place = place
    self.after = after
    self.limit = limit
  }
}

/// A point in the list of visits, from which it can be continued.
public struct VisitCursor: Hashable, Sendable, LosslessStringConvertible {
  let began: Int64
  let id: Int64

  init(began: Int64, id: Int64) {
    self.began = began
    self.id = id
  }

  /// Reads what `description` wrote; nil for all else.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", maxSplits: 1)
    guard parts.count == 2, let began = UInt64(parts[0], radix: 36),
      let id = UInt64(parts[1], radix: 36)
    else { return nil }
    self.began = Int64(bitPattern: began)
    self.id = Int64(bitPattern: id)
  }

  /// A word of letters, digits and a hyphen.
  public var description: String {
    String(UInt64(bitPattern: began), radix: 36) + "-" + String(UInt64(bitPattern: id), radix: 36)
  }
}
