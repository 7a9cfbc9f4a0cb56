import JSON
import PlaceProtocol
import Spelling

/// Subscriptions: a snapshot, then notifications.
extension Dispatcher {
  func subscribe(
    _ params: JSONValue?, _ session: Session, _ writer: inout JSONWriter
  ) throws(ProtocolError) {
    let params = try Params(params, of: "subscribe", known: ["events", "limit"])
    var topics: Set<Topic> = []
    if let value = params.value("events") {
      guard let names = value.array else {
        throw Params.invalid("events", value, mustBe: "a list of topics")
      }
      for name in names { topics.insert(try topic(name, session)) }
    } else {
      topics = Set(Topic.allCases.filter { $0 != .fix && session.grant.level.permits($0) })
    }
    let limit = try params.integer("limit", in: Self.limits) ?? tracker.settings.likelyLimit
    session.subscription = Session.Subscription(topics: topics.union([.lagged]), limit: limit)
    writer.object { writer in
      writer.member("seq", session.sequence)
      writer.key("state")
      writeState(for: session, to: &writer)
    }
  }

  private func topic(
    _ value: JSONValue, _ session: Session
  ) throws(ProtocolError) -> Topic {
    guard let name = value.string, let topic = Topic(rawValue: name) else {
      let names = Topic.allCases.map(\.rawValue)
      var error = Params.invalid(
        "events", value, mustBe: "topics: \(names.joined(separator: ", "))")
      error.hint = value.string.flatMap { nearestName(to: $0, among: names) }
        .map { "did you mean '\($0)'?" }
      throw error
    }
    guard session.grant.level.permits(topic) else {
      throw ProtocolError(
        .denied, "'\(name)' needs precise access", hint: "an approximate client gets fix, access")
    }
    return topic
  }

  func unsubscribe(
    _ params: JSONValue?, _ session: Session, _ writer: inout JSONWriter
  ) throws(ProtocolError) {
    _ = try Params(params, of: "unsubscribe", known: [])
    session.subscription = nil
    writer.object { _ in }
  }

  /// Writes the latest state, what is not known left out.
  public func writeState(for session: Session, to writer: inout JSONWriter) {
    writer.beginObject()
    switch session.grant.level {
    case .denied: break
    case .approximate:
      if let position = try? tracker.coarse.position() {
        writer.key("fix")
        writer.value(position)
      }
    case .precise:
      let limit = session.subscription?.limit ?? tracker.settings.likelyLimit
      tracker.writeState(limit: limit, to: &writer)
      writer.object("source") { status.source.members(to: &$0) }
    }
    writer.member("access", session.grant.level.rawValue)
    writer.member("manage", session.grant.canManage)
    writer.endObject()
  }
}
