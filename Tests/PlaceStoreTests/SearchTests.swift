import Geography
import PlaceStore
import Places
import TestSupport
import Testing

@Suite("Searching names")
struct SearchTests {
  private let here = at(60.1699, 24.9384)

  private func store(_ drafts: [PlaceDraft]) throws -> PlaceStore {
    let store = try PlaceStore(path: "", access: .memory)
    for draft in drafts { _ = try store.add(draft) }
    return store
  }

  private func names(
    _ store: PlaceStore, _ query: String, limit: Int = 10, category: String? = nil
  ) throws -> [String] {
    try store.search(query, near: here, category: category, limit: limit).map(\.name)
  }

  /// A place so far from here, northwards.
  private func draft(_ name: String, _ meters: Double, category: String? = nil) -> PlaceDraft {
    PlaceDraft(name: name, position: here.moved(meters, towards: 0), category: category)
  }

  @Test("pelias/pelias#338: IHOP, asked for on an IHOP, is first")
  func ihop() throws {
    var drafts = (1...700).map { draft("IHOP", Double($0) * 3000) }
    drafts += (1...300).map { draft("IHOP Supply \($0)", Double($0) * 10) }
    drafts.append(draft("IHOP", 0))
    let store = try store(drafts)
    let found = try store.search("IHOP", near: here, limit: 10)
    #expect(found.first?.position == drafts.last?.position)
  }

  @Test("pelias/pelias#436: the order does not change while the last letter is typed")
  func stablePrefix() throws {
    var drafts: [PlaceDraft] = []
    for index in 1...30 {
      drafts.append(draft("Subway", Double(index) * 700))
      drafts.append(draft("Subway Station \(index)", Double(index) * 450))
      drafts.append(draft("Subwater", Double(index) * 300))
    }
    let store = try store(drafts)
    func ids(_ query: String) throws -> [Int] {
      try store.search(query, near: here, limit: 30).filter { $0.name.hasPrefix("Subway") }
        .map(\.id)
    }
    let all = try ids("subway")
    let typed = try ids("subwa")
    #expect(typed == all.filter(typed.contains))
    #expect(typed.count >= 5)
  }

  @Test("pelias/api#287: an exact name far away is still on the page")
  func farExact() throws {
    var drafts = (1...500).map { draft("Paris Café \($0)", Double($0) * 5) }
    drafts.append(PlaceDraft(name: "Paris", position: at(48.8566, 2.3522), category: "city"))
    let store = try store(drafts)
    for limit in [1, 3, 10] {
      #expect(try names(store, "paris", limit: limit).contains("Paris"))
    }
    #expect(try store.search("paris", near: here, limit: 10).count == 10)
  }

  @Test("The nearest of equal names is first, ties go by number")
  func equalNames() throws {
    let store = try store([
      draft("Lidl", 5000, category: "supermarket"), draft("LIDL", 100), draft("Lidl", 900),
      draft("Lidl", 900), draft("Lidl", 400_000, category: "supermarket"),
    ])
    #expect(try store.search("lidl", near: here, limit: 10).map(\.id) == [2, 3, 4, 1, 5])
    #expect(try store.search("lidl", limit: 10).count == 5)
  }

  @Test(
    "Names are found by their ASCII spelling and by their own",
    arguments: [
      ("Łódź Fabryczna", "lodz"), ("Łódź Fabryczna", "Łódź fab"), ("København H", "kobenhavn"),
      ("København H", "koebenhavn"), ("Straße des 17. Juni", "strasse"), ("Ёлка", "elka"),
      ("Ёлка", "yolka"), ("Ёлка", "елка"), ("Æbleskiver", "aeble"), ("Þingvellir", "thing"),
      ("Νησί", "nisi"), ("Νησί", "νησι"), ("Café Ekberg", "cafe ek"), ("İstanbul", "istanbul"),
      ("Phở 24", "pho"), ("दिल्ली", "दिल्ली"), ("Müller", "mueller"), ("Müller", "muller"),
      ("O'Hare", "ohare"), ("O'Hare", "o'hare"), ("O'Hare", "o hare"), ("McDonald's", "mcdonalds"),
      ("Burger King", "burgerking"), ("7-Eleven", "7eleven"), ("7-Eleven", "7 el"),
      ("京都大学", "大学"), ("京都大学", "京都"), ("東京タワー", "タワー"), ("วัดพระแก้ว", "พระ"),
      ("วัดพระแก้ว", "แก้ว"), ("서울역", "울역"), ("Москва", "moskva"), ("Москва", "моск"),
    ])
  func spellings(_ name: String, _ query: String) throws {
    let store = try store([draft(name, 100), draft("Zzz", 10)])
    #expect(try names(store, query) == [name])
  }

