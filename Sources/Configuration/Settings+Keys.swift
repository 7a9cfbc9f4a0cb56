import Geography

extension Settings {
  /// Every key of placed.conf, in the order of the example file.
  public static let keys: [SettingKey<Settings>] = {
    let defaults = Settings()
    return [
      SettingKey(
        repeatable: "source", "url", \.sources,
        summary: [
          "Where fixes come from; may be given more than once: the first that delivers wins, the",
          "next takes over when it goes silent. gpsd://[HOST[:PORT]][/DEVICE],",
          "serial:/dev/ttyUSB0[?baud=9600], tcp://HOST:PORT, udp://ADDRESS:PORT,",
          "file:PATH[?speed=N|max], none. checksum=optional may be added to all but gpsd.",
        ], print: { $0.description },
        parse: { (text) throws(SettingError) in try SourceURL(parsing: text) }),
      quantity(
        "source", "stale_after", \.staleAfterSeconds, .duration, 1...3600,
        ["No valid fix for this long: the fix is stale, and says so."]),
      quantity(
        "filter", "distance", \.filterDistanceMeters, .distance, 0...100_000,
        [
          "A fix must have moved this far from the last published one to be published; 0",
          "publishes all. Stops and visits always see every fix.",
        ]),
      quantity(
        "filter", "max_accuracy", \.maximumAccuracyMeters, .distance, 1...100_000,
        ["Fixes worse than this never change the current place, a stop or a visit."]),
      quantity(
        "filter", "max_speed", \.maximumSpeedMetersPerSecond, .speed, 1...100_000,
        ["A fix that implies more is held until later fixes confirm it."]),
      SettingKey(
        "places", "limit", \.likelyLimit, empty: defaults.likelyLimit,
        summary: ["Likely places published, 1 to 200."], print: { String($0) },
        parse: { (text) throws(SettingError) in
          guard let limit = Int(text), (1...200).contains(limit) else {
            throw SettingError("'\(text)' is no limit: must be a whole number from 1 to 200")
          }
          return limit
        }),
      SettingKey(
        "places", "language", \.languages, empty: nil,
        summary: [
          "Names shown, in order of preference, such as fi, sv, en; system: the system's locale."
        ], print: { $0?.joined(separator: ", ") ?? "system" }, parse: languages),
      SettingKey(
        "places", "default_location", \.defaultLocation, empty: nil,
        summary: ["LAT,LON: what the map shows before the first fix; none."],
        print: { $0.map { "\($0.latitude),\($0.longitude)" } ?? "none" }, parse: location),
      quantity(
        "visits", "arrive_after", \.arriveAfterSeconds, .duration, 10...86_400,
        ["At rest this long is an arrival, dated back to when it stopped."]),
      quantity(
        "visits", "stop_radius", \.stopRadiusMeters, .distance, 5...10_000,
        ["How far one may drift and still be stopped; for a moored boat 100 m."]),
      SettingKey(
        "visits", "keep", \.keepVisitsSeconds, empty: nil,
        summary: ["Age after which visits are deleted, such as 365 d; forever."],
        print: { $0.map(Quantity.duration.describe) ?? "forever" },
        parse: { (text) throws(SettingError) in
          if text == "forever" { return nil }
          return try Quantity.duration.parse(text, in: 3600...3.1536e9)
        }),
      choice(
        "selection", "until", \.selectionUntil,
        [
          "When a selection ends: departure, or changed: not before another place is picked or",
          "it is cleared.",
        ]),
      SettingKey(
        "storage", "require_mount", \.requiresMount, empty: defaults.requiresMount,
        summary: ["yes: never create a database on the root file system."],
        print: { $0 ? "yes" : "no" },
        parse: { (text) throws(SettingError) in
          switch text.lowercased() {
          case "yes", "true", "on", "1": return true
          case "no", "false", "off", "0": return false
          default: throw SettingError("'\(text)' is no answer: must be yes or no")
          }
        }),
      SettingKey(
        "socket", "mode", \.socketMode, empty: defaults.socketMode,
        summary: [
          "Who may connect, as octal permission bits; what he may do is decided by [access]."
        ],
        print: { "0" + String($0, radix: 8) },
        parse: { (text) throws(SettingError) in
          guard text.utf8.allSatisfy({ (48...55).contains($0) }),
            let mode = UInt32(text, radix: 8), mode <= 0o777
          else {
            throw SettingError("'\(text)' is no mode: must be octal digits, 0777 at most")
          }
          return mode
        }),
      SettingKey(
        "socket", "client", \.clientSocketPath, empty: nil,
        summary: [
          "Path of a second socket that never grants manage, for bind-mounting its directory into",
          "a container, whose root is not this machine's; none.",
        ], print: { $0 ?? "none" }, parse: socketPath),
      access(
        "precise", \.precise,
        [
          "Who gets exact positions, likely places and visits, and may select, clear, confirm and",
          "correct: a list of root, user:NAME, group:NAME and *, or none. user: beats group:",
          "beats *; on a tie the lower level wins. The daemon's own user always has all.",
        ]),
      access(
        "approximate", \.approximate,
        ["Who gets coarse positions only: the centre of a cell of about 2 km."]),
      access(
        "manage", \.manage,
        ["Who of those in precise may also change the place table, reload and forget."]),
      choice("display", "units", \.units, ["What tables and the map print: metric or imperial."]),
    ]
  }()

