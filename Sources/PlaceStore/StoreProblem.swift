/// Something that a check of the database found.
public struct StoreProblem: Hashable, Sendable {
  /// What is wrong. The words are stable.
  public enum Kind: String, Hashable, Sendable {
    /// SQLite finds the file damaged.
    case file
    /// The grid is not that of the place rows.
    case grid
    /// The search index is not that of the place rows.
    case search
    /// The index of source ids is not that of the place rows.
    case origins
    /// The number of places that is kept is not that of the rows.
    case tally
  }

  /// What is wrong.
  public var kind: Kind
  /// What is wrong, in words.
  public var text: String
  /// `rebuildIndexes` mends it.
  public var isRepairable: Bool

  /// A problem.
  public init(kind: Kind, text: String, isRepairable: Bool = true) {
    self.kind = kind
    self.text = text
    self.isRepairable = isRepairable
  }
}
