import Glibc

/// An import of GeoJSONSeq against what `ogr2ogr` takes to make a table with a spatial index of it,
/// without names to search, and the size of both.
enum ImportSection: Section {
  static let name = "import"

  static func run(_ bench: Workbench, _ report: inout Report) throws {
    let table = try bench.importedTable()
    let ours = table.usage
    report.add(name, "\(table.features) features", ours.wallSeconds, "s")
    report.add(name, "rate", Double(table.features) / ours.wallSeconds, "features/s")
    report.add(name, "processor time", ours.cpuSeconds, "s")
    report.add(name, "peak memory", ours.peakMiB, "MiB", .atMost(64))
    report.add(
      name, "database, bytes a place", size(table.databasePath) / Double(table.features), "")
    let again = try Program.run(
      [
        try Program.ours("placectl"), "import", "--database", table.databasePath, table.filePath,
      ])
    report.add(name, "the same file again", again.wallSeconds, "s")
    guard bench.options.withPeers else { return }
    guard let ogr = Program.installed("ogr2ogr") else {
      return report.note("ogr2ogr (gdal-bin) is not installed: the import is compared with nothing")
    }
    let output = bench.file("ogr.sqlite")
    let peer = try Program.run(
      [
        ogr, "-f", "SQLite", "-dsco", "SPATIALITE=YES", output, table.filePath, "-nln", "place",
        "-lco", "SPATIAL_INDEX=YES", "-gt", "65536",
      ])
    guard peer.status == 0 else { throw BenchError("ogr2ogr failed") }
    report.add(name, "ogr2ogr", peer.wallSeconds, "s")
    report.add(name, "ogr2ogr, processor time", peer.cpuSeconds, "s")
    report.add(name, "ogr2ogr, peak memory", peer.peakMiB, "MiB")
    report.add(name, "ogr2ogr, bytes a place", size(output) / Double(table.features), "")
    unlink(output)
    report.add(
      name, "against ogr2ogr", peer.wallSeconds / ours.wallSeconds, "× faster",
      bench.atFullSize(.atLeast(1.5)))
    report.add(
      name, "against ogr2ogr, processor time", peer.cpuSeconds / ours.cpuSeconds, "× faster")
  }

  private static func size(_ path: String) -> Double {
    var status = stat()
    return stat(path, &status) == 0 ? Double(status.st_size) : .nan
  }
}
