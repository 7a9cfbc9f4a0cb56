/// The words for what is wrong on the way to gpsd or another host.
extension SourceTrouble {
  static let noSource = SourceTrouble(
    .noSource, "no source of fixes is configured",
    hint: "set url under [source], for example gpsd://localhost:2947")

  /// A failure to reach `host`; `isGPSD` when gpsd was expected there.
  static func unreachable(
    _ failure: ConnectionFailure, host: String, port: UInt16, isGPSD: Bool
  ) -> SourceTrouble {
    let isLocal = ["localhost", "127.0.0.1", "::1"].contains(host)
    switch failure {
    case .unknownHost:
      return SourceTrouble(
        .unknownHost, "the host '\(host)' is not known",
        hint: "getent hosts \(host) must print its address")
    case .refused where isGPSD && isLocal:
      return SourceTrouble(
        .refused, "gpsd does not run: nobody listens on port \(port)",
        hint: "sudo systemctl enable --now gpsd.socket, or sudo apt install gpsd")
    case .refused:
      return SourceTrouble(
        .refused, "nobody listens on port \(port) of '\(host)'",
        hint: isGPSD
          ? "gpsd must run there with -G, or listen on that address by gpsd.socket" : nil)
    case .notAnswering:
      return SourceTrouble(
        .notAnswering, "'\(host)' does not answer on port \(port)",
        hint: "ping \(host) tells whether it can be reached")
    case .failed(let reason):
      return SourceTrouble(
        .failed, "'\(host)' cannot be reached on port \(port): \(reason)")
    }
  }

  static let gpsdSilent = SourceTrouble(
    .notAnswering, "gpsd accepts the connection but says nothing",
    hint: "it may be stuck: sudo systemctl restart gpsd")

  static func disconnected(_ peer: String) -> SourceTrouble {
    SourceTrouble(.disconnected, "\(peer) has closed the connection")
  }

  static let noReceiver = SourceTrouble(
    .noReceiver, "gpsd has no receiver",
    hint:
      "plug one in, or name it in DEVICES of /etc/default/gpsd, or sudo gpsdctl add /dev/ttyUSB0")

  static func otherReceivers(wanted: String, _ devices: [String]) -> SourceTrouble {
    SourceTrouble(
      .otherReceivers,
      "gpsd does not have the receiver '\(wanted)', but \(devices.joined(separator: ", "))",
      hint: "name one of these in the source, or none to take any")
  }

  static func receiverGone(_ device: String) -> SourceTrouble {
    SourceTrouble(
      .unplugged, "gpsd has lost the receiver '\(device)'",
      hint: "it comes back when it is plugged in again; else sudo gpsdctl add \(device)")
  }

  static func cannotListen(
    _ failure: ConnectionFailure, host: String, port: UInt16
  ) -> SourceTrouble {
    switch failure {
    case .failed(let reason):
      SourceTrouble(
        .failed, "'\(host)' port \(port) cannot be listened on: \(reason)",
        hint: "the address must be one of this machine, 0.0.0.0 for all, or a multicast group; "
          + "sudo ss -ulpn sport = \(port) shows who has the port")
    case .unknownHost, .refused, .notAnswering:
      SourceTrouble(
        .unknownHost, "'\(host)' is no address of this machine",
        hint: "0.0.0.0 listens on all of them")
    }
  }

  static func noDatagrams(port: UInt16, seconds: Double) -> SourceTrouble {
    SourceTrouble(
      .silent, "no datagram has come to port \(port) for more than \(duration(seconds))",
      hint: "the sender must be set to this machine's address; a firewall may be in between")
  }
}
