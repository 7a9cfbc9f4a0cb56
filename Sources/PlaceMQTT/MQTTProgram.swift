import CommandTable
import Configuration
import ConfigurationFiles
import EventLoop
import ServiceProgram
import Systemd

/// The command line of `placed-mqtt`.
public enum MQTTProgram {
  /// Where the configuration is when none is named.
  public static let configurationPath = "/etc/placed/placed-mqtt.conf"

  static let config = ServiceProgram.config(default: configurationPath)
  static let checkConfig = ServiceProgram.checkConfig(remark: "The password is not printed.")
  static let socket = Option(
    "socket", .file("PATH"), "the daemon's socket",
    details:
      "The default is `/run/placed/placed.sock`, or where that is not there "
      + "`$XDG_RUNTIME_DIR/placed.sock`.")
  static let state = Option(
    "state", .file("DIRECTORY"), "keep the queue in this directory",
    details:
      "The default is the one that systemd passes, else `/var/lib/placed-mqtt`, for a user "
      + "without that right `$XDG_STATE_HOME/placed-mqtt`. A missing one is made.")
  static let remove = Flag(
    "remove", "remove what the broker keeps of this vehicle, and end",
    details:
      "Home Assistant forgets the device, and the retained messages are gone. Stop the service "
      + "first: it would publish them again.")

  /// The table that parser, help and manual are made from.
  public static let program = Program(
    Command(
      "placed-mqtt", "publish a vehicle's places to an MQTT broker",
      details: [
        "`placed-mqtt` connects to the socket of `placed` and publishes what it tells to an MQTT "
          + "broker: for Home Assistant, Node-RED, and fleets. Arrivals and departures of a time "
          + "without a connection are kept on disk, and published once it is back."
      ],
      options: [config, checkConfig, socket, state, remove, ServiceProgram.logLevel],
      examples: [
        Command.Example("placed-mqtt --check-config", "check the configuration"),
        Command.Example(
          "sudo systemctl enable --now placed-mqtt", "run it from now on, and from boot on"),
        Command.Example(
          "sudo -u placed-mqtt placed-mqtt --remove", "take the vehicle back from Home Assistant"),
      ]))

  /// Runs the program with the words after its name; how it ended.
  public static func run(_ words: [String]) -> ExitCode {
    ServiceProgram.run(program, words, run)
  }

  private static func run(_ invocation: Invocation) -> ExitCode {
    let (settings, problems) = SettingFiles(
      path: invocation[config], default: configurationPath, keys: MQTTSettings.keys,
      defaults: MQTTSettings()
    ).load()
    ServiceProgram.tell(problems)
    if invocation[checkConfig] { return check(settings, hasProblems: !problems.isEmpty) }
    guard problems.isEmpty else { return .failed }
    let manager = ServiceManager()
    let journal = Journal(
      program: "placed-mqtt", level: invocation[ServiceProgram.logLevel] ?? .notice)
    do {
      if invocation[remove] {
        try Removal(settings).run()
      } else {
        let bridge = try Bridge(
          settings: settings, socket: invocation[socket],
          folder: invocation[state] ?? QueueFile.folder(), manager: manager, journal: journal)
        try bridge.run()
      }
      return .ok
    } catch let error as BrokerError {
      journal.error(error.description)
      return exitCode(error.code)
    } catch {
      journal.error("the event loop failed: \(error)")
      return .failed
    }
  }

  private static func exitCode(_ code: BrokerError.Code) -> ExitCode {
    switch code {
    case .denied: .denied
    case .timedOut: .timedOut
    case .unreachable, .untrusted, .refused, .lost, .file: .failed
    }
  }

  private static func check(_ settings: MQTTSettings, hasProblems: Bool) -> ExitCode {
    var isGood = !hasProblems
    if let path = settings.broker.passwordFile {
      do throws(BrokerError) {
        _ = try PasswordFile.read(path)
      } catch {
        ServiceProgram.tell("placed-mqtt: error: \(error.description)")
        isGood = false
      }
    }
    print(ConfigurationText.effective(settings, keys: MQTTSettings.keys), terminator: "")
    return isGood ? .ok : .failed
  }
}
