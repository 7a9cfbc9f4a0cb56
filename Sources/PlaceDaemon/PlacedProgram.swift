import CommandTable
import Configuration
import PlaceProtocol
import ServiceProgram
import Spelling
import Systemd

/// The command line of `placed`.
public enum PlacedProgram {
  static let config = ServiceProgram.config(default: Settings.defaultPath)
  static let checkConfig = ServiceProgram.checkConfig()
  static let source = Option(
    "source", .text("URL"), repeats: true, "take fixes from here, instead of `[source] url`",
    details:
      "May be given more than once: the first that delivers wins, the next takes over when it goes "
      + "silent.")
  static let database = Option(
    "database", .file(), "keep places and visits in this file",
    details:
      "The default is `/var/lib/placed/places.db`, for a user without that right "
      + "`$XDG_STATE_HOME/placed/places.db`. A missing one is made.")
  static let socket = Option(
    "socket", .file("PATH"), "listen on this socket",
    details:
      "The default is the socket that systemd passes, else `/run/placed/placed.sock`, for a user "
      + "without that right `$XDG_RUNTIME_DIR/placed.sock`.")
  static let replay = Option(
    "replay", .file(), "run detection over a recording, print the events, and end",
    details:
      "The recording may be NMEA 0183, reports of gpsd or GPX, also gzipped; `-` is standard "
      + "input. It runs at full speed, without a socket; the recording's time is the only clock. "
      + "The database is read, never written.")
  static let events = Option(
    "events", .text("LIST"), "with `--replay`: the topics to print, with commas between them",
    details: "The default is all but `fix`.")

  /// The table that parser, help and manual are made from.
  public static let program = Program(
    Command(
      "placed", "follow a GPS receiver and tell which places the vehicle is at",
      details: [
        "`placed` reads fixes from gpsd, a serial receiver, the network or a recording, finds the "
          + "likely places of its place table, stops and visits, and tells them on a Unix socket. "
          + "`placectl` speaks to it."
      ],
      options: [
        config, checkConfig, source, database, socket, replay, events, ServiceProgram.logLevel,
      ],
      examples: [
        Command.Example("placed --check-config", "check the configuration"),
        Command.Example(
          "placed --source serial:/dev/ttyUSB0 --socket /tmp/placed.sock",
          "follow a receiver without gpsd"),
        Command.Example(
          "placed --replay drive.nmea --events arrived,departed", "list the stops of a drive"),
      ]))

  /// Runs the program with the words after its name; how it ended.
  public static func run(_ words: [String]) -> ExitCode {
    ServiceProgram.run(program, words, run)
  }

  private static func run(_ invocation: Invocation) throws(UsageError) -> ExitCode {
    var options = DaemonOptions()
    options.configurationPath = invocation[config]
    options.databasePath = invocation[database]
    options.socketPath = invocation[socket]
    options.logLevel = invocation[ServiceProgram.logLevel] ?? .notice
    for text in invocation.all(source) {
      do throws(SettingError) {
        options.sources.append(try SourceURL(parsing: text))
      } catch {
        throw invocation.error("--source: \(error.description)")
      }
    }
    let topics = try topics(invocation)
    let (settings, problems) = Settings.files(path: options.configurationPath).load()
    if invocation[checkConfig] { return check(settings, problems, options) }
    guard problems.isEmpty else {
      ServiceProgram.tell(problems)
      return .failed
    }
    let manager = ServiceManager()
    let journal = Journal(level: options.logLevel)
    do throws(DaemonError) {
      if let recording = invocation[replay] {
        let replay = try Replay(
          path: recording, topics: topics, settings: settings,
          databasePath: options.databasePath ?? DefaultPaths.database, journal: journal)
        try replay.run()
      } else {
        let daemon = try Daemon(
          options: options, settings: settings, manager: manager, journal: journal)
        try daemon.run()
      }
      return .ok
    } catch {
      journal.error(error.description)
      return .failed
    }
  }

  private static func check(
    _ settings: Settings, _ problems: [ConfigurationProblem], _ options: DaemonOptions
  ) -> ExitCode {
    ServiceProgram.tell(problems)
    var effective = settings
    if !options.sources.isEmpty { effective.sources = options.sources }
    print(ConfigurationText.effective(effective, keys: Settings.keys), terminator: "")
    return problems.isEmpty ? .ok : .failed
  }

  private static func topics(_ invocation: Invocation) throws(UsageError) -> Set<Topic> {
    guard let list = invocation[events] else {
      return Set(Topic.allCases.filter { $0 != .fix })
    }
    guard invocation[replay] != nil else {
      throw invocation.error("'--events' goes with '--replay', which is missing")
    }
    var topics: Set<Topic> = []
    let names = Topic.allCases.map(\.rawValue)
    for word in list.split(separator: ",") {
      let name = String(word.drop { $0 == " " })
      guard let topic = Topic(rawValue: name) else {
        let near = nearestName(to: name, among: names).map { "; did you mean '\($0)'?" }
        throw invocation.error(
          "--events: '\(name)' is no topic: must be one of \(names.joined(separator: ", "))"
            + (near ?? ""))
      }
      topics.insert(topic)
    }
    return topics
  }
}
