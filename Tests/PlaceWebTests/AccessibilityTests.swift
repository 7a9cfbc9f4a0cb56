import Foundation
import Geography
import TestSupport
import Testing

/// The page for those who do not see it, or cannot point, in a real browser.
@Suite(
  "The map page for everybody", .serialized,
  .enabled(if: Browser.path != nil, "needs chromium-headless-shell or chromium"))
struct AccessibilityTests {
  private static let places = """
    {"type":"FeatureCollection","features":[{"type":"Feature","id":"h","geometry":{"type":"Point",
    "coordinates":[24.9401,60.17005]},"properties":{"name":"Harbour Office"}},
    {"type":"Feature","id":"c","geometry":{"type":"Point","coordinates":[24.9405,60.1702]},
    "properties":{"name":"Cafe"}}]}
    """

  private func open(isDark: Bool = false, query: String = "") throws -> (WebSite, Browser) {
    let site = try WebSite(places: Self.places)
    for _ in 0..<3 { site.receiver.send(Coordinate(latitude: 60.17, longitude: 24.94)!) }
    let browser = try Browser(width: 1280, height: 900, isDark: isDark)
    try browser.open(site.address(query))
    try browser.wait("document.querySelectorAll('#likely li').length === 2")
    return (site, browser)
  }

  @Test("Every control has a name; the list, the marker and the status are announced")
  func names() throws {
    let (site, browser) = try open()
    defer { withExtendedLifetime(site) {} }
    try browser.click("#likely li")
    try browser.wait("document.querySelector('.selected-marker')")
    try browser.click("#layers summary")
    let tree = try browser.accessibilityTree()
    let controls: Set<String> = [
      "button", "textbox", "searchbox", "tab", "radio", "checkbox", "combobox", "link",
      "DisclosureTriangle",
    ]
    let nameless = tree.filter { controls.contains($0.role) && $0.name.isEmpty }
    #expect(nameless.isEmpty, "\(nameless)")
    #expect(tree.filter { controls.contains($0.role) }.count > 12)
    let unnamed = tree.filter { $0.isFocusable && $0.name.isEmpty && $0.role != "RootWebArea" }
    #expect(unnamed.isEmpty, "\(unnamed)")
    #expect(tree.contains { $0.role == "list" })
    #expect(tree.contains { $0.role == "button" && $0.name.hasPrefix("Selected place: ") })
    #expect(tree.filter { $0.role == "listitem" }.count >= 2)
    #expect(try browser.text("document.querySelector('#status').getAttribute('role')") == "status")
    try browser.wait("document.querySelector('#announce').textContent.startsWith('Selected: ')")
  }

  @Test("Text has a contrast of 4.5 at least, by day and by night", arguments: [false, true])
  func contrast(isDark: Bool) throws {
    let (site, browser) = try open(isDark: isDark)
    defer { withExtendedLifetime(site) {} }
    try browser.click("#likely li")
    try browser.wait("document.querySelector('.leaflet-popup strong')")
    try browser.click("#layers summary")
    let script = """
      (() => {
        const parse = (c) => (c.match(/[\\d.]+/g) ?? []).map(Number);
        const channel = (v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
        const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
        const bad = [];
        let count = 0;
        for (const e of document.querySelectorAll('body *')) {
          const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== '');
          if (!own || !e.checkVisibility() || e.closest('.only-read, .skip, option')) continue;
          let ground = null;
          for (let p = e; p && !ground; p = p.parentElement) {
            const c = parse(getComputedStyle(p).backgroundColor);
            if (c.length === 3 || c[3] === 1) ground = c;
          }
          const text = parse(getComputedStyle(e).color);
          const [a, b] = [light(text), light(ground ?? [255, 255, 255])];
          const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          count += 1;
          if (ratio < 4.5) bad.push(`${e.tagName} ${e.id} ${e.textContent.trim().slice(0, 30)} ${ratio.toFixed(2)}`);
        }
        return count < 15 ? `only ${count}` : bad.join('; ');
      })()
      """
    #expect(try browser.text(script) == "")
  }

  @Test(
    "Targets are 48 pixels high at least, 76 in a kiosk", arguments: [("", 48), ("&kiosk", 76)])
  func targets(query: String, least: Int) throws {
    let (site, browser) = try open(query: query)
    defer { withExtendedLifetime(site) {} }
    try browser.click("#layers summary")
    let small = try browser.text(
      """
      [...document.querySelectorAll('button, summary, input[type=search], label.choice')]
        .filter((e) => e.checkVisibility())
        .map((e) => [e.id || e.textContent.trim(), e.getBoundingClientRect()])
        .filter(([, r]) => r.height < \(least) - 0.5 || r.width < 44)
        .map(([name, r]) => `${name} ${r.width}x${r.height}`).join('; ')
      """)
    #expect(small == "")
  }

  @Test("Everything is done with the keyboard: tabs, a place, and back")
  func keyboard() throws {
    let (site, browser) = try open()
    try browser.evaluate("document.querySelector('#tab-likely').focus(); 1")
    try browser.press("ArrowRight", code: 39)
    try browser.wait(
      "document.activeElement.id === 'tab-visits' && !document.querySelector('#visits-page').hidden"
    )
    try browser.press("ArrowLeft", code: 37)
    try browser.press("Tab", code: 9)
    try browser.wait("document.activeElement.closest('#likely li')")
    try browser.press("Enter", code: 13)
    try browser.wait("document.querySelector('#selected').textContent !== ''")
    // New fixes come, and the row that has the focus keeps it.
    site.receiver.send(Coordinate(latitude: 60.1701, longitude: 24.9401)!)
    try browser.wait("placed.state.fix.lat > 60.17005")
    #expect(try browser.text("Boolean(document.activeElement.closest('#likely li'))") == "true")
  }

  @Test("The sun is where the almanac says")
  func sun() throws {
    let (site, browser) = try open()
    defer { withExtendedLifetime(site) {} }
    // Helsinki, midsummer noon and midnight by the sun, and equinox at the equator, from the formula
    // 90 - |latitude - declination| at upper and |latitude + declination| - 90 at lower transit.
    for (time, latitude, longitude, elevation) in [
      ("2026-06-21T10:22:00Z", 60.17, 24.94, 53.27), ("2026-06-21T22:22:00Z", 60.17, 24.94, -6.39),
      ("2026-03-20T12:07:30Z", 0, 0, 89.9),
    ] as [(String, Double, Double, Double)] {
      let found = try browser.number(
        "import('/js/sun.js').then((m) => m.sunElevation(new Date('\(time)'), \(latitude), \(longitude)))"
      )
      #expect(abs(found - elevation) < 0.25, "\(time): \(found)")
    }
  }
}
