import CommandTable
import JSON

enum ExplainCommand: PlacectlCommand {
  private static let visit = Argument(
    ValueFormat<Int>("VISIT", rule: "the number that is its id") { Int($0) }, count: .optional,
    "a visit's id, as `visits` lists it; else the present")

  static let command = Command(
    "explain", "show why this place, and which rules decided",
    details: [
      "For each candidate: how likely stops for it are right here (density, per square metre), what "
        + "share of all stops it has (prior), how near confirmed stops were (learned), and the "
        + "likelihood that follows; inside is the probability that the fix lies in its extent."
    ], options: [Options.limit], arguments: [visit], section: "Visits")

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let visit = context.invocation[visit].map { JSONValue.integer(Int64($0)) }
    let result = try context.call(.explain, [JSONValue.Member]([("visit", visit)]))
    let candidates = result.elements("candidates")
    context.print(
      result, ids: candidates.compactMap { $0.object("place")?["id"]?.int }
    ) {
      var lines = result.object("fix").map { [FixView($0).text(context.units), ""] } ?? []
      lines += context.lines(
        of: table(candidates.prefix(context.invocation[Options.limit] ?? 10), context.units),
        nothing: "No place of the table is near.")
      if let elsewhere = result["elsewhere"]?.double {
        lines.append(percent(elsewhere).aligned(to: 6) + "  elsewhere")
      }
      let rules = result.elements("rules")
      if !rules.isEmpty { lines.append("") }
      lines += rules.map { rule in
        let time = rule.time("time").map { context.time.seconds($0) + "  " } ?? ""
        return "\(time)\(rule.text("rule") ?? "?"): \(rule.text("text") ?? "")"
      }
      return lines
    }
    return .ok
  }

  private static func table(_ candidates: ArraySlice<JSONValue>, _ units: DisplayUnits) -> Table {
    var table = Table([
      .number("LIKELY"), .number("DISTANCE"), .number("INSIDE"), .number("DENSITY"),
      .number("PRIOR"), .number("LEARNED"), .name("NAME", least: 12),
    ])
    for candidate in candidates {
      table.add([
        candidate["likelihood"]?.double.map(percent) ?? "",
        candidate["distance_m"]?.double.map(units.distance) ?? "",
        candidate["within"]?.double.map(percent) ?? "",
        candidate["density"]?.double.map(significant) ?? "",
        candidate["prior"]?.double.map(significant) ?? "",
        candidate["learned"]?.double.map(significant) ?? "",
        candidate.object("place").map { PlaceView($0).name } ?? "?",
      ])
    }
    return table
  }

  /// Two significant digits: `0.0012`, `3.4e-7`.
  static func significant(_ number: Double) -> String {
    guard number.isFinite, number > 0 else { return "0" }
    var exponent = 0
    var mantissa = number
    while mantissa < 1 {
      mantissa *= 10
      exponent += 1
    }
    if exponent == 0 { return number < 10 ? decimal(number, 1) : String(rounded(number)) }
    return exponent <= 4 ? decimal(number, exponent + 1) : "\(decimal(mantissa, 1))e-\(exponent)"
  }
}
