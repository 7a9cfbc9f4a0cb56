import Foundation
import Geography
import TestSupport
import Testing

/// What the map draws, in a real browser, from real tiles.
@Suite(
  "Layers of the map", .serialized,
  .enabled(if: Browser.path != nil, "needs chromium-headless-shell or chromium"),
  .enabled(if: SharedData.isPresent, "needs the trial tiles"))
struct LayerTests {
  private static let vaduz = Coordinate(latitude: 47.1401, longitude: 9.5221)!

  private func site(overlay: String? = nil) throws -> WebSite {
    var settings = """
      [map]
      tiles = Streets:\(SharedData.path("data/tiles/liechtenstein-vector.mbtiles"))
      tiles = Aerial:\(SharedData.path("data/tiles/whitney-raster.mbtiles"))

      """
    if let overlay { settings += "overlay = Plan:\(overlay)\n" }
    let site = try WebSite(
      web: settings,
      places: """
        {"type":"FeatureCollection","features":[{"type":"Feature","id":"a","geometry":{"type":"Point",
        "coordinates":[9.5225,47.1403]},"properties":{"name":"Town hall"}}]}
        """)
    for _ in 0..<3 { site.receiver.send(Self.vaduz) }
    return site
  }

  /// Pixels of a canvas, read from a copy: the browser warns of reading the page's own repeatedly.
  private static let pixels = """
    ((c, x, y, w, h) => {
      const copy = new OffscreenCanvas(c.width, c.height).getContext('2d', {willReadFrequently: true});
      copy.drawImage(c, 0, 0);
      return copy.getImageData(x, y, w, h).data;
    })
    """

  /// How many colours the canvases of a pane show: a blank one shows one or none.
  private static func colours(_ pane: String) -> String {
    """
    (() => { const seen = new Set();
      for (const c of document.querySelectorAll('.leaflet-\(pane)-pane canvas')) {
        const d = \(pixels)(c, 0, 0, c.width, c.height);
        for (let i = 0; i < d.length; i += 404 * 4) seen.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]);
      } return seen.size; })()
    """
  }

  @Test("Vector tiles are painted by day and by night, with names, also beyond their deepest level")
  func vector() throws {
    let site = try site()
    let browser = try Browser()
    try browser.open(site.address())
    try browser.wait("window.placed && placed.state.fix")
    try browser.wait("\(Self.colours("tile")) > 12")
    try browser.wait("\(Self.colours("labels")) > 4")
    let pixel =
      "\(Self.pixels)(document.querySelector('.leaflet-tile-pane canvas'), 3, 3, 1, 1).join()"
    let day = try browser.text(pixel)
    try browser.evaluate("document.querySelector('#themes input[value=dark]').click(); 1")
    try browser.wait("\(pixel) !== '\(day)'")
    try browser.evaluate("placed.map.setZoom(18, {animate: false}); 1")
    try browser.wait("placed.map.getZoom() === 18 && \(Self.colours("tile")) > 5")
    #expect(browser.complaints.isEmpty, "\(browser.complaints)")
  }

  @Test("Raster tiles are images of their own size; where there are none the map is not an error")
  func raster() throws {
    let site = try site()
    let browser = try Browser()
    try browser.open(site.address())
    try browser.wait("window.placed && placed.state.fix")
    try browser.click("#layers summary")
    try browser.click("#tiles input[value=Aerial]")
    try browser.dragMap(x: 60, y: 60)
    try browser.evaluate("placed.map.setView([36.577, -118.29], 14, {animate: false}); 1")
    try browser.wait(
      "[...document.querySelectorAll('.leaflet-tile-pane img')].some((e) => e.complete && e.naturalWidth === 512)"
    )
    try browser.wait("/QGIS/.test(document.querySelector('#attribution').textContent)")
    #expect(browser.complaints.isEmpty, "\(browser.complaints)")
  }

  @Test("Without tiles there are places with names, a grid and a scale")
  func none() throws {
    let site = try site()
    let browser = try Browser()
    try browser.open(site.address())
    try browser.wait("window.placed && placed.state.fix")
    try browser.click("#layers summary")
    try browser.click("#tiles input[value=none]")
    try browser.wait("document.documentElement.dataset.tiles === 'none'")
    try browser.wait("\(Self.colours("tile")) > 1")
    try browser.wait("\(Self.colours("labels")) > 1")
    #expect(
      try browser.text("document.querySelector('.leaflet-control-scale-line').textContent") != "")
    try browser.call("Page.reload")
    try browser.wait("document.documentElement.dataset.tiles === 'none'")
  }

  @Test("A GeoJSON overlay is switched on and off, level by level")
  func overlay() throws {
    let scratch = ScratchDirectory()
    let square = { (level: Int) in
      """
      {"type":"Feature","properties":{"name":"Level \(level)","level":"\(level)"},"geometry":{"type":
      "Polygon","coordinates":[[[9.521,47.139],[9.523,47.139],[9.523,47.141],[9.521,47.139]]]}}
      """
    }
    let file = try scratch.write(
      #"{"type":"FeatureCollection","features":[\#(square(0)),\#(square(1)),\#(square(1))]}"#,
      to: "plan.geojson")
    let site = try site(overlay: file)
    let browser = try Browser()
    try browser.open(site.address())
    try browser.wait("window.placed && placed.state.fix")
    let shapes = "document.querySelectorAll('path.overlay-shape').length"
    #expect(try browser.number(shapes) == 0)
    try browser.click("#layers summary")
    try browser.click("#overlays input")
    try browser.wait("\(shapes) === 1")
    try browser.evaluate(
      "(() => { const e = document.querySelector('#level'); e.value = '1'; e.onchange(); return 1; })()"
    )
    try browser.wait("\(shapes) === 2")
    try browser.click("#overlays input")
    try browser.wait("\(shapes) === 0")
    #expect(browser.complaints.isEmpty, "\(browser.complaints)")
  }
}
