import PlaceProtocol

/// Whom the tracker tells what happened: the subscribers, or the output of a replay.
public protocol EventSink: AnyObject {
  /// Whether anybody would be told of `topic`; else its notification need not be made.
  func wants(_ topic: Topic) -> Bool
  /// Tells all that asked for the notification's topic.
  func publish(_ notification: Notification)
  /// Most likely places that anybody asked for; nil where nobody wants them.
  var likelyLimit: Int? { get }
  /// Tells all that asked for likely places, each as many as it asked for.
  func publish(likely message: LikelyMessage)
  /// Tells approximate clients that a position was released.
  func publish(released position: CoarsePosition)
}
