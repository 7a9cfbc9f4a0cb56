/// What became of a damaged database.
public struct Rescue: Hashable, Sendable {
  /// Where the damaged file is now. It is never deleted.
  public var asidePath: String
  /// Rows that could still be read, by table.
  public var rows: [String: Int]
  /// There were more places than are taken over at once: only the user's own and those he changed are
  /// in the new file, and the others have to be imported again.
  public var leftPlacesOut: Bool

  /// Visits that could still be read.
  public var visits: Int { rows["visit"] ?? 0 }
  /// Places that could still be read.
  public var places: Int { rows["place"] ?? 0 }

  /// One sentence for the user, without a name or a position.
  public var text: String {
    "the database was damaged and is kept as '\(asidePath)'; "
      + "\(places) places and \(visits) visits of it are in the new one"
  }

  /// What the user should do.
  public var hint: String {
    (leftPlacesOut ? "import your places again, or " : "check your places and visits, or ")
      + "restore a backup: placectl restore FILE"
  }
}
