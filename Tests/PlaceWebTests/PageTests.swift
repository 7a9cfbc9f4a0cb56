import Foundation
import Geography
import TestSupport
import Testing

/// The page in a real browser, against a real daemon that hears a receiver.
@Suite(
  "The map page in a browser", .serialized,
  .enabled(if: Browser.path != nil, "needs chromium-headless-shell or chromium"))
struct PageTests {
  private static let start = Coordinate(latitude: 60.17, longitude: 24.94)!

  /// A harbour by the start, a café a little off, and a name that tries to be markup.
  private static let places = """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","id":"h","geometry":{"type":"Point","coordinates":[24.9401,60.17005]},
     "properties":{"name":"Harbour Office","addr:street":"Quay","addr:housenumber":"1","addr:city":"Helsinki"}},
    {"type":"Feature","id":"c","geometry":{"type":"Point","coordinates":[24.9405,60.1702]},
     "properties":{"name":"Café Köket","amenity":"cafe"}},
    {"type":"Feature","id":"x","geometry":{"type":"Point","coordinates":[24.9397,60.1699]},
     "properties":{"name":"<img src=x onerror=alert(1)>","shop":"yes"}}]}
    """

  private func open(
    _ site: WebSite, width: Int = 1280, height: Int = 720, isDark: Bool = false, query: String = ""
  ) throws -> Browser {
    let browser = try Browser(width: width, height: height, isDark: isDark)
    try browser.open(site.address(query))
    try browser.wait("window.placed && placed.state.access")
    return browser
  }

  private func rest(_ site: WebSite, seconds: Int = 3) {
    for _ in 0..<seconds { site.receiver.send(Self.start) }
  }

  @Test(
    "The dot moves with the vehicle and the map follows; dragging pauses it, the button resumes")
  func follow() throws {
    let site = try WebSite()
    let browser = try open(site)
    #expect(try browser.text("!document.querySelector('#waiting').hidden") == "true")
    var position = Self.start
    func drive(_ seconds: Int) {
      for _ in 0..<seconds {
        position = position.moved(15, towards: 90)
        site.receiver.send(position, metersPerSecond: 15)
        usleep(60_000)
      }
    }
    drive(2)
    try browser.wait("placed.state.fix && document.querySelector('.dot')")
    #expect(try browser.number("placed.map.getZoom()") == 15)
    #expect(try browser.text("document.querySelector('#waiting').hidden") == "true")
    let first = try browser.number("placed.map.getCenter().lng")
    drive(40)
    try browser.wait("placed.map.getCenter().lng > \(first) + 0.004")
    try browser.wait("document.querySelector('.dot.moving')")
    // The address has no token any more.
    #expect(try browser.text("location.search") == "")

    try browser.evaluate("placed.map.options.inertia = false; 1")
    try browser.dragMap(x: 150, y: 90)
    try browser.wait("document.querySelector('#follow').getAttribute('aria-pressed') === 'false'")
    let paused = try browser.number("placed.map.getCenter().lng")
    drive(20)
    try browser.wait("Math.abs(placed.state.fix.lon - \(position.longitude)) < 1e-4")
    #expect(abs(try browser.number("placed.map.getCenter().lng") - paused) < 1e-6)
    try browser.tap("#follow")
    drive(2)
    try browser.wait("Math.abs(placed.map.getCenter().lng - placed.state.fix.lon) < 0.0008")
    #expect(browser.complaints.isEmpty, "\(browser.complaints)")
  }

  @Test("A tap selects: marker, title and snippet appear here, on another page and in placectl")
  func select() throws {
    let site = try WebSite(places: Self.places)
    let browser = try open(site, width: 800, height: 480)
    let other = try open(site)
    rest(site)
    try browser.wait("document.querySelectorAll('#likely [data-place-id]').length === 3")
    let sum = try browser.number(
      "[...document.querySelectorAll('#likely [data-place-id]')]"
        + ".reduce((s, e) => s + Number(e.dataset.likelihood), 0)")
    #expect(sum > 0 && sum <= 1.0001)
    let row = "#likely [data-place-id]:nth-child(1)"
    let name = try browser.text("document.querySelector('\(row) strong').textContent")
    try browser.tap(row)
    for page in [browser, other] {
      try page.wait("document.querySelector('.selected-marker')")
      #expect(try page.text("document.querySelector('#selected').textContent") == name)
      try page.wait(
        "document.querySelector('.leaflet-popup strong')?.textContent === placed.state.selected.marker.title"
      )
    }
    let selected = try site.placectl(["selected"])["selected"]
    #expect(selected?["marker"]?["title"]?.string == name)
    #expect(
      try browser.text("document.querySelector('#snippet').textContent") == selected?["marker"]?[
        "snippet"]?.string ?? "")

    try browser.call("Page.reload")
    try browser.wait(
      "document.querySelector('.selected-marker') && document.querySelector('#selected').textContent !== ''"
    )
    #expect(try browser.text("document.querySelector('#selected').textContent") == name)

