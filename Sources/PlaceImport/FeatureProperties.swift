import JSON
import Places

/// The properties of a GeoJSON feature, whoever wrote them: OpenStreetMap tags, Overture Maps,
/// Google Takeout, our own export, or something plain.
struct FeatureProperties {
  private(set) var name: String?
  private(set) var names: [String: String] = [:]
  private(set) var address = Address()
  private(set) var sourceID: String?
  private(set) var source: String?
  private(set) var radiusMeters: Double?
  private(set) var priority = 0
  private(set) var arriveAfterSeconds: Double?
  private(set) var attribution: String?
  private(set) var skip: SkipReason?
  /// A position among the properties, where the geometry's 0,0 means that it is not known.
  private(set) var isTakeout = false
  private(set) var isOverture = false
  private(set) var isOpenStreetMap = false
  private(set) var isBusStop = false
  private(set) var isStation = false

  private var category: Category?
  /// Where `category` is from: a lower number wins.
  private var categoryRank = Int.max
  private var osmType: String?
  private var osmNumber: String?

  /// What the feature is, 0 where nothing tells.
  var categoryCode: UInt16 { category?.code ?? 0 }

  /// Consumes an object of properties, or `null`.
  mutating func read(_ reader: inout JSONReader) throws(JSONError) {
    guard try reader.peek() == .object else {
      try reader.skipValue()
      return
    }
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch try reader.peek() {
      case .string: try take(key, try reader.readString())
      case .number: take(key, number: try reader.readNumber())
      case .object: try take(key, object: try reader.readValue())
      case .array: try take(key, array: try reader.readValue())
      case .bool, .null: try reader.skipValue()
      }
    }
    if sourceID == nil, let osmNumber {
      sourceID = (osmType?.first.map { String($0) } ?? "") + osmNumber
    }
  }

  private mutating func take(_ key: String, _ text: String) throws(JSONError) {
    switch key {
    case "name", "title", "Name", "NAME", "Title":
      if key == "Title" { isTakeout = true }
      if name == nil || key == "name" { name = ImportedText.clean(text) ?? name }
    case "category": setCategory(Category(word: text) ?? Category(foreign: text), rank: -1)
    case "basic_category": setCategory(Category(foreign: text), rank: -3)
    case "source": source = ImportedText.clean(text)
    case "source_id": sourceID = ImportedText.clean(text)
    case "id", "osm_id", "fsq_place_id": setID(text)
    case "@id": setOSMID(text)
    case "@type":
      osmType = text
      isOpenStreetMap = true
    case "attribution": attribution = ImportedText.clean(text)
    case "operating_status": if text == "permanently_closed" { skip = .closed }
    case "iata", "icao", "brand": addName(key, text)
    case "google_maps_url", "Google Maps URL": isTakeout = true
    case "radius_m", "radius": if let value = Double(text) { setRadius(value) }
    default: takeTag(key, text)
    }
  }

  /// OpenStreetMap's tags.
  private mutating func takeTag(_ key: String, _ text: String) {
    if key.utf8.starts(with: "name:".utf8) {
      let language = String(key.dropFirst(5))
      if Self.isLanguage(language) { addName(language, text) }
    } else if key.utf8.starts(with: "addr:".utf8) {
      takeAddress(String(key.dropFirst(5)), text)
    } else if let rank = Self.tagRanks[key] {
      if key == "highway", text == "bus_stop" { isBusStop = true }
      if text == "station", key == "public_transport" || key == "railway" { isStation = true }
      setCategory(Category(osmKey: key, value: text), rank: rank)
    } else if Self.kindsOfName.contains(key) {
      for (index, part) in text.split(separator: ";").enumerated() {
        addName(index == 0 ? key : "\(key):\(index + 1)", String(part))
      }
    }
  }

  private mutating func takeAddress(_ key: String, _ text: String) {
    let text = ImportedText.clean(text)
    switch key {
    case "street": address.street = text
    case "place": address.street = address.street ?? text
    case "housenumber": address.houseNumber = text
    case "postcode": address.postcode = text
    case "city": address.locality = text
    case "state", "province": address.region = text
    case "country": address.countryCode = text.flatMap { Country.code(of: $0) }
    default: break
    }
  }

  private mutating func take(_ key: String, number: Double) {
    switch key {
    case "name", "title", "Name", "NAME": name = name ?? Self.text(of: number)
    case "id", "osm_id", "source_id": setID(Self.text(of: number))
    case "@id": setOSMID(Self.text(of: number))
    case "radius_m", "radius", "rad": setRadius(number)
    case "priority": priority = Int(exactly: number.rounded()) ?? 0
    case "arrive_after_s": arriveAfterSeconds = number
    case "confidence":
      isOverture = true
      if number < Self.lowestConfidence { skip = .lowConfidence }
    default: break
    }
  }

  private mutating func take(_ key: String, object: JSONValue) throws(JSONError) {
    switch key {
    case "names" where object["primary"] != nil || object["common"] != nil:
      isOverture = true
      name = object["primary"]?.string.flatMap(ImportedText.clean) ?? name
      for member in object["common"]?.members ?? [] {
        if let text = member.value.string { addName(member.name, text) }
      }
    case "names":
      for member in object.members ?? [] {
        if let text = member.value.string { addName(member.name, text) }
      }
    case "address": setAddress(object)
    case "categories", "taxonomy":
      isOverture = true
      if let word = object["primary"]?.string {
        setCategory(Category(foreign: word), rank: key == "taxonomy" ? -2 : -1)
      }
    case "location", "Location":
      isTakeout = true
      let found = object["name"]?.string ?? object["Business Name"]?.string
      name = name ?? found.flatMap(ImportedText.clean)
      let code = (object["country_code"] ?? object["Country Code"])?.string
      address.countryCode = address.countryCode ?? code.flatMap { Country.code(of: $0) }
    default: break
    }
  }

  private mutating func take(_ key: String, array: JSONValue) throws(JSONError) {
    guard key == "addresses", let first = array.array?.first else { return }
    isOverture = true
    setAddress(first)
  }

  /// Our own fields, or Overture's: a region there is `US-TX`.
  private mutating func setAddress(_ object: JSONValue) {
    func text(_ key: String) -> String? { object[key]?.string.flatMap(ImportedText.clean) }
    address.street = text("street") ?? text("freeform")
    address.houseNumber = text("housenumber")
    address.postcode = text("postcode")
    address.locality = text("locality")
    let country = text("country_code") ?? text("country")
    address.countryCode = country.flatMap { Country.code(of: $0) }
    if var region = text("region") {
      if let code = address.countryCode, region.hasPrefix(code + "-") { region.removeFirst(3) }
      address.region = region
    }
  }

  private mutating func addName(_ kind: String, _ text: String) {
    if names.count < Self.mostNames, let text = ImportedText.clean(text) { names[kind] = text }
  }

  private mutating func setID(_ text: String) {
    if sourceID == nil, let text = ImportedText.clean(text) { sourceID = Self.shortOSMID(text) }
  }

  private mutating func setOSMID(_ text: String) {
    isOpenStreetMap = true
    let short = Self.shortOSMID(text)
    if short == text { osmNumber = text } else { sourceID = sourceID ?? short }
  }

  private mutating func setRadius(_ meters: Double) {
    if meters > 0, meters.isFinite { radiusMeters = meters }
  }

  private mutating func setCategory(_ found: Category?, rank: Int) {
    guard let found, rank < categoryRank else { return }
    category = found
    categoryRank = rank
  }

  /// Overture's own advice: below lie mostly places that do not exist.
  private static let lowestConfidence = 0.5
  private static let mostNames = 100
  private static let kindsOfName: Set<String> = [
    "alt_name", "old_name", "short_name", "loc_name", "official_name", "int_name", "reg_name",
    "nat_name",
  ]
  private static let tagRanks = Dictionary(
    uniqueKeysWithValues: Category.osmKeys.enumerated().map { ($0.element, $0.offset) })

  /// `sv`, `zh-Hant`, `be-x-old`, but not `etymology`.
  private static func isLanguage(_ text: String) -> Bool {
    let parts = text.split(whereSeparator: { $0 == "-" || $0 == "_" })
    guard let first = parts.first, (2...3).contains(first.utf8.count) else { return false }
    return first.utf8.allSatisfy { (0x61...0x7A).contains($0) } && text.utf8.count <= 20
  }

  /// `node/123`, as Overpass writes it, is `n123`, as osmium does.
  static func shortOSMID(_ text: String) -> String {
    for (long, short) in [("node/", "n"), ("way/", "w"), ("relation/", "r")]
    where text.hasPrefix(long) {
      return short + text.dropFirst(long.count)
    }
    return text
  }

  static func text(of number: Double) -> String {
    Int64(exactly: number).map { String($0) } ?? String(number)
  }
}
