import Geography
import PlaceProtocol

/// Tells the subscribers of the socket server.
final class ServerSink: EventSink {
  private let server: SocketServer

  init(_ server: SocketServer) { self.server = server }

  func wants(_ topic: Topic) -> Bool { server.isWanted(topic) }

  func publish(_ notification: Notification) { server.publish(notification) }

  var likelyLimit: Int? { server.largestLikelyLimit }

  func publish(likely message: LikelyMessage) {
    server.publish(.likely) { limit in
      Notification(.likely) { message.members(limit: limit, to: &$0) }
    }
  }

  func publish(released position: CoarsePosition) {
    server.publish(Self.notification(position), level: .approximate)
  }

  /// What an approximate client is told of a fix.
  static func notification(_ position: CoarsePosition) -> Notification {
    Notification(.fix) { writer in
      writer.key("fix")
      writer.value(position)
    }
  }
}