  private typealias Field<Value> = any WritableKeyPath<Settings, Value> & Sendable

  private static func quantity(
    _ section: String, _ name: String, _ field: Field<Double>, _ quantity: Quantity,
    _ range: ClosedRange<Double>, _ summary: [String]
  ) -> SettingKey<Settings> {
    SettingKey(
      section, name, field, empty: Settings()[keyPath: field], summary: summary,
      print: { quantity.describe($0) },
      parse: { (text) throws(SettingError) in try quantity.parse(text, in: range) })
  }

  private static func choice<Value: RawRepresentable & CaseIterable & Sendable>(
    _ section: String, _ name: String, _ field: Field<Value>, _ summary: [String]
  ) -> SettingKey<Settings> where Value.RawValue == String {
    SettingKey(
      section, name, field, empty: Settings()[keyPath: field], summary: summary,
      print: { $0.rawValue },
      parse: { (text) throws(SettingError) in
        guard let value = Value(rawValue: text) else {
          let words = Value.allCases.map(\.rawValue).joined(separator: " or ")
          throw SettingError("'\(text)' is unknown: must be \(words)")
        }
        return value
      })
  }

  private static func access(
    _ name: String, _ field: Field<[AccessRule]>, _ summary: [String]
  ) -> SettingKey<Settings> {
    SettingKey(
      "access", name, field, empty: [], summary: summary,
      print: { $0.isEmpty ? "none" : $0.map(\.description).joined(separator: ", ") },
      parse: { (text) throws(SettingError) in try AccessRule.list(parsing: text) })
  }

  @Sendable private static func languages(_ text: String) throws(SettingError) -> [String]? {
    if text == "system" { return nil }
    let items = try listItems(text)
    for item in items {
      let subtags = item.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
      guard let language = subtags.first, (2...3).contains(language.count),
        subtags.allSatisfy({
          (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }),
        language.allSatisfy(\.isLetter)
      else {
        throw SettingError("'\(item)' is no language: must be a code such as fi or pt-BR")
      }
    }
    return items
  }

  @Sendable private static func location(_ text: String) throws(SettingError) -> Coordinate? {
    if text == "none" { return nil }
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double(trimmed($0)) }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
      let position = Coordinate(latitude: latitude, longitude: longitude)
    else {
      throw SettingError(
        "'\(text)' is no position: must be LAT,LON in degrees, -90 to 90 and -180 to 180",
        hint: "for example 60.1699,24.9384")
    }
    return position
  }

  @Sendable private static func socketPath(_ text: String) throws(SettingError) -> String? {
    if text == "none" { return nil }
    // sun_path of sockaddr_un holds 107 bytes and a zero.
    guard text.hasPrefix("/"), text.utf8.count <= 107 else {
      throw SettingError(
        "'\(text)' is no path for a socket: must begin with / and have 107 bytes at most")
    }
    return text
  }
}
