import Foundation
import JSON
import PlaceProtocol
import TestSupport
import Testing

@Suite("placed: access", .enabled(if: getuid() == 0, "other users can be had by root only"))
struct AccessTests {
  private let configuration = """
    [access]
    precise = root, user:3001, group:4001, user:3009
    approximate = user:3002, group:4002
    manage = root, user:3001
    """

  private func params(_ method: PlaceProtocol.Method) -> JSONValue {
    switch method {
    case .select, .placeGet, .placeRemove, .visitRemove, .visitUpdate: ["id": 1]
    case .search: ["query": "home"]
    case .confirm: ["place": 1, "at": ["lat": 60, "lon": 25]]
    case .placeAdd: ["name": "Evil", "lat": 1, "lon": 1]
    case .placeUpdate: ["id": 1, "name": "Evil"]
    case .forget: ["all": true]
    case .nearby: ["at": ["lat": 60, "lon": 25]]
    case .likely: ["at": ["lat": 60, "lon": 25]]
    default: [:]
    }
  }

  @Test("Users get what the lists say: by user, by group, by supplementary group")
  func levels() throws {
    let daemon = try DaemonProcess(configuration: configuration)
    for (user, group, groups, access, manage) in [
      (0, 0, [], "precise", true), (3001, 3001, [], "precise", true),
      (3002, 3002, [], "approximate", false), (3002, 4001, [4001], "approximate", false),
      (3003, 3003, [], "denied", false), (3003, 4001, [], "precise", false),
      (3003, 3003, [5, 4001], "precise", false), (3003, 3003, [4001, 4002], "approximate", false),
    ] as [(UInt32, UInt32, [UInt32], String, Bool)] {
      let client = try daemon.connect(as: user, group: group, groups: groups)
      let hello = try client.call("hello")["result"]
      #expect(hello?["access"]?.string == access, "\(user) \(group) \(groups)")
      #expect(hello?["manage"] == .bool(manage), "\(user) \(group) \(groups)")
    }
  }

  @Test("A user outside the lists learns nothing, whatever he calls")
  func denied() throws {
    let daemon = try DaemonProcess(configuration: configuration)
    _ = try daemon.result("place.add", ["name": "Secret lair", "lat": 60, "lon": 25])
    _ = try daemon.result("select", ["place": 1])
    let client = try daemon.connect(as: 3003)
    for method in PlaceProtocol.Method.allCases where method != .hello {
      let answer = try client.call(method.rawValue, params(method))
      #expect(answer["error"]?["data"]?["code"] == "denied", "\(method)")
      #expect(!"\(answer)".contains("lair"), "\(method)")
    }
    #expect(try daemon.result("place.get", ["id": 1])["name"] == "Secret lair")
  }

  @Test("A user without manage changes no place and no setting; through the client socket nobody")
  func manage() throws {
    let scratch = ScratchDirectory()
    let daemon = try DaemonProcess(
      in: scratch, configuration: configuration + "\n[socket]\nclient = \(scratch.file("c"))\n")
    _ = try daemon.result("place.add", ["name": "Mine", "lat": 60, "lon": 25])
    let clients = [
      try daemon.connect(as: 3009), try daemon.connect(as: 3001, socket: "c"),
      try daemon.connect(as: 0, socket: "c"),
    ]
    for client in clients {
      #expect(try client.call("hello")["result"]?["access"] == "precise")
      for method in PlaceProtocol.Method.allCases where method.needsManage {
        let answer = try client.call(method.rawValue, params(method))
        #expect(answer["error"]?["data"]?["code"] == "denied", "\(method)")
      }
      #expect(try client.call("selected")["result"] != nil)
    }
    #expect(try daemon.result("place.list")["places"]?.array?.count == 1)
    #expect(try daemon.result("place.get", ["id": 1])["name"] == "Mine")
  }

  @Test("An approximate user calls what the contract lists, and sees imported places only")
  func approximate() throws {
    let daemon = try DaemonProcess(configuration: configuration)
    _ = try daemon.result("place.add", ["name": "Home", "lat": 60, "lon": 25])
    let client = try daemon.connect(as: 3002)
    let allowed: Set<PlaceProtocol.Method> = [
      .hello, .status, .fix, .search, .nearby, .subscribe, .unsubscribe,
    ]
    for method in PlaceProtocol.Method.allCases {
      let answer = try client.call(method.rawValue, params(method))
      #expect(
        (answer["error"]?["data"]?["code"] == "denied") == !allowed.contains(method), "\(method)")
      #expect(!"\(answer)".contains("Home"), "\(method)")
    }
    let status = try client.call("status")["result"]
    #expect(status?.members?.map(\.name) == ["source", "health"])
    #expect(status?["source"]?.members?.map(\.name) == ["state"])
    #expect(
      try client.call("subscribe", ["events": ["likely"]])["error"]?["data"]?["code"] == "denied")
  }

  @Test("A reload that changes access is told to those connected, and takes effect at once")
  func reload() throws {
    let daemon = try DaemonProcess(configuration: configuration)
    let client = try daemon.connect(as: 3002)
    _ = try client.call("subscribe", ["events": ["access"]])
    let bystander = try daemon.connect(as: 3001)
    _ = try bystander.call("subscribe", ["events": ["access", "selected"]])
    for (precise, approximate, access) in [
      ("root, user:3002, user:3001", "none", "precise"), ("root, user:3001", "none", "denied"),
      ("root, user:3001", "user:3002", "approximate"),
    ] {
      _ = try daemon.scratch.write(
        "[access]\nprecise = \(precise)\napproximate = \(approximate)\nmanage = root\n",
        to: "placed.conf")
      _ = try daemon.result("reload")
      let note = try client.notification("access")
      #expect(note?["access"]?.string == access && note?["manage"] == false)
      #expect(
        try (client.call("selected")["result"] != nil) == (access == "precise"), "\(access)")
    }
    // The bystander lost manage in the first reload, and was told nothing else.
    #expect(try bystander.notification("access")?["manage"] == false)
    _ = try bystander.call("hello")
    #expect(bystander.takeLine() == nil)
  }
}
