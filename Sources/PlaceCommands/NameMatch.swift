import JSON
import Places

/// Whether a place of an answer has a name.
enum NameMatch {
  /// One of its names is `name`, case and accents apart.
  static func matches(_ place: JSONValue, _ name: String) -> Bool {
    let wanted = folded(name)
    return names(of: place).contains { folded($0) == wanted }
  }

  /// One of its names begins with `word`, case and accents apart.
  static func begins(_ place: JSONValue, _ word: String) -> Bool {
    let wanted = folded(word)
    return names(of: place).contains { folded($0).hasPrefix(wanted) }
  }

  private static func names(of place: JSONValue) -> [String] {
    [place["name"]?.string].compactMap { $0 }
      + (place.object("names")?.members ?? []).compactMap(\.value.string)
  }

  private static func folded(_ name: String) -> String { NameFolding.folded(name) }
}
