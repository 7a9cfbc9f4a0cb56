import CommandTable
import Geography
import JSON

enum PlaceShowCommand: PlacectlCommand {
  static let id = Argument(.id(.asked(kind: "ids")), "its id")

  static let command = Command(
    "show", "show all of a place", arguments: [id], section: "Place table")

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let id = context.invocation[id] ?? 0
    let place = try context.call(.placeGet, [.init("id", .integer(Int64(id)))])
    context.print(place, ids: [id]) {
      fields(place, context.units).lines(width: context.output.terminal.width)
    }
    return .ok
  }

  private static func fields(_ place: JSONValue, _ units: DisplayUnits) -> FieldList {
    let address = place.object("address")?.members ?? []
    let names = place.object("names")?.members ?? []
    let extent =
      place["polygon"]?.bool == true
      ? "an outline" : place["radius_m"]?.double.map { $0 > 0 ? units.distance($0) : "a point" }
    var list = FieldList()
    list.add("name", PlaceView(place).name)
    list.add("id", place["id"]?.int.map { String($0) })
    list.add("category", place.text("category"))
    list.add("position", place.coordinate.map(PlaceView.position))
    list.add("extent", extent)
    list.add("label", place.text("label"))
    for part in address { list.add(part.name.printable, part.value.string?.printable) }
    for name in names { list.add("name:\(name.name.printable)", name.value.string?.printable) }
    list.add("priority", place["priority"]?.int.map { String($0) })
    list.add("arrive after", place["arrive_after_s"]?.double.map(readableDuration))
    list.add(
      "source", place.text("source").map { $0 + (place.text("source_id").map { " \($0)" } ?? "") })
    list.add("attribution", place.text("attribution"))
    return list
  }
}
