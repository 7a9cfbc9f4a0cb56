/// What a connection may see.
public enum AccessLevel: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Only `hello` answers.
  case denied
  /// The centre of a coarse cell on a fixed schedule, and the state of the source.
  case approximate
  /// Everything.
  case precise

  /// Less before more.
  public static func < (left: AccessLevel, right: AccessLevel) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .denied: 0
    case .approximate: 1
    case .precise: 2
    }
  }

  /// Whether this level is told of `topic`.
  public func permits(_ topic: Topic) -> Bool {
    switch self {
    case .denied: topic == .access
    case .approximate: topic == .fix || topic == .access || topic == .lagged
    case .precise: true
    }
  }
}
