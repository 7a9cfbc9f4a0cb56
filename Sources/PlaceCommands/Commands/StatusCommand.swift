import CommandTable
import Geography
import JSON
import PlaceClient
import PlaceProtocol

enum StatusCommand: PlacectlCommand {
  private static let history = Flag("history", "show the last changes of the health instead")

  static let command = Command(
    "status", "show how the daemon does; so does placectl alone",
    details: [
      "What is wrong comes first, each with what to do. The exit status is 0 for a healthy daemon, 1 "
        + "for one with a serious warning, 3 where none is running. With `-q` the status is all there is.",
      "`--history` shows the last 50 changes of the health; they survive a reboot.",
    ], options: [history], section: "Position",
    examples: [
      .init("placectl status", "health, source, fix, place"),
      .init("placectl -q status || systemctl restart placed", "in a script"),
    ])

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    if context.invocation[history] { return try showHistory(context) }
    let status = try context.call(.status)
    let health = status.elements("health").map(HealthView.init)
    context.print(status) {
      healthLines(health, context) + StatusView(status).lines(context)
    }
    return health.contains { $0.severity == .serious } ? .failed : .ok
  }

  private static func showHistory(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let status = try context.call(.status, [.init("history", true)])
    guard let history = status["history"] else { throw .unexpectedAnswer(to: .status) }
    context.print(["history": history]) {
      var table = Table([.text("TIME"), .text("SEVERITY"), .name("WHAT", least: 20)])
      for change in (history.array ?? []).map(HealthView.init) {
        table.add([
          change.time.map(context.time.minutes) ?? "", change.severityWord,
          (change.isOver ? "over: " : "") + change.text,
        ])
      }
      return context.lines(of: table, nothing: "Nothing was wrong so far.")
    }
    return .ok
  }

  private static func healthLines(_ health: [HealthView], _ context: CommandContext) -> [String] {
    guard !health.isEmpty else { return [context.output.styled("Healthy", .green)] }
    return health.flatMap { entry in
      let style: Style? =
        switch entry.severity {
        case .serious: .red
        case .warning: .yellow
        default: nil
        }
      let word = entry.severityWord
      let width = context.output.terminal.width
      return entry.text.hanging(
        from: context.output.styled(word, style) + ": ", columns: word.displayWidth + 2,
        width: width)
        + (entry.hint?.hanging(from: "  ", columns: 2, width: width) ?? [])
    }
  }
}
