import Configuration
import ConfigurationFiles

extension WebSettings {
  /// Where placed-web.conf is when none is named.
  static let defaultPath = "/etc/placed/placed-web.conf"

  /// placed-web.conf, at `path` when the command line names one, and the files of placed-web.conf.d
  /// beside it.
  static func files(path: String?) -> SettingFiles<WebSettings> {
    SettingFiles(path: path, default: defaultPath, keys: keys, defaults: WebSettings())
  }

  /// Every key of placed-web.conf, in the order of the example file.
  static let keys: [SettingKey<WebSettings>] = [
    SettingKey(
      repeatable: "web", "listen", \.listen,
      summary: [
        "Where the page is served; may be given more than once. An IP address and a port:",
        "127.0.0.1:8750, [::1]:8750, or 0.0.0.0:8750 for every network of this machine. Every",
        "browser needs the token, wherever it is.",
      ], print: { $0.description },
      parse: { (text) throws(SettingError) in try ListenAddress(parsing: text) }),
    SettingKey(
      repeatable: "web", "host", \.hosts,
      summary: [
        "Names by which browsers may ask for the page besides its address, such as car.lan; may",
        "be given more than once.",
      ], print: { $0 }, parse: host),
    SettingKey(
      repeatable: "map", "tiles", \.tiles,
      summary: [
        "Base maps, as NAME:FILE.mbtiles, raster or vector; may be given more than once. The first",
        "is shown at first; a map without tiles is always there.",
      ], print: { $0.description },
      parse: { (text) throws(SettingError) in try NamedFile(parsing: text) }),
    SettingKey(
      repeatable: "map", "overlay", \.overlays,
      summary: [
        "What may be drawn over the map, as NAME:FILE, GeoJSON or MBTiles; may be given more than",
        "once. Each is switched on the page.",
      ], print: { $0.description },
      parse: { (text) throws(SettingError) in try NamedFile(parsing: text) }),
    number(
      "map", "zoom_precise", \.precisePositionZoom, 1...20,
      ["Level of the map at which an exact position is shown."]),
    number(
      "map", "zoom_approximate", \.approximatePositionZoom, 1...20,
      ["Level of the map at which a coarse position is shown."]),
    number(
      "map", "padding", \.paddingPixels, 0...200,
      ["Pixels at each edge of the map that something else covers, such as a bezel."]),
    SettingKey(
      "map", "background", \.background, empty: nil,
      summary: ["Colour of the ground where there are no tiles, as #rrggbb; theme: the theme's."],
      print: { $0 ?? "theme" }, parse: colour),
    SettingKey(
      "map", "theme", \.theme, empty: WebSettings().theme,
      summary: [
        "light, dark, system: as the browser is set, or sun: dark while the sun is down where the",
        "vehicle is. The page can be switched by hand.",
      ], print: { $0.rawValue },
      parse: { (text) throws(SettingError) in
        guard let theme = Theme(rawValue: text) else {
          throw SettingError("'\(text)' is no theme: must be system, light, dark or sun")
        }
        return theme
      }),
    SettingKey(
      "map", "palette", \.palettePath, empty: nil,
      summary: ["A JSON file of colours for vector tiles, see placed-web(8); standard."],
      print: { $0 ?? "standard" },
      parse: { (text) throws(SettingError) in
        if text == "standard" { return nil }
        guard text.hasPrefix("/") else {
          throw SettingError("'\(text)' is no path: must begin with /")
        }
        return text
      }),
  ]

  private typealias Field<Value> = any WritableKeyPath<WebSettings, Value> & Sendable

  private static func number(
    _ section: String, _ name: String, _ field: Field<Int>, _ range: ClosedRange<Int>,
    _ summary: [String]
  ) -> SettingKey<WebSettings> {
    SettingKey(
      section, name, field, empty: WebSettings()[keyPath: field], summary: summary,
      print: { String($0) },
      parse: { (text) throws(SettingError) in
        guard let number = Int(text), range.contains(number) else {
          throw SettingError(
            "'\(text)' is out of range: must be a whole number from \(range.lowerBound) to "
              + "\(range.upperBound)")
        }
        return number
      })
  }

  @Sendable private static func host(_ text: String) throws(SettingError) -> String {
    // RFC 1123: letters, digits and hyphens, points between.
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    guard text.utf8.count <= 253,
      labels.allSatisfy({ label in
        (1...63).contains(label.utf8.count)
          && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
      })
    else {
      throw SettingError(
        "'\(text)' is no host name: must be letters, digits and hyphens with points between",
        hint: "without http:// and without a port, for example car.lan")
    }
    return text
  }

  @Sendable private static func colour(_ text: String) throws(SettingError) -> String? {
    if text == "theme" { return nil }
    guard text.hasPrefix("#"), text.utf8.count == 7, text.dropFirst().allSatisfy(\.isHexDigit)
    else {
      throw SettingError("'\(text)' is no colour: must be #rrggbb, such as #1b2430")
    }
    return text
  }
}
