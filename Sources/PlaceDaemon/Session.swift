import PlaceProtocol

/// What the daemon knows of one client, apart from its socket: what it may do, what it is told.
public final class Session {
  /// Topics and the number of likely places that the client asked for.
  struct Subscription {
    var topics: Set<Topic>
    var limit: Int
  }

  /// What it may do; changes when the configuration is read again.
  public internal(set) var grant: AccessGrant
  /// What it asked to be told of.
  var subscription: Subscription?
  /// Number of the last notification.
  var sequence = 0

  /// A client that may do `grant`.
  public init(grant: AccessGrant) { self.grant = grant }

  /// Whether it is to be told of `topic`, asked for and permitted.
  func wants(_ topic: Topic) -> Bool {
    guard let subscription, grant.level.permits(topic) else { return false }
    return subscription.topics.contains(topic)
  }
}
