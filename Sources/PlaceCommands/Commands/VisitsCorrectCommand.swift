import CommandTable
import JSON

enum VisitsCorrectCommand: PlacectlCommand {
  private static let visit = Argument(
    ValueFormat<Int>("VISIT", rule: "the number that is its id") { Int($0) },
    "its id, as `visits` lists it")
  private static let place = Argument(.place, "the place it was")

  static let command = Command(
    "correct", "say which place a visit was",
    details: ["The correction sticks, and teaches: next time the place is likelier there."],
    arguments: [visit, place], section: "Visits")

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let line = context.invocation
    guard let visit = line[visit], let name = line[place] else { throw .usage("VISIT is missing") }
    let result = try context.call(
      .visitUpdate,
      [
        .init("id", .integer(Int64(visit))),
        .init("place", .integer(Int64(try context.placeID(name)))),
      ])
    context.print(result, ids: [visit]) {
      let view = VisitView(result)
      return [view.place.map { "Visit \(visit) was \($0.name)." } ?? "Visit \(visit) is corrected."]
    }
    return .ok
  }
}
