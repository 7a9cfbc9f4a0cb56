import CommandTable
import JSON
import PlaceProtocol

enum SelectCommand: PlacectlCommand {
  private static let place = Argument(
    .text("PLACE", completion: .asked(kind: "likely")), count: .any,
    "a rank of `likely`, `id:ID`, or a name")

  static let command = Command(
    "select", "pick the place where the vehicle is",
    details: [
      "Without an argument the five likeliest places are shown, and one is asked for; this needs a "
        + "terminal, and without one nothing is ever picked silently.",
      "A number is a rank, 1 the likeliest. A name that several places have is not guessed: they are "
        + "listed with their ids, and the status is 4. `name:1984` is the place whose name is a number.",
      "The selection is on the disk when the command ends. Where the vehicle stands still among the "
        + "likely places it also teaches: next time the place is likelier there.",
    ], arguments: [place], section: "Position",
    examples: [
      .init("placectl select", "show the likely places and ask"),
      .init("placectl select 1", "the likeliest"),
      .init("placectl select 'Kamppi Center'", "by name"),
      .init("placectl select id:4711", "by id, as `-q` prints them"),
    ])

  /// Places that are offered.
  static let offered = 5

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let words = context.invocation.all(place)
    let reference = words.isEmpty ? try ask(context) : try param(words.joined(separator: " "))
    let result = try select(reference, context)
    let selection = SelectionView(result)
    context.print(result, ids: [selection.place?.id].compactMap { $0 }) {
      ["Selected: \(selection.place?.name ?? "?")"]
    }
    return .ok
  }

  /// Selects; where no place has the name, the error lists those that may be meant.
  private static func select(
    _ reference: JSONValue.Member, _ context: CommandContext
  ) throws(CommandError) -> JSONValue {
    do throws(CommandError) {
      return try context.call(.select, [reference])
    } catch {
      if error.code == ErrorCode.notFound.rawValue, reference.name == "name",
        let name = reference.value.string
      {
        _ = try context.placesNamed(name)
      }
      throw error
    }
  }

  /// The param that `text` means.
  static func param(_ text: String) throws(CommandError) -> JSONValue.Member {
    if let rank = Int(text) {
      guard (1...200).contains(rank) else {
        throw .usage(
          "'\(text)' is no rank: must be from 1 to 200", hint: "an id is written id:\(text)")
      }
      return .init("rank", .integer(Int64(rank)))
    }
    switch PlaceName(text) {
    case .id(let id): return .init("place", .integer(Int64(id)))
    case .name(let name): return .init("name", .string(name))
    case nil:
      throw .usage("'\(text)' is no place: must be a rank, id:ID or a name")
    }
  }

  /// Shows the likeliest places and reads which one is meant.
  private static func ask(_ context: CommandContext) throws(CommandError) -> JSONValue.Member {
    guard context.output.terminal.canAsk else {
      throw .usage(
        "there is no terminal to ask on, and nothing is picked silently",
        hint: "say which: placectl select 1, placectl select id:ID, placectl select NAME")
    }
    let result = try context.call(.likely, [.init("limit", .integer(Int64(offered)))])
    let places = result.elements("places").map(PlaceView.init)
    guard !places.isEmpty else {
      throw CommandError(
        .notFound, "not_found", "no place of the table is near",
        hint: "placectl place add NAME makes one here; placectl select NAME takes any other")
    }
    let table = Table.likely(places, units: context.units).lines(
      width: context.output.terminal.width)
    let prompt = Prompt(output: context.output)
    prompt.show([context.output.styled(table.title, .faint)] + table.rows)
    while let answer = prompt.line("Which? 1–\(places.count), a name, or q: ") {
      if answer == "q" { break }
      guard !answer.isEmpty else { continue }
      guard let rank = Int(answer) else { return try param(answer) }
      // By id: while the user reads, the vehicle may move and the ranks with it.
      if places.indices.contains(rank - 1), let id = places[rank - 1].id {
        return .init("place", .integer(Int64(id)))
      }
      prompt.show(["There are \(places.count) places in the list."])
    }
    throw CommandError(.failed, "cancelled", "nothing was selected")
  }
}