  @Test(
    "One or two typing errors are forgiven",
    arguments: [
      ("Barcelona", "barcelna"), ("Helsinki", "helsniki"), ("München", "munchn"),
      ("Philadelphia", "philadelpia"), ("Petersburg", "petersburgh"), ("Café Ekberg", "ekbreg"),
      ("Stockmann", "tsockmann"), ("Stockmann", "xtockmann"), ("Stockmann", "stokmnn"),
      ("Kamppi", "kampi"), ("Central Park", "cetral park"), ("Central Park", "central prak"),
      ("Fazer Café", "fazre"), ("Linnanmäki", "linanmaki"), ("Rautatientori", "rautatientro"),
    ])
  func typos(_ name: String, _ query: String) throws {
    let store = try store([draft(name, 500), draft("Zebra", 10), draft("Quux Oyster", 20)])
    #expect(try names(store, query).first == name)
  }

  @Test(
    "One letter finds the words that begin with it, the nearest first",
    arguments: [("Kappeli", "k"), ("Café Ursula", "U"), ("東京塔", "塔"), ("Ёлка", "e")])
  func oneLetter(name: String, query: String) throws {
    let others = (1...200).map { draft("Bar \(name) \($0)", 20_000 + Double($0) * 100) }
    let store = try store(others + [draft(name, 300), draft("Zoo", 1)])
    #expect(try names(store, query).first == name)
    #expect(try !names(store, query).contains("Zoo"))
  }

  @Test("Places of a source that is hidden change nothing, however many and near they are")
  func hidden() throws {
    let others = (1...40).map { draft("Bar Nord \($0)", 15_000 + Double($0) * 1000) }
    var own = (1...600).map { draft("Bar \($0)", Double($0)) }
    for index in own.indices { own[index].source = "own" }
    let (alone, mixed) = (try store(others), try store(own + others))
    for query in ["b", "ba", "bar", "bar 7", "bsr nord"] {
      func found(_ store: PlaceStore) throws -> [String] {
        try store.search(query, near: here, hiding: "own", limit: 10).map(\.name)
      }
      #expect(try found(mixed) == found(alone), "\(query)")
    }
  }

