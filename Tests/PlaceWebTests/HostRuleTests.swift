import Testing

@testable import PlaceWeb

@Suite("Hosts and origins that a request may name")
struct HostRuleTests {
  private static func rule(_ address: String, names: [String] = []) throws -> HostRule {
    HostRule(address: try ListenAddress(parsing: address), names: names)
  }

  @Test(
    "This machine's own names open a loopback listener, whatever the port",
    arguments: [
      "127.0.0.1:8750", "localhost:8750", "LOCALHOST", "127.0.0.1", "localhost:9000", "[::1]:8750",
      "placed.localhost:8750",
    ])
  func ownNames(host: String) throws {
    #expect(try Self.rule("127.0.0.1:8750").permits(host: host))
  }

  @Test(
    "A foreign, empty or malformed host opens nothing",
    arguments: [
      nil, "", "evil.example", "evil.example:8750", "127.0.0.1.evil.example",
      "localhost.evil.example",
      "10.0.0.7:8750", "127.0.0.1:8750:1", "127.0.0.1:http", "[::1", "[::1]8750", "localhost:99999",
      "xlocalhost", "2130706433", "0x7f.1", "user@localhost",
    ] as [String?])
  func foreign(host: String?) throws {
    #expect(try !Self.rule("127.0.0.1:8750").permits(host: host))
  }

  @Test("A listener on a network takes its address and the names that are listed, and no other")
  func network() throws {
    let rule = try Self.rule("192.168.7.2:8750", names: ["car.lan"])
    for host in ["192.168.7.2:8750", "car.lan", "CAR.lan:8750"] {
      #expect(rule.permits(host: host))
    }
    for host in ["192.168.7.3", "localhost", "truck.lan"] { #expect(!rule.permits(host: host)) }
  }

  @Test("A listener on all addresses takes every literal address and no foreign name")
  func wildcard() throws {
    let rule = try Self.rule("0.0.0.0:8750")
    for host in ["192.168.7.2:8750", "127.0.0.1", "localhost", "[fe80::1]:8750"] {
      #expect(rule.permits(host: host))
    }
    #expect(!rule.permits(host: "car.lan"))
  }

  @Test("An origin is the host that was asked for, or not given")
  func origins() throws {
    let rule = try Self.rule("127.0.0.1:8750")
    let host = "127.0.0.1:8750"
    for origin in [nil, "http://127.0.0.1:8750", "https://127.0.0.1:8750"] as [String?] {
      #expect(rule.permits(origin: origin, host: host))
    }
    for origin in [
      "null", "", "http://evil.example", "http://127.0.0.1", "http://127.0.0.1:8751",
      "http://localhost:8750", "http://127.0.0.1:8750.evil.example",
    ] {
      #expect(!rule.permits(origin: origin, host: host))
    }
  }
}
