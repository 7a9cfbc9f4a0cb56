import CommandTable
import JSON

enum DoctorCommand: PlacectlCommand {
  private static let repair = Flag(
    "repair", "build anew what is derived from the places: grid, search, counts")

  static let command = Command(
    "doctor", "look for what is wrong, from the outside in",
    details: [
      "Checks socket, permission, daemon, source, gpsd, device, fix, clock and database, and says what to "
        + "do. The exit status is that of the first check that failed, 0 when none did.",
      "`--repair` then compares the whole database with itself, and builds the grid and the search index "
        + "anew from the rows of the places; no place, visit or lesson is changed. The daemon may run.",
    ], options: [repair, Options.database], section: "Upkeep",
    examples: [
      .init("sudo placectl doctor", "as root it can look at the database, too")
    ])

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let (asked, status) = DaemonChecks(context: context).run()
    let url = status?.object("source")?["url"]?.string
    let isRepair = context.invocation[repair]
    let database = DatabaseChecks(path: context.databasePath(forWriting: isRepair))
    let findings =
      asked + SourceChecks().run(url: url)
      + (isRepair ? database.repair(ProgressMeter(context.output)) : database.run())
    let failure = findings.first { $0.result == .failed }
    context.print(["checks": .array(findings.map(\.json))]) {
      findings.flatMap { lines($0, context.output) }
    }
    return failure?.exit ?? .ok
  }

  private static func lines(_ finding: Finding, _ output: Output) -> [String] {
    let style: Style =
      switch finding.result {
      case .ok: .green
      case .warning: .yellow
      case .failed: .red
      case .skipped: .faint
      }
    let word = output.styled(finding.result.rawValue.padded(to: 7), style)
    let width = output.terminal.width
    return finding.text.hanging(
      from: "\(word)  \(finding.check.padded(to: 10))  ", columns: 21, width: width)
      + (finding.hint?.hanging(from: "         → ", columns: 11, width: width) ?? [])
  }
}