  @Test("Other names find a place; the one shown ranks first")
  func otherNames() throws {
    let store = try store([
      PlaceDraft(
        name: "Helsinki", position: here, names: ["sv": "Helsingfors", "alt_name": "Stadi"]),
      draft("Helsingfors Bar", 100),
    ])
    #expect(try names(store, "stadi") == ["Helsinki"])
    #expect(try Set(names(store, "helsingfors")) == ["Helsinki", "Helsingfors Bar"])
    #expect(try store.places(named: "Helsingfors", near: here).map(\.name) == ["Helsinki"])
    #expect(
      try store.places(named: "helsingfors ba", near: here).map(\.name) == ["Helsingfors Bar"])
  }

  @Test("Words in any order and in the middle of a name")
  func order() throws {
    let store = try store([draft("Helsinki Central Railway Station", 100), draft("Central", 50)])
    #expect(try names(store, "station central").first == "Helsinki Central Railway Station")
    #expect(try names(store, "rail sta").first == "Helsinki Central Railway Station")
    #expect(try names(store, "central") == ["Central", "Helsinki Central Railway Station"])
  }

  @Test("Category and distance narrow the search")
  func narrowed() throws {
    let store = try store([
      draft("Kappeli", 100, category: "restaurant"), draft("Kappeli", 200, category: "bus_stop"),
      draft("Kappeli", 9000, category: "restaurant"),
    ])
    let food = try store.search("kappeli", near: here, category: "food", limit: 10)
    #expect(food.map(\.id) == [1, 3])
    let near = try store.search("kappeli", near: here, withinMeters: 5000, limit: 10)
    #expect(near.map(\.id) == [1, 2])
    #expect(throws: StoreError.self) {
      try store.search("kappeli", category: "nonsense", limit: 10)
    }
  }

  @Test(
    "What is no word finds nothing, and nothing is taken for a command",
    arguments: [
      "", " ", "\"", "*", "'", "AND", "a OR", "name:", "-x", "(", "{name}", "\0", "NEAR(", "^",
      "%", "_", "\u{10FFFF}", String(repeating: "a ", count: 500),
      String(repeating: "x", count: 5000), "🏠",
    ])
  func commands(_ query: String) throws {
    let store = try store([draft("Zebra", 10)])
    #expect(try names(store, query) == [])
  }

  @Test("The index follows every edit")
  func edits() throws {
    let store = try store([draft("Alpha Bistro", 10), draft("Beta Bistro", 20)])
    _ = try store.update(id: 1, PlaceChanges(name: "Gamma Grill"))
    #expect(try names(store, "alpha") == [])
    #expect(try names(store, "gamma") == ["Gamma Grill"])
    #expect(try names(store, "bistro") == ["Beta Bistro"])
    _ = try store.update(id: 1, PlaceChanges(position: at(-30, 100)))
    #expect(try store.search("grill", near: at(-30, 100), withinMeters: 10, limit: 5).count == 1)
    _ = try store.remove(id: 2)
    #expect(try names(store, "bistro") == [])
    #expect(try names(store, "bistor") == [])
  }

  @Test("Near the poles and across the date line", arguments: [at(89.99, 0), at(10, 179.9999)])
  func edges(_ position: Coordinate) throws {
    let store = try store(
      (0..<300).map { PlaceDraft(name: "Cabin \($0)", position: at(0, Double($0) / 10)) } + [
        PlaceDraft(name: "Cabin X", position: position.moved(3000, towards: 80)),
        PlaceDraft(name: "Cabin Y", position: position.moved(2000, towards: 260)),
      ])
    let found = try store.search("cab", near: position, limit: 2)
    #expect(found.map(\.name) == ["Cabin Y", "Cabin X"])
  }

  @Test("What a scan of all names finds, the search finds", arguments: [21, 22, 23])
  func scan(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let syllables = [
      "ka", "no", "ri", "sto", "Łu", "é", "ber", "gen", "ö", "la", "京", "都", " ", "-",
    ]
    func word() -> String {
      (0..<Int.random(in: 2...5, using: &random)).map { _ in
        syllables.randomElement(using: &random)!
      }.joined()
    }
    let store = try PlaceStore(path: "", access: .memory)
    var all: [Int: String] = [:]
    for _ in 0..<400 {
      let name = word() + " " + word()
      guard !NameFolding.words(name).isEmpty else { continue }
      let place = try store.add(
        PlaceDraft(
          name: name,
          position: here.moved(
            .random(in: 0...80_000, using: &random), towards: .random(in: 0..<360, using: &random)))
      )
      all[place.id] = place.name
      if Int.random(in: 0..<4, using: &random) == 0,
        let old = all.keys.sorted().randomElement(using: &random)
      {
        _ = try store.remove(id: old)
        all[old] = nil
      }
    }
    for _ in 0..<100 {
      let query = String(word().prefix(Int.random(in: 2...4, using: &random)))
      let wanted = NameFolding.words(query)
      guard !wanted.isEmpty else { continue }
      let scanned = all.filter { _, name in
        let words = NameFolding.words(name).flatMap(NameFolding.searchableParts)
        return wanted.allSatisfy { part in words.contains { $0.hasPrefix(part) } }
      }
      guard scanned.count >= 3 else { continue }
      let found = try store.search(query, near: here, limit: 1000)
      let missing = Set(scanned.keys).subtracting(found.map(\.id))
      #expect(missing.isEmpty, "seed \(seed), '\(query)': \(missing.map { all[$0]! })")
    }
  }
}
