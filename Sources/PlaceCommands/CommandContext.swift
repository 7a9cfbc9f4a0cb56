import CommandTable
import Geography
import JSON
import PlaceClient
import PlaceProtocol

/// What a command works with: the command line, the ways out, and the daemon.
final class CommandContext {
  let invocation: Invocation
  let output: Output
  /// How times are shown.
  let time: ReadableTime
  private var connected: PlaceClient?

  init(_ invocation: Invocation, output: Output) {
    self.invocation = invocation
    self.output = output
    time = ReadableTime(isUTC: invocation[SharedOptions.utc])
  }

  /// `--json`
  var isJSON: Bool { output.isJSON }
  /// `--quiet`
  var isQuiet: Bool { invocation[SharedOptions.quiet] }

  /// Where the daemon listens.
  var socket: SocketPath { SocketPath(named: invocation[SharedOptions.socket]) }

  /// How lengths are shown: as the command line says, else as the daemon does.
  var units: DisplayUnits {
    invocation[SharedOptions.units]
      ?? connected?.hello.units.flatMap(DisplayUnits.init(rawValue:)) ?? .metric
  }

  /// The connection to the daemon, made at its first use.
  func client() throws(CommandError) -> PlaceClient {
    if let connected { return connected }
    do throws(ClientError) {
      let client = try PlaceClient(socket)
      connected = client
      noteVersion(client.hello)
      return client
    } catch {
      throw CommandError(error)
    }
  }

  /// Tells once that daemon and command are of different versions.
  func noteVersion(_ hello: Hello) {
    guard hello.version != Release.version, !hasToldVersion else { return }
    hasToldVersion = true
    output.note(
      "this is \(Release.version), and placed is \(hello.version.printable): after an update, "
        + "restart placed")
  }
  private var hasToldVersion = false

  /// Calls `method` and waits for its result.
  func call(
    _ method: Method, _ params: [JSONValue.Member] = [],
    timeout: Double = PlaceClient.defaultTimeout
  ) throws(CommandError) -> JSONValue {
    let client = try client()
    do throws(ClientError) {
      return try client.call(method, params.isEmpty ? nil : .object(params), timeout: timeout)
    } catch {
      throw CommandError(error)
    }
  }

  /// Prints a result in the form that was asked for.
  func print(
    _ result: JSONValue, ids: @autoclosure () -> [Int] = [], text: () -> [String]
  ) {
    if isJSON {
      output.json(result)
    } else if isQuiet {
      output.lines(ids().map(String.init))
    } else {
      output.lines(text())
    }
  }

  /// Lines of a table with its title set apart; `nothing` where it has no row.
  func lines(of table: Table, nothing: String) -> [String] {
    guard !table.rows.isEmpty else { return [nothing] }
    let (title, rows) = table.lines(width: output.terminal.width)
    return [output.styled(title, .faint)] + rows
  }

  /// `at` as the protocol takes it, from `--at` and `--accuracy`.
  func position() throws(CommandError) -> [JSONValue.Member] {
    let accuracy = invocation[Options.accuracy]
    guard let at = invocation[Options.at] else {
      guard accuracy == nil else {
        throw .usage("'--accuracy' goes with '--at', which is missing")
      }
      return []
    }
    return [
      .init("at", .object(at.members + (accuracy.map { [.init("accuracy_m", .number($0))] } ?? [])))
    ]
  }
}

extension Coordinate {
  /// `lat` and `lon`.
  var members: [JSONValue.Member] {
    [.init("lat", .number(latitude)), .init("lon", .number(longitude))]
  }
}

extension Array where Element == JSONValue.Member {
  /// The members without those that have no value.
  init(_ members: [(String, JSONValue?)]) {
    self = members.compactMap { name, value in value.map { JSONValue.Member(name, $0) } }
  }
}
