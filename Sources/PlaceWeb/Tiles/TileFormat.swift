/// What a tile is, told by its first bytes: real files lack the row that says so.
enum TileFormat: String, Sendable {
  case png, jpeg, webp
  /// A Mapbox vector tile, compressed by gzip or plain.
  case vector

  /// The format of these bytes; nil for none that the page can draw.
  init?(sniffing bytes: UnsafeRawBufferPointer) {
    switch true {
    case bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]): self = .png
    case bytes.starts(with: [0xFF, 0xD8]): self = .jpeg
    case bytes.starts(with: Array("RIFF".utf8))
      && bytes.dropFirst(8).starts(with: Array("WEBP".utf8)):
      self = .webp
    // gzip, or field 3, the first layer, of a message.
    case bytes.starts(with: [0x1F, 0x8B]), bytes.starts(with: [0x1A]): self = .vector
    default: return nil
    }
  }

  /// Its media type.
  var type: String {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .webp: "image/webp"
    case .vector: "application/vnd.mapbox-vector-tile"
    }
  }

  /// Pixels of a tile's side where the tile itself does not tell: what vector tiles are drawn for, and
  /// what raster tiles mostly are.
  var usualSize: Int { self == .vector ? 512 : 256 }
}
