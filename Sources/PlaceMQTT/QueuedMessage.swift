/// A message that waits for the broker.
public struct QueuedMessage: Hashable, Sendable {
  /// What may be dropped first when there are too many.
  public enum Rank: Int, Hashable, Sendable, CaseIterable {
    /// Where the vehicle was.
    case position = 0
    /// A place that was gone through.
    case passage = 1
    /// An arrival, a departure, or a correction of one.
    case visit = 2
  }

  /// The message.
  public var message: MQTTMessage
  /// Its worth.
  public var rank: Rank

  /// A message that waits.
  public init(_ message: MQTTMessage, rank: Rank) {
    self.message = message
    self.rank = rank
  }
}
