import EventLoop
import Glibc
import JSON

/// The base maps and overlays that the page offers, and how it looks.
struct MapLibrary {
  /// A file that is offered.
  private enum Source {
    case archive(TileArchive)
    case geoJSON(path: String)
  }

  /// What the page is told of its looks, besides the files.
  struct Looks {
    /// `placed-web.conf`.
    var settings: WebSettings
    /// Larger buttons.
    var isKiosk: Bool
  }

  /// Longest GeoJSON overlay: a browser holds all of it.
  static let longestOverlay = 32 << 20

  private var tiles: [(name: String, source: Source)] = []
  private var overlays: [(name: String, source: Source)] = []
  private let looks: Looks
  /// Files that give nothing, for the journal; each with its reason.
  private(set) var problems: [String] = []

  /// Opens the files of the settings. One that cannot be used is left out and reported.
  init(_ looks: Looks) {
    self.looks = looks
    for file in looks.settings.tiles { open(file, isOverlay: false) }
    for file in looks.settings.overlays { open(file, isOverlay: true) }
    if let path = looks.settings.palettePath, access(path, R_OK) != 0 {
      problems.append("[map] palette \(path): it cannot be read")
    }
  }

  private mutating func open(_ file: NamedFile, isOverlay: Bool) {
    let key = isOverlay ? "overlay" : "tiles"
    guard source(file.name) == nil else {
      problems.append("[map] \(key) \(file): the name is taken")
      return
    }
    do throws(TileArchive.Failure) {
      let source: Source
      if isOverlay, try Self.isText(file.path) {
        source = .geoJSON(path: file.path)
      } else {
        source = .archive(try TileArchive(path: file.path))
      }
      if isOverlay {
        overlays.append((file.name, source))
      } else {
        tiles.append((file.name, source))
      }
    } catch {
      problems.append("[map] \(key) \(file): \(error.message)")
    }
  }

  /// Whether a file begins as JSON does.
  private static func isText(_ path: String) throws(TileArchive.Failure) -> Bool {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw TileArchive.Failure(message: "it cannot be read") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw TileArchive.Failure(message: "it is no file")
    }
    var start = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &start, start.count)
    let isText = start.prefix(max(0, count)).first { $0 > 0x20 && $0 < 0x7F } == UInt8(ascii: "{")
    guard !isText || status.st_size <= longestOverlay else {
      throw TileArchive.Failure(message: "it is over 32 MiB long: make MBTiles of it")
    }
    return isText
  }

  private func source(_ name: String) -> Source? {
    (tiles + overlays).first { $0.name == name }?.source
  }

  // MARK: Answers

  /// `GET /map.json`.
  var description: JSONValue {
    let settings = looks.settings
    var members: [JSONValue.Member] = [
      .init("tiles", .array(tiles.map(Self.describe))),
      .init("overlays", .array(overlays.map(Self.describe))),
      .init("zoom_precise", .integer(Int64(settings.precisePositionZoom))),
      .init("zoom_approximate", .integer(Int64(settings.approximatePositionZoom))),
      .init("padding_px", .integer(Int64(settings.paddingPixels))),
      .init("theme", .string(settings.theme.rawValue)), .init("kiosk", .bool(looks.isKiosk)),
      .init("palette", .bool(settings.palettePath != nil)),
    ]
    if let background = settings.background {
      members.append(.init("background", .string(background)))
    }
    return .object(members)
  }

  private static func describe(_ entry: (name: String, source: Source)) -> JSONValue {
    var members: [JSONValue.Member] = [.init("name", .string(entry.name))]
    switch entry.source {
    case .geoJSON: members.append(.init("kind", "geojson"))
    case .archive(let archive):
      members += [
        .init("kind", archive.format == .vector ? "vector" : "raster"),
        .init("format", .string(archive.format.rawValue)),
        .init("minzoom", .integer(Int64(archive.zooms.lowerBound))),
        .init("maxzoom", .integer(Int64(archive.zooms.upperBound))),
        .init("tile_size", .integer(Int64(archive.tileSize))),
      ]
      if let bounds = archive.bounds {
        members.append(.init("bounds", .array(bounds.map { .number($0) })))
      }
      if let attribution = archive.attribution {
        members.append(.init("attribution", .string(attribution)))
      }
    }
    return .object(members)
  }

  /// `GET /tiles/NAME/Z/X/Y`.
  func tile(_ name: String, _ numbers: [Int?]) -> HTTPAnswer {
    guard case .archive(let archive) = source(name), numbers.count == 3, let zoom = numbers[0],
      let x = numbers[1], let y = numbers[2]
    else { return .error(404, "not_found", "there are no such tiles") }
    do throws(TileArchive.Failure) {
      guard let tile = try archive.tile(zoom: zoom, x: x, y: y) else { return .empty(204) }
      let answer = HTTPAnswer(
        200, type: archive.format.type, caching: "private, max-age=3600", .bytes(tile.bytes))
      return tile.isGzipped ? answer.with("Content-Encoding", "gzip") : answer
    } catch {
      return .error(500, "storage", error.message)
    }
  }

  /// `GET /overlays/NAME`.
  func overlay(_ name: String) -> HTTPAnswer {
    guard case .geoJSON(let path) = source(name) else {
      return .error(404, "not_found", "there is no such overlay")
    }
    return Self.file(path, type: "application/geo+json")
  }

  /// `GET /palette.json`.
  var palette: HTTPAnswer {
    guard let path = looks.settings.palettePath else {
      return .error(404, "not_found", "no palette is set")
    }
    return Self.file(path, type: "application/json")
  }

  private static func file(_ path: String, type: String) -> HTTPAnswer {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return .error(404, "not_found", "the file is gone") }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= longestOverlay
    else {
      close(descriptor)
      return .error(500, "storage", "the file cannot be used")
    }
    return HTTPAnswer(200, type: type, .file(descriptor: descriptor, size: status.st_size))
  }
}
