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

/// A row that cannot be read.
public struct BadRow: Hashable, Sendable {
  /// The line it starts on, from 1; for a format without lines the number of the record.
  public var line: Int
  /// What is wrong: a key of `ImportCounts.bad`.
  public var reason: String
  /// What is wrong, in words.
  public var message: String
  /// What to do about it.
  public var hint: String?

  /// A bad row.
  public init(line: Int, reason: String, message: String, hint: String? = nil) {
    self.line = line
    self.reason = reason
    self.message = message
    self.hint = hint
  }
}

/// What came of an import.
public struct ImportResult: Hashable, Sendable {
  /// How many bad rows are listed; the rest is only counted.
  public static let listedBadRows = 20

  /// The name of the source.
  public var source: String
  /// What the file turned out to hold.
  public var format: ImportFormat
  /// What was done.
  public var counts: ImportCounts
  /// The first bad rows.
  public var badRows: [BadRow]
  /// It went on where an import of the same file was killed.
  public var wasResumed: Bool
  /// Whom the data is from.
  public var attribution: String?

  /// What came of an import.
  public init(
    source: String, format: ImportFormat, counts: ImportCounts = ImportCounts(),
    badRows: [BadRow] = [], wasResumed: Bool = false, attribution: String? = nil
  ) {
    self.source = source
    self.format = format
    self.counts = counts
    self.badRows = badRows
    self.wasResumed = wasResumed
    self.attribution = attribution
  }
}
