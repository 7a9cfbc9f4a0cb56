import CommandTable
import JSON

enum ExportCommand: PlacectlCommand {
  private static let format = Option(
    "format", .choice("FORMAT", ExportFormat.self), "geojson, csv or gpx; geojson by default")
  private static let visits = Flag("visits", "the visits instead of the places")

  static let command = Command(
    "export", "write the place table, or the visits, to standard output",
    details: [
      "GeoJSON is one FeatureCollection; its properties, and the columns of CSV, are what `import` "
        + "reads. A place with an outline is written as the circle around it.",
      "An approximate user, who may not list the table, exports nothing.",
    ], options: [format, visits], section: "Place table",
    examples: [
      .init("placectl export >places.geojson", "all places"),
      .init("placectl export --visits --format csv >visits.csv", "visits for a spreadsheet"),
    ])

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let line = context.invocation
    let format = line[format] ?? .geojson
    guard !context.isJSON || format == .geojson else {
      throw .usage("'--json' and '--format \(format.rawValue)' exclude each other")
    }
    let isVisits = line[visits]
    let list =
      isVisits
      ? PagedList(.visits, "visits", [], limit: .max)
      : PagedList(.placeList, "places", [], limit: .max)
    var encoder = format.encoder(isVisits ? ExportRecord.visitColumns : ExportRecord.placeColumns)
    // Nothing is written before the daemon agreed to answer.
    _ = try list.forEachPage(context) { (page: [JSONValue]) in
      if context.isQuiet {
        let ids = page.compactMap { place in place["id"]?.int }
        context.output.lines(ids.map { id in String(id) })
      } else {
        let records = page.compactMap { value in
          isVisits ? ExportRecord.visit(value) : ExportRecord.place(value)
        }
        context.output.bytes(encoder.text(of: records))
      }
    }
    if !context.isQuiet { context.output.bytes(encoder.end()) }
    return .ok
  }
}
