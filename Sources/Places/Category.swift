import Spelling

/// A word for what a place is: one vocabulary for OpenStreetMap, Overture, Foursquare and the user.
///
/// The code is what the database stores; it is never given to another word. Codes of one group share
/// their hundreds. The table itself, with the weights' sources, is in `Category+Table.swift`.
public struct Category: Hashable, Sendable, CustomStringConvertible {
  /// A family of categories; its name can be asked for in place of a category.
  public enum Group: UInt16, Hashable, Sendable, CaseIterable {
    /// Home, work: the user's own.
    case personal = 0
    /// Eating and drinking.
    case food
    /// Shops.
    case shop
    /// Medicine and care.
    case health
    /// What cars need.
    case vehicle
    /// Public transport and travel.
    case transport
    /// Beds.
    case lodging
    /// Sport, play, going out.
    case leisure
    /// Sights, art, history.
    case culture
    /// Schools.
    case education
    /// Authorities, worship, post, money and other services.
    case service
    /// Offices, crafts, industry.
    case work
    /// The outdoors.
    case nature
    /// Towns, suburbs, regions: no places to stop at.
    case locality

    /// Its word: the name of the case.
    public var word: String { "\(self)" }
  }

  /// The number stored for it, 1 or more.
  public let code: UInt16

  init(unchecked code: UInt16) { self.code = code }

  /// The category with this code; nil for a code that no version has given so far.
  public init?(code: UInt16) {
    guard Self.rowsByCode[code] != nil else { return nil }
    self.code = code
  }

  /// The category with this word, letter case and blanks for underscores forgiven.
  public init?(word: String) {
    let wanted = Self.normalized(word)
    guard let code = Self.codesByWord[wanted] ?? Self.codesByAlias[wanted] else { return nil }
    self.code = code
  }

  /// Lower case, with underscores.
  public var word: String { Self.rowsByCode[code]?.word ?? "" }

  /// The same as `word`.
  public var description: String { word }

  /// The family it belongs to.
  public var group: Group { Group(rawValue: code / 100) ?? .personal }

  /// How often people stop at one place of this category; an ordinary one is 1.
  public var popularity: Double { Double(Self.popularity(ofCode: code)) }

  /// A town, suburb or region: found by search, used for labels, never a likely place.
  public var isLocality: Bool { group == .locality }

  /// `popularity` without building a category; 1 where the code is 0 or unknown.
  public static func popularity(ofCode code: UInt16) -> Float {
    Int(code) < popularities.count ? popularities[Int(code)] : 1
  }

  /// Whether a code is one of a locality.
  public static func isLocality(code: UInt16) -> Bool { code / 100 == Group.locality.rawValue }

  /// All categories, by code.
  public static let all: [Category] = table.map { Category(unchecked: $0.code) }

  /// The codes that a category's or a group's word means; nil for a word of neither.
  public static func codes(matching word: String) -> Set<UInt16>? {
    let wanted = normalized(word)
    if let code = codesByWord[wanted], !generic.contains(wanted) { return [code] }
    if let group = Group.allCases.first(where: { $0.word == wanted }) {
      return Set(table.lazy.map(\.code).filter { $0 / 100 == group.rawValue })
    }
    return Category(word: wanted).map { [$0.code] }
  }

  /// The categories' words that are nearest to a word that is none, for a hint.
  public static func suggestions(for word: String) -> [String] {
    let wanted = normalized(word)
    let distance = EditDistance(from: wanted)
    return (table.map(\.word) + Group.allCases.map(\.word))
      .map { ($0, distance.to($0).whole) }
      .filter { $0.1 <= max(1, wanted.count / 3) }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
      .prefix(3).map(\.0)
  }

  /// Words that are a category and a group; asked for, they mean the group.
  private static let generic: Set<String> = ["shop", "leisure"]

  static func normalized(_ word: String) -> String {
    var text: [UInt8] = []
    var pending = false
    for byte in word.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
        if pending, !text.isEmpty { text.append(UInt8(ascii: "_")) }
        pending = false
        text.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
      case UInt8(ascii: "'"): continue
      default: pending = true
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
