import Geography
import JSON
import PlaceProtocol

/// Who answers on the other end: the result of `hello`.
public struct Hello: Hashable, Sendable {
  /// The version of the protocol that this client speaks.
  public static let protocolVersion = 1

  /// The daemon's version.
  public let version: String
  /// What this connection may see.
  public let access: AccessLevel
  /// Whether it may change the place table.
  public let mayManage: Bool
  /// `[display] units`, where the daemon says.
  public let units: String?
  /// `[places] default_location`: what a map shows before the first fix.
  public let defaultLocation: Coordinate?

  /// Reads the result of `hello`.
  public init(_ result: JSONValue) throws(ClientError) {
    guard result["name"]?.string == "placed", let spoken = result["protocol"]?.int else {
      throw ClientError(
        .garbled, "what listens there is not placed",
        hint: "--socket takes the path that placed was started with")
    }
    let version = result["version"]?.string ?? "unknown"
    guard spoken == Self.protocolVersion else {
      throw ClientError(
        .incompatible,
        "placed \(version) speaks protocol \(spoken), and this program \(Self.protocolVersion)",
        hint: "install the same version of both, then: sudo systemctl restart placed")
    }
    self.version = version
    access = result["access"]?.string.flatMap(AccessLevel.init(rawValue:)) ?? .denied
    mayManage = result["manage"]?.bool ?? false
    units = result["units"]?.string
    let position = result["default_location"]
    defaultLocation = position?["lat"]?.double.flatMap { latitude in
      position?["lon"]?.double.flatMap { Coordinate(latitude: latitude, longitude: $0) }
    }
  }
}
