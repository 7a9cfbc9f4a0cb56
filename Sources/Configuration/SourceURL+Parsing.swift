import Spelling

extension SourceURL: CustomStringConvertible {
  /// Port that gpsd listens on, registered with IANA.
  public static let gpsdPort: UInt16 = 2947

  /// Speeds of serial lines that `baud` takes.
  public static let baudRates = [
    1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600,
  ]

  private static let schemes = ["gpsd", "serial", "tcp", "udp", "file", "none"]

  /// Reads `gpsd://[HOST[:PORT]][/DEVICE]`, `serial:DEVICE`, `tcp://HOST:PORT`, `udp://ADDRESS:PORT`,
  /// `file:PATH` or `none`, with their options after a `?`. An IPv6 address stands in brackets.
  public init(parsing text: String) throws(SettingError) {
    if text == "none" {
      self = .none
      return
    }
    guard let colon = text.firstIndex(of: ":") else { throw Self.noScheme(text) }
    let rest = text[text.index(after: colon)...]
    switch text[..<colon] {
    case "gpsd": self = try Self.gpsd(rest, text)
    case "serial":
      var options = try Options(rest, of: text, known: ["baud", "checksum"])
      self = .serial(
        path: try Self.absolute(options.address, text), baud: try options.baud(),
        checksum: try options.checksum())
    case "tcp", "udp":
      var options = try Options(rest, of: text, known: ["checksum"])
      let (host, port) = try Self.hostAndPort(try Self.authority(options.address, text), text)
      guard let port else {
        throw SettingError(
          "'\(text)' has no port", hint: "for example \(text[..<colon])://192.168.1.1:10110")
      }
      guard let host else {
        throw SettingError(
          "'\(text)' has no host", hint: "for example \(text[..<colon])://0.0.0.0:10110")
      }
      let checksum = try options.checksum()
      self =
        text[..<colon] == "tcp"
        ? .tcp(host: host, port: port, checksum: checksum)
        : .udp(host: host, port: port, checksum: checksum)
    case "file":
      var options = try Options(rest, of: text, known: ["speed", "checksum"])
      var path = options.address
      if path.hasPrefix("//") { path = path.dropFirst(2) }
      guard !path.isEmpty else {
        throw SettingError("'\(text)' has no path", hint: "for example file:/tmp/drive.nmea")
      }
      self = .file(
        path: String(path), speed: try options.speed(), checksum: try options.checksum())
    default: throw Self.noScheme(text)
    }
  }

  private static func noScheme(_ text: String) -> SettingError {
    let scheme = String(text.prefix { $0 != ":" })
    let near = nearestName(to: scheme, among: schemes).map { "did you mean '\($0)'?" }
    let hint =
      text.hasPrefix("/dev/")
      ? "serial:\(text)?" : text.hasPrefix("/") || text.hasPrefix("./") ? "file:\(text)?" : near
    return SettingError(
      "'\(text)' is no source: must begin with \(schemes.dropLast().joined(separator: ":, ")):, or be none",
      hint: hint)
  }

  private static func gpsd(_ rest: Substring, _ text: String) throws(SettingError) -> SourceURL {
    let address = try authority(rest, text)
    let slash = address.firstIndex(of: "/") ?? address.endIndex
    let (host, port) = try hostAndPort(address[..<slash], text)
    let device = address[slash...]
    return .gpsd(
      host: host ?? "localhost", port: port ?? gpsdPort,
      device: device.count > 1 ? String(device) : nil)
  }

  private static func authority(
    _ rest: Substring, _ text: String
  ) throws(SettingError) -> Substring {
    guard rest.hasPrefix("//") else {
      let scheme = text.prefix { $0 != ":" }
      throw SettingError(
        "'\(text)' lacks its slashes: must be \(scheme)://…", hint: "\(scheme)://\(rest)?")
    }
    return rest.dropFirst(2)
  }

