import Foundation
import JSON
import TestSupport
import Testing

@Suite("Who may ask the page's server, and for what")
struct SecurityTests {
  private static let paths = [
    "/", "/state", "/events", "/map.json", "/search?q=a", "/visits", "/explain", "/tiles/a/0/0/0",
    "/js/main.js", "/leaflet/leaflet.css", "/nothing", "/overlays/a",
  ]

  @Test("Without the token everything is 401, but for the health check, which tells nothing")
  func token() throws {
    let site = try WebSite()
    for path in Self.paths {
      #expect(try HTTPReply(port: site.port, "GET", path).status == 401, "\(path)")
      let wrong = ["Authorization": "Bearer \(String(site.token.reversed()))"]
      #expect(try HTTPReply(port: site.port, "GET", path, headers: wrong).status == 401, "\(path)")
    }
    for path in ["/select", "/clear", "/correct", "/remove", "/add"] {
      let reply = try HTTPReply(
        port: site.port, "POST", path, headers: ["Content-Type": "application/json"], body: "{}")
      #expect(reply.status == 401, "\(path)")
    }
    let health = try HTTPReply(port: site.port, "GET", "/healthz")
    #expect(health.status == 200 && health.json?.members?.map(\.name) == ["ok"])
    #expect(try site.get("/state").status == 200)
  }

  @Test("The token of an address becomes a cookie that scripts cannot read, and leaves the address")
  func cookie() throws {
    let site = try WebSite()
    let reply = try HTTPReply(port: site.port, "GET", "/?token=\(site.token)&kiosk")
    #expect(reply.status == 303 && reply.headers["location"] == "/?kiosk")
    let cookie = try #require(reply.headers["set-cookie"])
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
    let pair = String(cookie.prefix { $0 != ";" })
    let page = try HTTPReply(port: site.port, "GET", "/", headers: ["Cookie": "a=b; \(pair)"])
    #expect(page.status == 200 && page.headers["content-type"]?.hasPrefix("text/html") == true)
    #expect(try HTTPReply(port: site.port, "GET", "/?token=wrong").status == 401)
  }

  @Test(
    "A foreign host is refused, whatever else is right",
    arguments: ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "10.1.2.3"])
  func host(name: String) throws {
    let site = try WebSite()
    #expect(try site.get("/state", headers: ["Host": name]).status == 403)
    #expect(try site.get("/healthz", headers: ["Host": name]).status == 403)
    #expect(try site.post("/clear", "{}", headers: ["Host": name]).status == 403)
  }

  @Test("Another site's request is refused, by its origin and by what the browser says of it")
  func origin() throws {
    let site = try WebSite()
    for origin in [
      "http://evil.example", "null", "http://127.0.0.1:1", "http://localhost:\(site.port)",
    ] {
      #expect(try site.post("/clear", "{}", headers: ["Origin": origin]).status == 403, "\(origin)")
      #expect(try site.get("/state", headers: ["Origin": origin]).status == 403, "\(origin)")
    }
    for place in ["cross-site", "same-site"] {
      #expect(try site.get("/state", headers: ["Sec-Fetch-Site": place]).status == 403)
    }
    let own = ["Origin": "http://127.0.0.1:\(site.port)", "Sec-Fetch-Site": "same-origin"]
    #expect(try site.post("/clear", "{}", headers: own).status == 200)
    let link = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"]
    #expect(try site.get("/", headers: link).status == 200)
  }

  @Test("An action needs a JSON object as JSON; a form of another site cannot send one")
  func body() throws {
    let site = try WebSite()
    for type in ["text/plain", "application/x-www-form-urlencoded", ""] {
      #expect(try site.post("/clear", "{}", headers: ["Content-Type": type]).status == 415)
    }
    for body in ["[]", "x", "{", "\"a\""] { #expect(try site.post("/clear", body).status == 400) }
    let long = try site.post("/add", "{\"name\":\"" + String(repeating: "a", count: 70_000) + "\"}")
    #expect(long.status == 413)
    #expect(
      try HTTPReply(
        port: site.port, "DELETE", "/state", headers: ["Authorization": "Bearer \(site.token)"]
      ).status == 405)
  }

  @Test("Everything has a strict content policy, and only the page's own files are served")
  func headers() throws {
    let site = try WebSite()
    for path in ["/", "/state", "/js/main.js", "/nothing"] {
      let reply = try site.get(path)
      let policy = try #require(reply.headers["content-security-policy"])
      #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "\(path)")
      #expect(reply.headers["x-content-type-options"] == "nosniff")
      #expect(reply.headers["referrer-policy"] == "no-referrer")
    }
    for path in [
      "/../Package.swift", "/js/../../Package.swift", "/%2e%2e/Package.swift", "//etc/passwd",
      "/js/%2e%2e%2f%2e%2e%2fPackage.swift", "/leaflet/../../../../etc/passwd", "/.git/HEAD",
    ] {
      #expect(try site.get(path).status == 404, "\(path)")
    }
    let page = try site.get("/").text
    #expect(!page.contains("http://") && !page.contains("https://") && !page.contains("style="))
  }

  @Test("The token's file is readable by its user, and by the group where there is one, only")
  func tokenFile() throws {
    let site = try WebSite()
    var status = stat()
    #expect(stat(site.tokenPath, &status) == 0)
    #expect(status.st_mode & 0o777 == (getgrnam("placed") == nil ? 0o600 : 0o640))
    #expect(site.token.utf8.count >= 32)
    if getgrnam("placed") == nil { #expect(site.web.error.contains("no group placed")) }
  }

  @Test("A page that reads nothing is neither waited for nor remembered without bound")
  func slowReader() throws {
    let site = try WebSite()
    let slow = try HTTPConnection(port: site.port)
    slow.send(
      "GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(site.token)\r\n\r\n")
    let memory = try Self.memory(of: site.web.id)
    for index in 0..<4000 {
      site.receiver.send(.init(latitude: 60.17, longitude: 24.9 + Double(index) * 1e-5)!)
      if index % 400 == 0 {
        #expect(try site.get("/healthz").status == 200)
      }
    }
    // Datagrams may be lost; the last position is not.
    try wait("the last fix") {
      site.receiver.send(.init(latitude: 60.17, longitude: 24.94)!)
      return try site.get("/state").json?["fix"]?["lon"]?.double == 24.94
    }
    #expect(try Sanitizer.isOn || Self.memory(of: site.web.id) < memory + 6 << 20)
  }

  private static func memory(of process: pid_t) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
    return (Int(text.split(separator: " ")[1]) ?? 0) * 4096
  }
}
