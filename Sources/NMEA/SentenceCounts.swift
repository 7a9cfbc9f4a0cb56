/// What became of the sentences of a stream.
public struct SentenceCounts: Hashable, Sendable {
  /// Sentences read, their checksum right or, where that is allowed, missing.
  public internal(set) var sentences = 0
  /// Sentences among them that say whether there is a position, and where.
  public internal(set) var positionStatements = 0
  /// Sentences dropped for a wrong checksum.
  public internal(set) var badChecksums = 0
  /// Sentences dropped because they had none.
  public internal(set) var missingChecksums = 0
  /// AIS sentences, which are not read.
  public internal(set) var encapsulated = 0
}
