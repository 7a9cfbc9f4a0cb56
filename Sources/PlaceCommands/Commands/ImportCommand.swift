import CommandTable
import Geography
import Glibc
import JSON
import PlaceImport

enum ImportCommand: PlacectlCommand {
  private static let files = Argument(
    .file(), count: .oneOrMore, "what to import; - is standard input")
  private static let format = Option(
    "format", .choice("FORMAT", ImportFormat.self), "what the file holds; told by its content")
  private static let sourceName = Option(
    "source-name", .text("NAME"), "the source of these places",
    details:
      "Places are known by their source and their id there; importing the same source again changes "
      + "and adds, and keeps what was learned. The default is `osm` for OSM files, else the file's name."
  )
  private static let within = Option(
    "within", .area, "only what is this near, such as 60.17,24.94,20")
  private static let prune = Flag("prune", "remove the source's places that the file lacks")
  private static let dryRun = Flag("dry-run", "only count; change nothing")
  private static let strict = Flag("strict", "change nothing where a row is bad")
  private static let busStops = Flag("bus-stops", "keep the bus stops of OSM files")

  static let command = Command(
    "import", "read places from files",
    details: [
      "Reads GeoJSON, GeoJSONSeq, CSV, GPX waypoints, OpenStreetMap (with the program osmium, also "
        + "compressed) and OwnTracks or Home Assistant zones. Each feature or row with a name and a "
        + "position is a place; others are counted by reason.",
      "Works with the daemon running or not, which sees the new places at once. A file is read to its "
        + "end before anything is changed. An import that was killed goes on where it was when the same "
        + "command is given again.",
      "Opens the database itself; as root it acts as the database's owner.",
    ],
    options: [
      format, sourceName, within, prune, dryRun, strict, busStops, Options.database,
    ], arguments: [files], section: "Place table",
    examples: [
      .init("sudo placectl import helsinki.osm.pbf", "a town from OpenStreetMap"),
      .init("placectl import --dry-run customers.csv", "what would happen"),
      .init("zcat dump.csv.gz | placectl import - --source-name dump", "from a pipe"),
    ])

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let line = context.invocation
    let database = try context.writableDatabasePath()
    let options = ImportOptions(
      format: line[format] ?? .auto, sourceName: line[sourceName], within: line[within],
      prune: line[prune], dryRun: line[dryRun], strict: line[strict], busStops: line[busStops])
    let files = line.all(files)
    guard files.filter({ $0 == "-" }).count <= 1 else {
      throw .usage("'-' is given twice: there is one standard input")
    }
    guard !options.prune || files.count == 1 else {
      throw .usage("'--prune' takes one file: each would remove the places of the others")
    }
    for file in files {
      let report = ImportReport(
        file: file, result: try read(file, into: database, options, context.output),
        isDryRun: options.dryRun)
      context.print(report.json) { report.lines }
      // Files beyond the first are opened as who gave the command, not as the database's owner.
      if getuid() == 0 {
        seteuid(0)
        setegid(getgid())
      }
    }
    return .ok
  }

  private static func read(
    _ file: String, into database: String, _ options: ImportOptions, _ output: Output
  ) throws(CommandError) -> ImportResult {
    let importer = Importer(databasePath: database, options: options)
    let meter = ProgressMeter(output)
    defer { meter.clear() }
    do throws(ImportError) {
      return try importer.run(file) { meter.show($0) }
    } catch {
      throw CommandError(error)
    }
  }
}

extension ValueFormat where Value == ImportOptions.Area {
  /// `LAT,LON,KM`
  fileprivate static var area: Self {
    ValueFormat(
      "LAT,LON,KM", rule: "degrees north and east, and kilometres, such as 60.17,24.94,20"
    ) { text in
      guard let comma = text.lastIndex(of: ","),
        let center = ValueFormat<Coordinate>.coordinate.parse(String(text[..<comma])),
        let kilometers = Double(text[text.index(after: comma)...].drop { $0 == " " }),
        (0...20_100).contains(kilometers)
      else { return nil }
      return ImportOptions.Area(center: center, radiusMeters: kilometers * 1000)
    }
  }
}
