/// What an import did, in features or rows.
public struct ImportCounts: Hashable, Sendable {
  /// Places that the table did not have.
  public var added = 0
  /// Places that the file changes.
  public var updated = 0
  /// Places that are as they were.
  public var unchanged = 0
  /// Places of this source that the file lacks, with `--prune`.
  public var removed = 0
  /// Rows that are no place, by reason; no failure.
  public var skipped: [String: Int] = [:]
  /// Rows that cannot be read, by reason.
  public var bad: [String: Int] = [:]

  /// Nothing done yet.
  public init() {}
}
