import CommandTable
import Configuration
import JSON
import PlaceProtocol

enum WaitCommand: PlacectlCommand {
  /// What can be waited for.
  private enum Occasion: String, CaseIterable, Sendable {
    case fix, arrived, departed, selected

    /// What tells of it. A visit that is given its place later is an arrival there, too.
    var topics: [Topic] {
      switch self {
      case .fix: [.fix]
      case .arrived: [.arrived, .visit]
      case .departed: [.departed]
      case .selected: [.selected]
      }
    }
  }

  private static let occasion = Argument(
    .choice("EVENT", Occasion.self), "fix, arrived, departed or selected")
  private static let place = Argument(.place, count: .optional, "only there")
  private static let timeout = Option(
    "timeout", .seconds(0...31_536_000), "give up after this time, with status 6")
  private static let next = Flag("next", "wait for the next one, also where it is so already")

  static let command = Command(
    "wait", "wait for a fix, an arrival, a departure or a selection",
    details: [
      "Returns at once where it is so already: there is a fresh fix, the vehicle stands (at the place), "
        + "it does not, something (the place) is selected. Prints the event."
    ], options: [timeout, next], arguments: [occasion, place], section: "Events",
    examples: [
      .init("placectl wait fix --timeout '2 min' && start-logging", "when there is a position"),
      .init("placectl wait arrived Depot --next && sync-data", "at the next arrival there"),
    ])

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let line = context.invocation
    guard let occasion = line[occasion] else { throw .usage("EVENT is missing") }
    let name = line[place]
    guard name == nil || occasion != .fix else { throw .usage("a fix is waited for anywhere") }
    // A name that no place has would be waited for for ever.
    if case .name(let text)? = name { _ = try context.placesNamed(text) }
    let isNext = line[next]
    let stream = EventStream(
      context, loop: try EventStream.loop(),
      handlers: .init(
        state: { state in
          guard !isNext, let params = current(occasion, name, state, context) else { return false }
          WatchCommand.print(occasion.rawValue, params, context)
          return true
        },
        notification: { topic, params in
          guard isIt(topic, params, occasion, name) else { return false }
          WatchCommand.print(topic, params, context)
          return true
        }))
    guard try stream.run(occasion.topics, timeout: line[timeout]) else {
      throw CommandError(
        .timedOut, "timed_out",
        "no '\(occasion.rawValue)' within \(Quantity.duration.describe(line[timeout] ?? 0))",
        hint: "placectl status tells what is so now")
    }
    return .ok
  }

  /// The event that the state amounts to; nil where it is not so.
  private static func current(
    _ occasion: Occasion, _ name: PlaceName?, _ state: JSONValue, _ context: CommandContext
  ) -> JSONValue? {
    let visit = state.object("visit")
    switch occasion {
    case .fix:
      // The state does not tell how old it is. An approximate client is not told that at all.
      guard let answer = try? context.call(.fix), answer["stale"]?.bool != true,
        let fix = answer.object("fix")
      else { return nil }
      return ["fix": fix]
    case .arrived:
      guard let visit, matches(visit.object("place"), name) else { return nil }
      return ["visit": visit]
    case .departed:
      // Without a fix it is not known where the vehicle is.
      guard state.object("fix") != nil else { return nil }
      if let visit { if name == nil || matches(visit.object("place"), name) { return nil } }
      return [:]
    case .selected:
      guard let selected = state.object("selected"), matches(selected.object("place"), name) else {
        return nil
      }
      return ["selected": selected]
    }
  }

  private static func isIt(
    _ topic: String, _ params: JSONValue, _ occasion: Occasion, _ name: PlaceName?
  ) -> Bool {
    guard occasion.topics.contains(where: { $0.rawValue == topic }) else { return false }
    switch occasion {
    case .fix: return params["ignored"] == nil
    case .selected:
      return params.object("selected") != nil && matches(EventLine.place(of: params), name)
    case .arrived:
      let isOpen =
        params.object("visit").map { $0["departed_at"] == nil && $0["departed_between"] == nil }
      guard topic == Topic.arrived.rawValue || (name != nil && isOpen == true) else { return false }
      return matches(EventLine.place(of: params), name)
    case .departed: return matches(EventLine.place(of: params), name)
    }
  }

  /// Whether this is the place that is waited for; without a name any is, and none.
  private static func matches(_ place: JSONValue?, _ name: PlaceName?) -> Bool {
    switch name {
    case nil: true
    case .id(let id): place?["id"]?.int == id
    case .name(let name): place.map { NameMatch.matches($0, name) } ?? false
    }
  }
}
