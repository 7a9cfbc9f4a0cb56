/// Names as places have them: a few thousand frequent words, chains that come again and again, and
/// family names that come once.
struct SampleNames {
  private static let kinds = [
    "Café", "Restaurant", "Hotel", "Bakery", "Pharmacy", "Market", "School", "Museum", "Garage",
    "Station", "Park", "Church", "Bank", "Kiosk", "Salon", "Books", "Clinic", "Bar", "Grill",
    "Pizzeria",
    "Apteka", "Bäckerei", "Boulangerie", "Ravintola", "Kirche", "Schule", "Trattoria", "Mercado",
  ]
  private static let syllables = [
    "ka", "lo", "mi", "ne", "ra", "sto", "ber", "gen", "wal", "hu", "sa", "ti", "vo", "do", "pre",
    "li", "fa", "mar", "son", "ek", "an", "ou", "ri", "ste", "co", "ba", "tür", "né", "sky", "ov",
    "der", "gra", "ha", "jo", "kri", "lan", "mo", "ner", "os", "pe", "qui", "ros", "schu", "tal",
  ]

  private var random: Random
  private let chains: [String]
  private let words: [String]

  init(seed: UInt64) {
    var random = Random(seed: seed)
    func word(_ random: inout Random) -> String {
      let length = 2 + Int(random.next() % 3)
      let text = (0..<length).map { _ in
        Self.syllables[Int(random.next() % UInt64(Self.syllables.count))]
      }.joined()
      return text.prefix(1).uppercased() + text.dropFirst()
    }
    words = (0..<4000).map { _ in word(&random) }
    chains = (0..<300).map { _ in word(&random) + (random.unit() < 0.3 ? " " + word(&random) : "") }
    self.random = random
  }

  mutating func next() -> String {
    func pick(_ list: [String], _ random: inout Random) -> String {
      // Few are frequent: a square favours the first.
      let lot = random.unit()
      return list[Int(lot * lot * Double(list.count))]
    }
    switch random.unit() {
    case ..<0.2: return pick(chains, &random)
    case ..<0.6: return pick(Self.kinds, &random) + " " + unique()
    case ..<0.8: return unique() + " " + pick(words, &random)
    default: return pick(words, &random) + " " + pick(Self.kinds, &random)
    }
  }

  private mutating func unique() -> String {
    let length = 2 + Int(random.next() % 4)
    let text = (0..<length).map { _ in
      Self.syllables[Int(random.next() % UInt64(Self.syllables.count))]
    }.joined()
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}
