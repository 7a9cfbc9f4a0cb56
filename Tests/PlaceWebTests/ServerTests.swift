import Foundation
import JSON
import SQLite
import TestSupport
import Testing

@testable import PlaceWeb

@Suite("What the page's server answers")
struct ServerTests {
  private static let place = """
    {"type":"FeatureCollection","features":[{"type":"Feature","id":"a","geometry":{"type":"Point",
    "coordinates":[24.94,60.17]},"properties":{"name":"Harbour"}}]}
    """

  @Test("Actions reach the daemon, and what it refuses comes back with its words and a status")
  func actions() throws {
    let site = try WebSite(places: Self.place)
    let found = try site.get("/search?q=harb").json
    let id = try #require(found?["places"]?.array?.first?["id"]?.int)
    let selected = try site.post("/select", #"{"place":\#(id)}"#)
    #expect(selected.status == 200)
    #expect(selected.json?["selected"]?["marker"]?["title"]?.string == "Harbour")
    #expect(try site.placectl(["selected"])["selected"]?["place"]?["id"]?.int == id)
    try wait("the state follows") {
      try site.get("/state").json?["selected"]?["place"]?["id"]?.int == id
    }
    #expect(try site.post("/clear", "").status == 200)
    let missing = try site.post("/select", #"{"place":999999}"#)
    #expect(missing.status == 404 && missing.json?["error"]?["code"]?.string == "not_found")
    #expect(try site.post("/select", #"{"nonsense":1}"#).status == 400)
    let added = try site.post("/add", #"{"name":"Quay","lat":60.171,"lon":24.941}"#)
    #expect(added.status == 200 && added.json?["name"]?.string == "Quay")
    #expect(try site.post("/forget", "{}").status == 404)
    #expect(try site.get("/explain").status == 409)
    for query in ["search", "search?q=", "search?q=a&lat=x&lon=1", "nearby?lat=1&lon=2&limit=0"] {
      #expect(try site.get("/" + query).status == 400, "\(query)")
    }
  }

  @Test("A stream begins with the state and goes on with the daemon's notifications")
  func stream() throws {
    let site = try WebSite()
    let connection = try HTTPConnection(port: site.port)
    connection.send(
      "GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(site.token)\r\n\r\n")
    var text = ""
    func read(to mark: String) {
      let end = DaemonProcess.now + 20
      while !text.contains(mark), DaemonProcess.now < end {
        text += String(decoding: connection.read(), as: UTF8.self)
      }
    }
    read(to: "event: state")
    #expect(text.contains("text/event-stream") && text.contains("retry: 1000"))
    site.receiver.send(.init(latitude: 60.17, longitude: 24.94)!)
    read(to: "event: fix")
    read(to: "event: likely")
    #expect(text.contains("\"lat\":60.17") && text.contains("id: "))
  }

  @Test("Many browsers cost the daemon one subscriber")
  func subscribers() throws {
    let site = try WebSite()
    let streams = try (0..<20).map { _ in try HTTPConnection(port: site.port) }
    for stream in streams {
      stream.send(
        "GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(site.token)\r\n\r\n")
      #expect(!stream.read().isEmpty)
    }
    #expect(try site.daemon.result("status")["subscribers"]?.int == 1)
  }

  @Test("A daemon that is gone is said to be, and found again when it is back")
  func recovery() throws {
    let site = try WebSite(places: Self.place)
    site.receiver.send(.init(latitude: 60.17, longitude: 24.94)!)
    try wait("a fix") { try site.get("/state").json?["fix"] != nil }
    site.daemon.stop()
    try wait("gone") { try site.get("/state").json?["daemon"]?["connected"]?.bool == false }
    let state = try site.get("/state").json
    #expect(
      state?["daemon"]?["code"]?.string == "lost"
        || state?["daemon"]?["code"]?.string == "not_running")
    #expect(state?["fix"] != nil, "what was known stays")
    #expect(try site.post("/clear", "{}").status == 503)
    #expect(try site.get("/healthz").status == 200)
    let again = try site.restartDaemon()
    try wait("back") { try site.get("/state").json?["daemon"]?["connected"]?.bool == true }
    again.stop()
  }

  @Test("A page that may not see positions is told so, and is given none")
  func denied() throws {
    let site = try WebSite(configuration: "[access]\nprecise = none\nmanage = none\n")
    // The daemon's own user always has all, and the tests run as one user: both levels are tried on
    // the state itself.
    var state = LiveState()
    state.replace(
      ["fix": ["lat": 1, "lon": 2], "selected": ["x": 1], "access": "precise"], at: .now)
    state.apply(topic: "access", ["access": "approximate", "manage": false], at: .now)
    #expect(state.json(at: .now)["selected"] == nil && state.json(at: .now)["fix"] != nil)
    state.apply(topic: "access", ["access": "denied", "manage": false], at: .now)
    #expect(state.json(at: .now)["fix"] == nil)
    #expect(try site.get("/state").json?["access"]?.string == "precise")
  }
}

@Suite("Files of tiles")
struct TileTests {
  private let scratch = ScratchDirectory()

  /// Makes MBTiles with these tiles, rows counted from the south.
  private func archive(
    _ tiles: [(zoom: Int, x: Int, row: Int, bytes: [UInt8])], metadata: [(String, String)] = []
  ) throws -> String {
    let path = scratch.file("a.mbtiles")
    let database = try Database(path: path)
    try database.execute(
      "CREATE TABLE tiles(zoom_level INT,tile_column INT,tile_row INT,tile_data BLOB);"
        + "CREATE TABLE metadata(name TEXT,value TEXT)")
    let insert = try database.prepare("INSERT INTO tiles VALUES(?1,?2,?3,?4)")
    for tile in tiles {
      try insert.bind(1, tile.zoom)
      try insert.bind(2, tile.x)
      try insert.bind(3, tile.row)
      try insert.bind(4, tile.bytes)
      _ = try insert.step()
      insert.reset()
    }
    let describe = try database.prepare("INSERT INTO metadata VALUES(?1,?2)")
    for (name, value) in metadata {
      try describe.bind(1, name)
      try describe.bind(2, value)
      _ = try describe.step()
      describe.reset()
    }
    return path
  }

  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 2, 0, 0, 0, 2, 0]

  @Test("Rows are counted from the north, and the size comes from the image")
  func rows() throws {
    let path = try archive([(3, 1, 2, Self.png)], metadata: [("bounds", "1,2,3,4")])
    let tiles = try TileArchive(path: path)
    #expect(tiles.format == .png && tiles.tileSize == 512 && tiles.zooms == 3...3)
    #expect(tiles.bounds == [1, 2, 3, 4])
    #expect(try tiles.tile(zoom: 3, x: 1, y: 5)?.bytes == Self.png)
    for (zoom, x, y) in [(3, 1, 2), (2, 0, 0), (3, -1, 0), (3, 8, 0), (99, 0, 0), (3, 0, Int.max)] {
      #expect(try tiles.tile(zoom: zoom, x: x, y: y) == nil)
    }
  }

  @Test(
    "The kind of tile is told by its bytes",
    arguments: [
      ([0x1F, 0x8B, 8], TileFormat.vector), ([0x1A, 3], .vector), ([0xFF, 0xD8, 0xFF], .jpeg),
      (Array("RIFF1234WEBPVP8 ".utf8), .webp), (Array("GIF89a".utf8), nil), ([], nil),
    ] as [([UInt8], TileFormat?)])
  func kinds(bytes: [UInt8], format: TileFormat?) {
    #expect(bytes.withUnsafeBytes(TileFormat.init(sniffing:)) == format)
  }

  @Test("A file that is none of tiles is said to be, and the rest is served")
  func unusable() throws {
    let text = try scratch.write("no database", to: "text")
    #expect(throws: TileArchive.Failure.self) { try TileArchive(path: text) }
    #expect(throws: TileArchive.Failure.self) { try TileArchive(path: scratch.file("missing")) }
    let empty = try archive([])
    #expect(throws: TileArchive.Failure.self) { try TileArchive(path: empty) }
    let site = try WebSite(web: "[map]\ntiles = A:\(text)\ntiles = B:\(scratch.file("none"))\n")
    #expect(try site.get("/map.json").json?["tiles"]?.array?.isEmpty == true)
    #expect(site.web.error.contains("[map] tiles A:"))
  }

  @Test("Tiles are served with their type, missing ones as 204, unknown names as 404")
  func served() throws {
    let path = try archive(
      [(0, 0, 0, Self.png)], metadata: [("attribution", #"&copy; <a href="https://x">Me</a>"#)])
    let site = try WebSite(web: "[map]\ntiles = My map:\(path)\n")
    let tile = try site.get("/tiles/My%20map/0/0/0")
    #expect(
      tile.status == 200 && tile.headers["content-type"] == "image/png" && tile.body == Self.png)
    #expect(try site.get("/tiles/My%20map/5/1/1").status == 204)
    for path in ["/tiles/Other/0/0/0", "/tiles/My%20map/a/0/0", "/tiles/My%20map/0/0/0/0"] {
      #expect(try site.get(path).status == 404, "\(path)")
    }
    let map = try site.get("/map.json").json?["tiles"]?.array?.first
    #expect(map?["attribution"]?.string == "© Me" && map?["tile_size"]?.int == 512)
  }
}
