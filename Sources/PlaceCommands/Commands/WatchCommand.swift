import CommandTable
import EventLoop
import JSON
import PlaceProtocol

enum WatchCommand: PlacectlCommand {
  private static let topics = Argument(
    .choice("TOPIC", Topic.self), count: .any, "what to be told of; all but fix by default")
  private static let exec = Option(
    "exec", .text("COMMAND"), "run this for each event instead of printing it",
    details:
      "COMMAND is a line for /bin/sh. Events are run one at a time, in their order. The event, as "
      + "`--json` prints it, is on its standard input; `PLACED_TOPIC`, `PLACED_PLACE`, "
      + "`PLACED_PLACE_ID`, `PLACED_TIME` and `PLACED_INFERRED` (true or false) are set. What was so "
      + "before the start is no event. Up to 100 events wait for a slow command; then the oldest are "
      + "left out.")
  private static let maximumAge = Option(
    "max-age", .maximumAge, "with `--exec`: leave out events older than this, 60 s by default",
    details:
      "The age counts from when the event was known, so that a late one opens no garage door. "
      + "`forever` leaves out none, as a recording needs.")

  static let command = Command(
    "watch", "print events as they happen",
    details: [
      "Ends with Ctrl-C. When the daemon is restarted, the connection is made anew.",
      "With `-q` only the ids of the places are printed.",
    ], options: [exec, maximumAge], arguments: [topics], section: "Events",
    examples: [
      .init("placectl watch arrived departed", "visits as they begin and end"),
      .init("placectl watch --json | jq -c .params.place.name", "for other programs"),
      .init(
        "placectl watch arrived --exec '[ \"$PLACED_PLACE\" = Home ] && open-garage'",
        "do something on arrival at Home"),
    ])

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let line = context.invocation
    let named = line.all(topics)
    let topics = named.isEmpty ? Topic.allCases.filter { $0 != .fix } : named
    guard line[maximumAge] == nil || line[exec] != nil else {
      throw .usage("'--max-age' goes with '--exec', which is missing")
    }
    let loop = try EventStream.loop()
    let runner = try runner(context, loop)
    let stream = EventStream(
      context, loop: loop,
      handlers: .init { topic, params in
        if let runner {
          if topic != Topic.lagged.rawValue { runner.run(topic, params) }
        } else {
          print(topic, params, context)
        }
        return false
      })
    _ = try stream.run(topics.filter { $0 != .lagged })
    return .ok
  }

  private static func runner(
    _ context: CommandContext, _ loop: EventLoop
  ) throws(CommandError) -> EventRunner? {
    guard let command = context.invocation[exec] else { return nil }
    do throws(SystemError) {
      return try EventRunner(
        command: command, maximumAgeSeconds: context.invocation[maximumAge] ?? 60, loop: loop
      ) { context.output.note($0) }
    } catch {
      throw CommandError(.failed, "system", "\(error)")
    }
  }

  /// Prints an event in the form that was asked for.
  static func print(_ topic: String, _ params: JSONValue, _ context: CommandContext) {
    let ids = [EventLine.place(of: params)?["id"]?.int].compactMap { $0 }
    context.print(EventLine.json(topic, params), ids: ids) {
      [EventLine(topic: topic, params: params, time: context.time, units: context.units).text]
    }
  }
}

extension ValueFormat where Value == Double {
  /// A duration, or `forever`.
  fileprivate static var maximumAge: Self {
    let seconds = ValueFormat.seconds(0...31_536_000)
    return ValueFormat(seconds.placeholder, rule: seconds.rule + ", or forever") { text in
      text == "forever" ? .infinity : seconds.parse(text)
    }
  }
}
