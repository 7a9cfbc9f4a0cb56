import Configuration
import Geography
import Testing

@Suite("Settings")
struct SettingsTests {
  private func read(_ texts: String...) -> ConfigurationParser<Settings> {
    var parser = ConfigurationParser(keys: Settings.keys, defaults: Settings())
    for (index, text) in texts.enumerated() { parser.read(text.utf8, file: "f\(index)") }
    return parser
  }

  @Test("Every key takes its values with their units")
  func values() {
    let parser = read(
      """
      # a comment
      [source]
      url = serial:/dev/ttyUSB0?baud=9600
      url = none
      stale_after = 1 min 30 s
      [filter]
      distance = 0.1 km
      max_accuracy=1000
        max_speed = 90 km/h
      [places]
      limit = 200
      language = fi, sv,en
      default_location = 60.1699, 24.9384
      [visits]
      arrive_after = 2min
      stop_radius = 100 m
      keep = 1 w
      [selection]
      until = changed
      [storage]
      require_mount = yes
      [socket]
      mode = 0660
      client = /run/placed/client/placed.sock
      [access]
      precise = root, user:anna, group:1001
      approximate = *
      manage = none
      [display]
      units = imperial

      """)
    #expect(parser.problems == [])
    var wanted = Settings()
    wanted.sources = [
      .serial(path: "/dev/ttyUSB0", baud: 9600, checksum: .required), .none,
    ]
    wanted.staleAfterSeconds = 90
    wanted.filterDistanceMeters = 100
    wanted.maximumAccuracyMeters = 1000
    wanted.maximumSpeedMetersPerSecond = 25
    wanted.likelyLimit = 200
    wanted.languages = ["fi", "sv", "en"]
    wanted.defaultLocation = Coordinate(latitude: 60.1699, longitude: 24.9384)
    wanted.arriveAfterSeconds = 120
    wanted.stopRadiusMeters = 100
    wanted.keepVisitsSeconds = 604_800
    wanted.selectionUntil = .changed
    wanted.requiresMount = true
    wanted.socketMode = 0o660
    wanted.clientSocketPath = "/run/placed/client/placed.sock"
    wanted.precise = [.root, .user("anna"), .group("1001")]
    wanted.approximate = [.everyone]
    wanted.manage = []
    wanted.units = .imperial
    #expect(parser.settings == wanted)
    // What --check-config prints reads back the same.
    let again = read(ConfigurationText.effective(wanted, keys: Settings.keys))
    #expect(again.problems == [] && again.settings == wanted)
  }

  @Test("The defaults, printed, read back as the defaults")
  func defaults() {
    let text = ConfigurationText.effective(Settings(), keys: Settings.keys)
    #expect(read(text).settings == Settings())
    #expect(read("").settings == Settings())
  }

  @Test(
    "A mistake is reported with its place and the nearest name",
    arguments: [
      ("[sorce]", "1:1: error: unknown section [sorce]; did you mean [source]?"),
      ("[source", "1:1: error: '[source' lacks its ']': a section is [name] on its own line"),
      (
        "[source]\n  stale_aftr = 1",
        "2:3: error: unknown key 'stale_aftr' in [source]; did you mean 'stale_after'?"
      ),
      (
        "[source]\ndistance = 1",
        "2:1: error: unknown key 'distance' in [source]; it belongs in [filter]"
      ),
      ("url = none", "1:1: error: 'url' stands in no section; it belongs in [source]"),
      ("[source]\nurl none", "2:1: error: 'url none' has no '=': must be key = value"),
      ("[places]\nlimit = 0", "2:9: error: '0' is no limit: must be a whole number from 1 to 200"),
      (
        "[filter]\r\ndistance = 5 parsecs\r\n",
        "2:12: error: '5 parsecs' is not a distance: must be a number and one of m, km, ft, mi, nmi; for example 50 m"
      ),
      (
        "[filter]\ndistance = 1,5 km",
        "2:12: error: '1,5 km' is not a distance: must be a number and one of m, km, ft, mi, nmi; write the decimal mark as a point: 1.5"
      ),
      (
        "[filter]\ndistance = 50 m # metres",
        "2:12: error: '50 m # metres' is not a distance: must be a number and one of m, km, ft, mi, nmi; a comment stands on a line of its own"
      ),
      (
        "[visits]\narrive_after = 2 s",
        "2:16: error: '2 s' is out of range: must be from 10 s to 1 d"
      ),
      (
        "[visits]\nkeep = 5 min",
        "2:8: error: '5 min' is out of range: must be from 1 h to 36500 d"
      ),
      (
        "[visits]\nkeep = never",
        "2:8: error: 'never' is not a duration: must be a number and one of s, min, h, d, w, ms; for example 2 min"
      ),
      (
        "[access]\nprecise = placed",
        "2:11: error: 'placed' names nobody: must be root, user:NAME, group:NAME or *; user:placed or group:placed?"
      ),
      (
        "[access]\nprecise = root,,*",
        "2:11: error: 'root,,*' has an empty item: must be a list such as a, b, c"
      ),
      (
        "[places]\ndefault_location = 91,0",
        "2:20: error: '91,0' is no position: must be LAT,LON in degrees, -90 to 90 and -180 to 180; for example 60.1699,24.9384"
      ),
      (
        "[places]\nlanguage = fi, f",
        "2:12: error: 'f' is no language: must be a code such as fi or pt-BR"
      ),
      (
        "[socket]\nmode = 0999", "2:8: error: '0999' is no mode: must be octal digits, 0777 at most"
      ),
      (
        "[socket]\nclient = x",
        "2:10: error: 'x' is no path for a socket: must begin with / and have 107 bytes at most"
      ),
      ("[selection]\nuntil = noon", "2:9: error: 'noon' is unknown: must be departure or changed"),
      (
        "[storage]\nrequire_mount = perhaps",
        "2:17: error: 'perhaps' is no answer: must be yes or no"
      ),
    ])
  func mistakes(text: String, problem: String) {
    #expect(read(text).problems.map(\.description) == ["f0:" + problem])
  }

  @Test("The keys of an unknown section are not reported one by one")
  func skipping() {
    #expect(read("[nowhere]\na = 1\nb\n[source]\nurl = none").problems.count == 1)
  }

  @Test("A line that is not UTF-8 is reported, and the rest is read")
  func notText() {
    var parser = ConfigurationParser(keys: Settings.keys, defaults: Settings())
    parser.read([0xFF, 0x0A] + Array("[places]\nlimit = 7".utf8), file: "f")
    #expect(parser.problems.map(\.description) == ["f:1:1: error: the line is not UTF-8 text"])
    #expect(parser.settings.likelyLimit == 7)
  }

  @Test("A later file adds to a repeatable key, replaces another, and an empty value undoes")
  func files() {
    let two = read(
      "[source]\nurl = none\n[places]\nlimit=7", "[source]\nurl = gpsd://b\n[places]\nlimit = 8")
    #expect(two.settings.sources == [.none, .gpsd(host: "b", port: 2947, device: nil)])
    #expect(two.settings.likelyLimit == 8)
    let undone = read(
      "[source]\nurl = none\n[places]\nlimit=7\n[access]\nprecise = *",
      "[source]\nurl =\nurl = gpsd://b\n[places]\nlimit =\n[access]\nprecise =")
    #expect(undone.settings.sources == [.gpsd(host: "b", port: 2947, device: nil)])
    #expect(undone.settings.likelyLimit == 5)
    #expect(undone.settings.precise == [], "an empty list of names means nobody, not the default")
  }
}
