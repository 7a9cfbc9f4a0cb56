/// How far an import is.
public struct ImportProgress: Hashable, Sendable {
  /// What it is doing.
  public enum Phase: Hashable, Sendable {
    /// `osmium` is at work.
    case converting
    /// Reading the file; nothing is changed yet.
    case reading
    /// Changing the table, in short steps.
    case applying
    /// Tidying the indexes, in short steps.
    case finishing
  }

  /// What it is doing.
  public var phase: Phase
  /// Done of this phase, in bytes when reading and in places else.
  public var done: Int
  /// All of this phase; nil where that is not known, as for a pipe.
  public var total: Int?
  /// Places read so far.
  public var places: Int

  /// How far an import is.
  public init(phase: Phase, done: Int = 0, total: Int? = nil, places: Int = 0) {
    self.phase = phase
    self.done = done
    self.total = total
    self.places = places
  }
}
