import Glibc

/// Runs the program `osmium`, which knows OpenStreetMap's formats and assembles areas.
///
/// `tags-filter` picks what may be a place into a temporary file, which is small; that is sorted where
/// the objects are not in order; `export` writes it as GeoJSONSeq into a pipe. Temporary files lie
/// beside the database, since /tmp may be memory.
struct Osmium {
  /// What may be a place. One expression an argument: osmium matches nothing where a list of keys
  /// and a list of values are mixed in one.
  private static let expressions = [
    "nwr/amenity", "nwr/shop", "nwr/tourism", "nwr/leisure", "nwr/office", "nwr/healthcare",
    "nwr/craft", "nwr/club", "nwr/historic", "nwr/aeroway=aerodrome,terminal,heliport,gate",
    "nwr/railway=station,halt,tram_stop", "nwr/public_transport=station",
    "nwr/highway=services,rest_area,bus_stop", "nwr/place",
  ]

  /// Closed ways come as areas alone; by default they come twice, as a line too.
  private static let exportConfiguration = """
    {"attributes":{"type":true,"id":true},"linear_tags":false,"area_tags":true,
    "include_tags":["name","name:*","alt_name","old_name","short_name","loc_name","official_name",
    "int_name","reg_name","nat_name","brand","iata","icao","amenity","shop","tourism","leisure",
    "office","healthcare","craft","club","historic","aeroway","railway","public_transport",
    "highway","place","natural","man_made","landuse","addr:*"]}
    """

  private let filtered: String
  private let sorted: String
  private let configuration: String
  private let errors: String

  /// Temporary files begin with `workingPath`.
  init(workingPath: String) {
    filtered = workingPath + ".filtered.osm.pbf"
    sorted = workingPath + ".sorted.osm.pbf"
    configuration = workingPath + ".export.json"
    errors = workingPath + ".errors"
  }

  /// The ending that tells osmium the format of a file with these first bytes.
  static func suffix(of bytes: UnsafeBufferPointer<UInt8>) -> String {
    if bytes.starts(with: [0x1F, 0x8B]) { return ".osm.gz" }
    if bytes.starts(with: "BZh".utf8) { return ".osm.bz2" }
    return bytes.first == UInt8(ascii: "<") ? ".osm" : ".osm.pbf"
  }

  /// Removes the temporary files.
  func clean() {
    for path in [filtered, sorted, configuration, errors] { unlink(path) }
  }

  /// Filters the file at `path` and starts the export; its output is GeoJSONSeq. Wait for it when all
  /// is read.
  func export(_ path: String) throws(ImportError) -> ChildProgram {
    // Without -t, members of what matches come out as places too.
    try start(
      ["tags-filter", "-t", "--no-progress", "-O", "-o", filtered, path] + Self.expressions
    )
    .wait()
    let order = try start([
      "fileinfo", "-e", "--no-progress", "-g", "data.objects_ordered", filtered,
    ])
    .text()
    var ready = filtered
    if order.hasPrefix("no") {
      try start(["sort", "--no-progress", "-O", "-o", sorted, filtered]).wait()
      ready = sorted
    }
    try write(Self.exportConfiguration, to: configuration)
    return try start([
      "export", "--no-progress", "-c", configuration, "-f", "geojsonseq",
      "-x", "print_record_separator=false", "-u", "type_id", "-o", "-", ready,
    ])
  }

  private func start(_ arguments: [String]) throws(ImportError) -> ChildProgram {
    guard let child = try ChildProgram(["osmium"] + arguments, errorsTo: errors) else {
      throw ImportError(
        .missingProgram, "OpenStreetMap files need the program 'osmium', which is not installed",
        hint: "Install it: sudo apt install osmium-tool")
    }
    return child
  }

  private func write(_ text: String, to path: String) throws(ImportError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    let bytes = Array(text.utf8)
    defer { close(descriptor) }
    guard descriptor >= 0, Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw ImportError(
        .store(.readOnly), "'\(path)' cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}
