import Geography

/// What a file holds.
public enum ImportFormat: String, Hashable, Sendable, CaseIterable {
  /// Told by the file's name and first bytes.
  case auto
  /// GeoJSON or GeoJSONSeq.
  case geojson
  /// CSV or TSV.
  case csv
  /// GPX waypoints.
  case gpx
  /// OpenStreetMap: `.osm.pbf`, `.osm`, `.osm.gz`.
  case osm
  /// OwnTracks waypoints or Home Assistant zones.
  case owntracks
}

/// How an import is done.
public struct ImportOptions: Hashable, Sendable {
  /// Keeps only what lies in this circle.
  public struct Area: Hashable, Sendable {
    /// Its middle.
    public var center: Coordinate
    /// Its radius in metres.
    public var radiusMeters: Double

    /// A circle.
    public init(center: Coordinate, radiusMeters: Double) {
      self.center = center
      self.radiusMeters = radiusMeters
    }
  }

  /// What the file holds.
  public var format: ImportFormat
  /// The name of the source; nil: `osm` for OSM files, else the file's name.
  public var sourceName: String?
  /// Only what lies here.
  public var within: Area?
  /// Places of the source that the file lacks are removed.
  public var prune: Bool
  /// Counts, and changes nothing.
  public var dryRun: Bool
  /// One bad row, and nothing is changed.
  public var strict: Bool
  /// Keeps bus stops of OSM files.
  public var busStops: Bool

  /// Everything as usual, unless something is given.
  public init(
    format: ImportFormat = .auto, sourceName: String? = nil, within: Area? = nil,
    prune: Bool = false, dryRun: Bool = false, strict: Bool = false, busStops: Bool = false
  ) {
    self.format = format
    self.sourceName = sourceName
    self.within = within
    self.prune = prune
    self.dryRun = dryRun
    self.strict = strict
    self.busStops = busStops
  }
}
