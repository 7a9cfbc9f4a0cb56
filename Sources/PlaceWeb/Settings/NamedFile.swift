import Configuration

/// A file with the name that it has on the page, `NAME:FILE`.
struct NamedFile: Hashable, Sendable, CustomStringConvertible {
  /// Its name, in the switcher and in addresses.
  let name: String
  /// Its path.
  let path: String

  /// Longest name in characters: it stands on a button.
  private static let longestName = 40

  /// Reads `NAME:FILE`.
  init(parsing text: String) throws(SettingError) {
    guard let colon = text.firstIndex(of: ":") else { throw Self.notOne(text) }
    name = String(text[..<colon])
    path = String(text[text.index(after: colon)...])
    guard (1...Self.longestName).contains(name.count), path.hasPrefix("/"), name != "none",
      name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control && $0 != "/" })
    else { throw Self.notOne(text) }
  }

  private static func notOne(_ text: String) -> SettingError {
    SettingError(
      "'\(text)' is no NAME:FILE: must be a name of \(longestName) characters at most, without '/' "
        + "and not 'none', a colon, and a path that begins with /",
      hint: "for example Map:/var/lib/placed-web/region.mbtiles")
  }

  /// As it is written.
  var description: String { "\(name):\(path)" }
}
