import Glibc
import PlaceStore

/// The first part of an import: the file is read to its end, and nothing is changed.
struct ImportReading {
  let options: ImportOptions
  let databasePath: String
  let progress: (ImportProgress) -> Void

  /// Records between two reports of progress.
  private static let reportEvery = 2000

  /// Reads all of `input` into `file`; closes it.
  func read(
    _ input: ImportInput, into file: RunFile
  ) throws -> (builder: RunBuilder, format: ImportFormat) {
    let buffer = InputBuffer(descriptor: input.descriptor, closes: input.path != "-")
    let format = try format(of: input, buffer)
    let builder = RunBuilder(
      options, source: try sourceName(input, format), isOpenStreetMap: format == .osm, in: file)
    if format == .osm {
      try readOpenStreetMap(input, buffer, into: builder)
    } else {
      var reader = try Self.reader(format, buffer)
      try read(&reader, total: input.size, into: builder)
    }
    return (builder, format)
  }

  private func format(
    of input: ImportInput, _ buffer: InputBuffer
  ) throws(ImportError) -> ImportFormat {
    if options.format != .auto { return options.format }
    while buffer.bytes.count < 1 << 16, try buffer.fill() {}
    guard !buffer.bytes.isEmpty else {
      throw ImportError(.unknownFormat, "'\(input.path)' is empty")
    }
    guard let format = FormatDetector.format(name: input.name, bytes: buffer.bytes) else {
      throw ImportError(
        .unknownFormat, "'\(input.path)' is of no format that can be imported",
        hint: "GeoJSON, CSV, GPX, OpenStreetMap, OwnTracks and Home Assistant are; for others use "
          + "'ogr2ogr places.geojsonseq FILE' first.")
    }
    return format
  }

  private func sourceName(
    _ input: ImportInput, _ format: ImportFormat
  ) throws(StoreError) -> String {
    guard let given = options.sourceName else { return format == .osm ? "osm" : input.name }
    let name = try PlaceValidation.text(given, "--source-name")
    guard !name.isEmpty else { throw StoreError(.invalid, "--source-name may not be empty") }
    return name
  }

  private static func reader(
    _ format: ImportFormat, _ buffer: InputBuffer
  ) throws(ImportError) -> any PlaceReader {
    switch format {
    case .csv: try CSVReader(buffer)
    case .gpx: try GPXReader(buffer)
    case .owntracks: try ZoneReader(buffer)
    case .geojson, .osm, .auto: GeoJSONReader(buffer)
    }
  }

  private func read(
    _ reader: inout any PlaceReader, total: Int?, into builder: RunBuilder
  ) throws {
    var items = 0
    while let item = try reader.next() {
      try builder.add(item)
      items += 1
      if items % Self.reportEvery == 0 {
        progress(
          ImportProgress(
            phase: .reading, done: reader.bytesRead, total: total, places: builder.count))
      }
    }
    builder.attribution = builder.attribution ?? reader.attribution
    progress(
      ImportProgress(phase: .reading, done: reader.bytesRead, total: total, places: builder.count))
  }

  private func readOpenStreetMap(
    _ input: ImportInput, _ buffer: InputBuffer, into builder: RunBuilder
  ) throws {
    progress(ImportProgress(phase: .converting, total: input.size))
    let workingPath = databasePath + "-import"
    let osmium = Osmium(workingPath: workingPath)
    defer { osmium.clean() }
    var path = input.path
    if path == "-" {
      path = workingPath + ".input" + Osmium.suffix(of: buffer.bytes)
      try Self.spool(buffer, to: path)
    }
    defer { if input.path == "-" { unlink(path) } }
    let export = try osmium.export(path)
    let output = InputBuffer(descriptor: export.output, closes: false)
    // A file without any place is no error: osmium then writes nothing.
    while output.bytes.isEmpty, try output.fill() {}
    if !output.bytes.isEmpty {
      var reader: any PlaceReader = GeoJSONReader(output)
      try read(&reader, total: nil, into: builder)
    }
    try export.wait()
    builder.attribution = builder.attribution ?? FeatureParser.openStreetMap
  }

  /// Osmium reads a file several times: what comes through a pipe is kept first.
  private static func spool(_ buffer: InputBuffer, to path: String) throws {
    let file = try RunFile(path: path, truncating: true)
    repeat {
      _ = try file.append(Array(buffer.bytes))
      buffer.consume(buffer.bytes.count)
    } while try buffer.fill()
  }
}