    try browser.tap("#clear")
    for page in [browser, other] {
      try page.wait(
        "!document.querySelector('.selected-marker') && document.querySelector('#selected').textContent === ''"
      )
    }
    #expect(try site.placectl(["selected"])["selected"] == .null)
    #expect(browser.complaints.isEmpty && other.complaints.isEmpty)
  }

  @Test("Names are text, never markup; nothing is loaded from elsewhere and no policy is broken")
  func hostileName() throws {
    let site = try WebSite(places: Self.places)
    let browser = try open(site)
    rest(site)
    try browser.evaluate(
      "window.alerted = false; window.alert = () => { window.alerted = true; }; 1")
    let hostile =
      "[...document.querySelectorAll('#likely li')].find((e) => e.textContent.includes('<img src=x'))"
    try browser.wait(hostile)
    try browser.evaluate("\(hostile).firstChild.click(); 1")
    try browser.wait(
      "document.querySelector('#selected').textContent === '<img src=x onerror=alert(1)>'")
    try browser.wait(
      "document.querySelector('.leaflet-popup strong').textContent.startsWith('<img')")
    try browser.click("#search")
    try browser.type("img")
    try browser.wait("document.querySelector('#results li')")
    try browser.click("#search-clear")
    for tab in ["visits", "explain", "likely"] { try browser.click("#tab-\(tab)") }
    #expect(try browser.number("document.querySelectorAll('img[src=x]').length") == 0)
    #expect(try browser.text("window.alerted") == "false")
    #expect(browser.complaints.isEmpty, "\(browser.complaints)")
    let own = "http://127.0.0.1:\(site.port)/"
    let foreign = browser.requests.filter {
      !$0.hasPrefix(own) && !$0.hasPrefix("data:") && !$0.hasPrefix("blob:") && $0 != "about:blank"
    }
    #expect(browser.requests.count > 10 && foreign.isEmpty, "\(foreign)")
  }

  @Test("Search finds by a part of the name without its accents, on list and map; Escape ends it")
  func search() throws {
    let site = try WebSite(places: Self.places)
    let browser = try open(site)
    rest(site)
    try browser.wait("placed.state.fix")
    try browser.click("#search")
    try browser.type("koket")
    try browser.wait("document.querySelectorAll('#results [data-place-id]').length === 1")
    #expect(
      try browser.text("document.querySelector('#results strong').textContent") == "Café Köket")
    try browser.wait("document.querySelector('.likely-marker.result')")
    try browser.press("Escape", code: 27)
    try browser.wait(
      "document.querySelector('#found').hidden && !document.querySelector('.likely-marker.result')")
    try browser.type("nothing like it")
    try browser.wait("document.querySelector('#found .empty').textContent !== ''")
    try browser.press("Escape", code: 27)
    try browser.type("koket")
    try browser.wait("document.querySelector('#results [data-place-id]')")
    try browser.tap("#results [data-place-id]")
    try browser.wait("document.querySelector('#selected').textContent === 'Café Köket'")
  }

  @Test("Day and night follow the system, and can be switched by hand")
  func themes() throws {
    let site = try WebSite()
    let browser = try open(site, isDark: true)
    let ground = "getComputedStyle(document.body).backgroundColor"
    #expect(try browser.text("document.documentElement.dataset.theme") == "dark")
    let night = try browser.text(ground)
    try browser.call(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-color-scheme", "value": "light"]]])
    try browser.wait("document.documentElement.dataset.theme === 'light'")
    #expect(try browser.text(ground) != night)
    try browser.click("#layers summary")
    try browser.click("#themes input[value=dark]")
    try browser.wait("document.documentElement.dataset.theme === 'dark'")
    try browser.call("Page.reload")
    try browser.wait("window.placed && document.documentElement.dataset.theme === 'dark'")
  }

  @Test("A daemon that stops is said to have, and the page recovers by itself when it is back")
  func recovery() throws {
    let site = try WebSite(places: Self.places)
    let browser = try open(site)
    rest(site)
    try browser.wait("document.documentElement.dataset.state === 'live'")
    site.daemon.stop()
    try browser.wait("document.documentElement.dataset.state === 'lost'")
    #expect(try browser.text("document.querySelector('#status').textContent").contains("placed"))
    #expect(try browser.text("Boolean(document.querySelector('.dot'))") == "true")
    let again = try site.restartDaemon()
    try wait("the page recovers", seconds: 60) {
      rest(site, seconds: 1)
      return try browser.text("document.documentElement.dataset.state") == "live"
    }
    again.stop()
  }

  @Test("An old position is shown as old, with its age")
  func stale() throws {
    let site = try WebSite(configuration: "[source]\nstale_after = 1 s\n")
    let browser = try open(site)
    rest(site)
    try browser.wait("document.documentElement.dataset.state === 'live'")
    try browser.wait("document.documentElement.dataset.state === 'stale'")
    try browser.wait("/\\d+ s/.test(document.querySelector('#status').textContent)")
    rest(site)
    try browser.wait("document.documentElement.dataset.state === 'live'")
  }

  @Test("Without a fix the map shows the default location, and says what it waits for")
  func waiting() throws {
    let site = try WebSite(configuration: "[places]\ndefault_location = 47.14, 9.52\n")
    let browser = try open(site)
    try browser.wait("Math.abs(placed.map.getCenter().lat - 47.14) < 0.001")
    #expect(try browser.text("document.documentElement.dataset.state") == "waiting")
    #expect(try browser.text("document.querySelector('#waiting h2').textContent") != "")
  }

  @Test(
    "Whoever may not see positions is told so; a coarse one is shown at its own level",
    .enabled(if: geteuid() == 0, "needs root, to be another user"))
  func levels() throws {
    let nobody: UInt32 = 65534
    let denied = try WebSite(user: nobody)
    rest(denied)
    let browser = try Browser()
    try browser.open(denied.address())
    try browser.wait("document.documentElement.dataset.state === 'denied'")
    #expect(
      try browser.text("document.querySelector('#waiting h2').textContent").contains("access"))
    #expect(try browser.text("Boolean(document.querySelector('.dot'))") == "false")

    let coarse = try WebSite(
      configuration: "[access]\napproximate = *\n", places: Self.places, user: nobody)
    rest(coarse)
    // Coarse positions are released at instants of one schedule, every 15 minutes.
    coarse.receiver.pause(seconds: 1000)
    rest(coarse)
    let other = try open(coarse)
    try other.wait("document.querySelector('.dot.vague')")
    #expect(try other.number("placed.map.getZoom()") <= 10)
    #expect(try other.text("document.querySelector('#status').textContent").contains("Approximate"))
    #expect(try other.number("document.querySelectorAll('#likely li').length") == 0)
    #expect(try other.number("document.querySelectorAll('.likely-marker').length") == 0)
    #expect(other.complaints.isEmpty, "\(other.complaints)")
  }

  @Test("Visits of today are listed, can be corrected and removed; the reason for a place is shown")
  func visits() throws {
    let now = Date().timeIntervalSince1970.rounded(.down)
    let site = try WebSite(
      places: Self.places, startingAt: try #require(UTCTime(seconds: now - 1200)))
    for index in 0..<20 {
      site.receiver.send(
        Self.start.moved(Double(20 - index) * 20, towards: 270), metersPerSecond: 20)
    }
    rest(site, seconds: 200)
    let browser = try open(site)
    try browser.wait("placed.state.visit")
    try browser.click("#tab-visits")
    try browser.wait("document.querySelectorAll('#visits [data-visit-id]').length === 1")
    try browser.click("#visits .tool:nth-of-type(2)")
    try browser.wait(
      "document.querySelector('#dialog').open && document.querySelector('#dialog-body li')")
    try browser.evaluate(
      "[...document.querySelectorAll('#dialog-body li')].find((e) => e.textContent.includes('Harbour')).firstChild.click(); 1"
    )
    try browser.click("#dialog-confirm")
    try browser.wait("/Harbour Office/.test(document.querySelector('#visits').textContent)")
    try browser.wait("/confirmed/.test(document.querySelector('#visits').textContent)")
    let stored = try site.placectl(["visits"])["visits"]?.array?.first
    #expect(stored?["place"]?["name"]?.string == "Harbour Office")

    try browser.click("#tab-explain")
    try browser.wait("document.querySelectorAll('#explain tbody tr').length === 4")
    try browser.wait("document.querySelectorAll('#explain li').length > 0")
    try browser.click("#tab-visits")
    try browser.wait("document.querySelector('#visits [data-visit-id]')")
    try browser.click("#visits .tool:nth-of-type(3)")
    try browser.wait("document.querySelector('#dialog').open")
    try browser.click("#dialog-confirm")
    try browser.wait("document.querySelectorAll('#visits li').length === 0")
    #expect(try site.placectl(["visits"])["visits"]?.array?.isEmpty == true)
    #expect(browser.complaints.isEmpty, "\(browser.complaints)")
  }

  @Test("A long press saves a place, which is searched for and listed like any other")
  func save() throws {
    let site = try WebSite()
    let browser = try open(site)
    rest(site)
    try browser.wait("placed.state.fix")
    try browser.evaluate(
      "placed.map.fire('contextmenu', {latlng: placed.map.getCenter()}); 1")
    try browser.wait("document.querySelector('#dialog').open")
    try browser.evaluate("document.querySelector('#dialog-body input').focus(); 1")
    try browser.type("My <b>quay</b>")
    try browser.press("Enter", code: 13)
    try browser.wait(
      "[...document.querySelectorAll('#likely strong')].some((e) => e.textContent === 'My <b>quay</b>')"
    )
    #expect(try browser.text("document.querySelector('#dialog').open") == "false")
  }
}