  private static func hostAndPort(
    _ authority: Substring, _ text: String
  ) throws(SettingError) -> (host: String?, port: UInt16?) {
    var host = authority
    var port: Substring?
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else {
        throw SettingError("'\(text)' has '[' without ']'", hint: "for example gpsd://[::1]:2947")
      }
      host = authority[authority.index(after: authority.startIndex)..<end]
      let rest = authority[authority.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else {
        throw SettingError("'\(text)' has '\(rest)' after ']': must be a colon and a port")
      }
      guard !host.isEmpty, host.allSatisfy({ $0.isHexDigit || ":.%".contains($0) || $0.isLetter })
      else {
        throw SettingError("'\(text)' has no IPv6 address in its brackets")
      }
      port = rest.isEmpty ? nil : rest.dropFirst()
    } else if let colon = authority.firstIndex(of: ":") {
      host = authority[..<colon]
      port = authority[authority.index(after: colon)...]
      guard port?.contains(":") == false else {
        throw SettingError(
          "'\(text)' has an IPv6 address without brackets", hint: "for example gpsd://[::1]:2947")
      }
    }
    guard !host.contains(where: { $0.isWhitespace || $0 == "@" }) else {
      throw SettingError("'\(host)' in '\(text)' is no host name and no address")
    }
    guard let port else { return (host.isEmpty ? nil : String(host), nil) }
    guard let number = UInt16(port), number > 0, port.first != "+" else {
      throw SettingError("'\(port)' in '\(text)' is no port: must be from 1 to 65535")
    }
    return (host.isEmpty ? nil : String(host), number)
  }

  private static func absolute(_ path: Substring, _ text: String) throws(SettingError) -> String {
    guard path.hasPrefix("/"), path.count > 1 else {
      throw SettingError(
        "'\(text)' names no device: must be the path of one",
        hint: path.hasPrefix("tty") ? "serial:/dev/\(path)?" : "for example serial:/dev/ttyUSB0")
    }
    return String(path.hasPrefix("//") ? path.dropFirst(2) : path)
  }

  /// What stands after the `?`.
  private struct Options {
    let address: Substring
    private let text: String
    private var values: [String: String] = [:]

    init(_ rest: Substring, of text: String, known: [String]) throws(SettingError) {
      self.text = text
      guard let mark = rest.lastIndex(of: "?") else {
        address = rest
        return
      }
      address = rest[..<mark]
      for option in rest[rest.index(after: mark)...].split(separator: "&") {
        let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard known.contains(name) else {
          throw SettingError(
            "'\(name)' in '\(text)' is no option: must be \(known.joined(separator: " or "))",
            hint: nearestName(to: name, among: known).map { "did you mean '\($0)'?" })
        }
        guard parts.count == 2 else {
          throw SettingError("'\(name)' in '\(text)' has no value")
        }
        values[name] = String(parts[1])
      }
    }

    mutating func baud() throws(SettingError) -> Int? {
      guard let value = values["baud"], value != "auto" else { return nil }
      guard let rate = Int(value), SourceURL.baudRates.contains(rate) else {
        throw SettingError(
          "'\(value)' in '\(text)' is no baud rate: must be auto or one of "
            + SourceURL.baudRates.map(String.init).joined(separator: ", "))
      }
      return rate
    }

    mutating func checksum() throws(SettingError) -> ChecksumPolicy {
      switch values["checksum"] {
      case nil, "required": return .required
      case "optional": return .optional
      case let value?:
        throw SettingError(
          "'\(value)' in '\(text)' is no checksum rule: must be required or optional")
      }
    }

    mutating func speed() throws(SettingError) -> Double? {
      guard let value = values["speed"] else { return 1 }
      if value == "max" { return nil }
      guard let speed = Double(value), speed > 0, speed <= 1e6 else {
        throw SettingError(
          "'\(value)' in '\(text)' is no speed: must be max or a number above 0, 1 being real time")
      }
      return speed
    }
  }

  /// The URL as the configuration names it; reads back the same.
  public var description: String {
    switch self {
    case .none: "none"
    case .gpsd(let host, let port, let device):
      "gpsd://\(Self.bracketed(host)):\(port)\(device ?? "")"
    case .serial(let path, let baud, let checksum):
      "serial:\(path)" + Self.query([baud.map { "baud=\($0)" }, Self.option(checksum)])
    case .tcp(let host, let port, let checksum):
      "tcp://\(Self.bracketed(host)):\(port)" + Self.query([Self.option(checksum)])
    case .udp(let host, let port, let checksum):
      "udp://\(Self.bracketed(host)):\(port)" + Self.query([Self.option(checksum)])
    case .file(let path, let speed, let checksum):
      "file:\(path)" + Self.query([Self.option(speed: speed), Self.option(checksum)])
    }
  }

  private static func bracketed(_ host: String) -> String {
    host.contains(":") ? "[\(host)]" : host
  }

  private static func option(_ checksum: ChecksumPolicy) -> String? {
    checksum == .optional ? "checksum=optional" : nil
  }

  private static func option(speed: Double?) -> String? {
    guard let speed else { return "speed=max" }
    return speed == 1 ? nil : "speed=\(Int(exactly: speed).map { String($0) } ?? String(speed))"
  }

  private static func query(_ options: [String?]) -> String {
    let given = options.compactMap { $0 }
    return given.isEmpty ? "" : "?" + given.joined(separator: "&")
  }
}
