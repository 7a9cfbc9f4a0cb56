import Foundation
import Geography
import JSON
import PlaceProtocol
import PlaceStore
import Places
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
      .hello, .status, .fix, .search, .nearby, .subscribe,
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

  @Test("What an approximate user is told does not differ by the places that the user added")
  func ownPlaces() throws {
    let names = ["Rome", "Homes & Sons", "Bakery", "Old Bakery", "Haven"]
    func answers(ownPlaces: Int) throws -> [JSONValue?] {
      let scratch = ScratchDirectory()
      let store = try PlaceStore(path: scratch.file("places.db"))
      for (index, name) in names.enumerated() {
        let position = at(60, 25).moved(Double(index) * 300, towards: 80)
        _ = try store.add(PlaceDraft(name: name, position: position, source: "osm"))
      }
      for index in 0..<ownPlaces {
        let name = ["Home", "Bakerys", "Baker's"][index % 3]
        _ = try store.add(PlaceDraft(name: name, position: at(60, 25.0001)))
      }
      let daemon = try DaemonProcess(in: scratch, configuration: configuration)
      let client = try daemon.connect(as: 3002)
      var answers: [JSONValue?] = []
      for limit in [1, 3] as [JSONValue] {
        for within in [50, 500, 50_000] as [JSONValue] {
          for query in ["home", "hom", "bakery", "baker", "bakerys", "xyz"] as [JSONValue] {
            answers.append(
              try client.call(
                "search",
                [
                  "query": query, "limit": limit, "within_m": within,
                  "at": ["lat": 60, "lon": 25.0001],
                ])["result"])
          }
          answers.append(
            try client.call(
              "nearby",
              ["limit": limit, "within_m": within, "at": ["lat": 60, "lon": 25.0001]])["result"])
        }
      }
      #expect(answers.contains { $0?["places"]?.array?.isEmpty == false })
      return answers
    }
    let without = try answers(ownPlaces: 0)
    for count in [3, 300] { #expect(try answers(ownPlaces: count) == without, "\(count)") }
  }

  @Test(
    "A day's drive shows an approximate user cells on the schedule and nothing else, whatever he asks"
  )
  func approximateDay() throws {
    let (scratch, feed) = (ScratchDirectory(), NMEAFeed())
    let start = at(60.17, 24.94)
    let shop = start.moved(4000, towards: 30)
    let database = try PlaceStore(path: scratch.file("places.db"))
    let place = try database.add(PlaceDraft(name: "Shop", position: shop, source: "osm"))
    let daemon = try DaemonProcess(
      in: scratch, configuration: configuration, arguments: feed.arguments)
    _ = try daemon.result("place.add", ["name": "Home", "lat": 60.17, "lon": 24.94])
    let client = try daemon.connect(as: 3002)
    let subscriber = try daemon.connect(as: 3002)
    _ = try subscriber.call("subscribe", ["events": ["fix", "access"]])
    var time = UTCTime("2026-05-04T00:00:03Z")!
    var (told, released): (Set<[Double]>, Set<String>) = ([], [])
    func see(_ fix: JSONValue?) throws {
      let fix = try #require(fix)
      #expect(fix.members?.map(\.name).sorted() == ["accuracy_m", "lat", "lon", "time"])
      #expect(fix["accuracy_m"]?.double ?? 0 >= 3000)
      told.insert([try #require(fix["lat"]?.double), try #require(fix["lon"]?.double)])
      released.insert(try #require(fix["time"]?.string))
    }
    var direction = 0.0
    var position = start
    for hour in 0..<24 {
      // A fix each 20 s, to and fro across several cells.
      var text = ""
      for _ in 0..<180 {
        text += Recordings.epoch(time, position, knots: 29)
        position = position.moved(300, towards: direction)
        time = time.advanced(bySeconds: 20)
      }
      direction += 100
      feed.say(text)
      try daemon.waitForFixes(before: time.advanced(bySeconds: -19))
      let fix = try client.call("fix")["result"]
      try see(fix?["fix"])
      #expect(fix?.members?.count == 1, "\(fix ?? .null)")
      let center = at(fix?["fix"]?["lat"]?.double ?? 0, fix?["fix"]?["lon"]?.double ?? 0)
      for answer in [
        try client.call("nearby", ["limit": 1]), try client.call("search", ["query": "shop"]),
      ] {
        let found = try #require(answer["result"]?["places"]?.array?.first, "hour \(hour)")
        let distance = try #require(found["distance_m"]?.double)
        #expect(abs(distance - center.distance(to: place.position)) < 1, "hour \(hour)")
        #expect(!"\(answer)".contains("Home"))
      }
      _ = try client.call("status")
    }
    while let line = subscriber.line(within: 0.3) {
      let message = try JSONValue(parsing: line.utf8)
      #expect(message["method"] == "fix" && message["params"]?.members?.count == 2)
      try see(message["params"]?["fix"])
    }
    // One schedule of 15 minutes, and positions on one grid of 2 km.
    #expect(released.count <= 97 && released.count > 90)
    let phases = Set(released.compactMap { UTCTime($0) }.map { $0.milliseconds % 900_000 })
    #expect(phases.count == 1)
    let rows = told.map { $0[0] / (2000 / Coordinate.metersPerDegree) }
    for row in rows {
      let offset = row - rows[0]
      #expect(abs(offset - offset.rounded()) < 0.01, "\(told)")
    }
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
