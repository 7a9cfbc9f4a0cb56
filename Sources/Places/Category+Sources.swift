extension Category {
  static let rowsByCode: [UInt16: Row] = Dictionary(
    uniqueKeysWithValues: table.map { ($0.code, $0) })

  static let codesByWord: [String: UInt16] = Dictionary(
    uniqueKeysWithValues: table.map { ($0.word, $0.code) })

  static let codesByAlias: [String: UInt16] = Dictionary(
    table.flatMap { row in row.aliases.split(separator: " ").map { (String($0), row.code) } },
    uniquingKeysWith: { first, _ in first })

  private static let codesByTag: [String: UInt16] = Dictionary(
    table.flatMap { row in row.osm.split(separator: " ").map { (String($0), row.code) } },
    uniquingKeysWith: { first, _ in first })

  /// Popularity by code, for the inner loop of a query.
  static let popularities: [Float] = {
    var list = [Float](repeating: 1, count: Int(table.map(\.code).max() ?? 0) + 1)
    for row in table { list[Int(row.code)] = row.popularity }
    return list
  }()

  /// The keys of OpenStreetMap that say what a place is, the telling ones first. A feature with
  /// several has the category of the first; `place` alone makes it a locality.
  public static let osmKeys = [
    "amenity", "shop", "tourism", "leisure", "office", "healthcare", "craft", "historic", "highway",
    "railway", "public_transport", "aeroway", "club", "natural", "man_made", "landuse", "place",
  ]

  /// The category of an OpenStreetMap tag; nil where the key says nothing of what a place is. Of
  /// several values, apart by semicolons, the first that the vocabulary knows counts.
  public init?(osmKey key: String, value: String) {
    for part in value.split(separator: ";") {
      let tag = key + "=" + Self.normalized(String(part))
      if let code = Self.codesByTag[tag] {
        self.init(unchecked: code)
        return
      }
    }
    guard value != "no", let code = Self.codesByTag[key + "=*"] else { return nil }
    self.init(unchecked: code)
  }

  /// The category of a word of Overture Maps, such as `italian_restaurant`, or of a label of
  /// Foursquare, such as `Dining and Drinking > Restaurant > Sushi Restaurant`; nil where neither
  /// the word nor its ending is known.
  public init?(foreign label: String) {
    for part in label.split(separator: ">").reversed() {
      let word = Self.normalized(String(part))
      if let category = Category(word: word) ?? Self.byEnding(word) {
        self = category
        return
      }
    }
    return nil
  }

  /// Endings that tell the category of the many special words: `sushi_restaurant`, `fishing_store`.
  private static let endings: [(String, String)] = [
    ("restaurant", "restaurant"), ("diner", "restaurant"), ("joint", "fast_food"), ("cafe", "cafe"),
    ("coffee_shop", "cafe"), ("bar", "bar"), ("pub", "pub"), ("bakery", "bakery"),
    ("supermarket", "supermarket"), ("grocery_store", "supermarket"), ("clothing_store", "clothes"),
    ("salon", "beauty"), ("museum", "museum"), ("gallery", "gallery"), ("hotel", "hotel"),
    ("school", "school"), ("university", "university"), ("college", "college"),
    ("hospital", "hospital"), ("clinic", "clinic"), ("doctor", "doctors"), ("dentist", "dentist"),
    ("park", "park"), ("stadium", "stadium"), ("theater", "theatre"), ("theatre", "theatre"),
    ("church", "place_of_worship"), ("temple", "place_of_worship"), ("club", "club"),
    ("station", "station"), ("airport", "airport"), ("dealer", "car"), ("repair", "car_repair"),
    ("rental", "shop"), ("store", "shop"), ("shop", "shop"), ("retail", "shop"),
    ("market", "marketplace"), ("lawyer", "lawyer"), ("agency", "office"), ("office", "office"),
    ("company", "company"), ("service", "office"), ("services", "office"),
    ("contractor", "craft"), ("dining_and_drinking", "restaurant"), ("lodging", "hotel"),
    ("government", "townhall"), ("entertainment", "leisure"), ("recreation", "leisure"),
    ("medicine", "healthcare"), ("transportation", "transport"), ("event", "events_venue"),
  ]

  private static func byEnding(_ word: String) -> Category? {
    for (ending, meaning) in endings where word == ending || word.hasSuffix("_" + ending) {
      return Category(word: meaning)
    }
    return nil
  }
}
