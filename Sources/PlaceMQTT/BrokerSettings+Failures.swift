import CMosquitto
import Glibc

/// Words for a broker that could not be connected to.
extension BrokerSettings {
  /// The connection could not be made.
  func failure(of outcome: Mosquitto.Outcome, logged: String?) -> BrokerError {
    switch mosq_err_t(outcome.code) {
    case MOSQ_ERR_EAI:
      let reason =
        outcome.systemCode == 0 ? "" : ": " + String(cString: gai_strerror(outcome.systemCode))
      return BrokerError(
        .unreachable, "the name '\(host)' cannot be resolved\(reason)",
        hint: "[broker] host; without a network that is to be expected")
    case MOSQ_ERR_TLS:
      return BrokerError(
        .untrusted,
        "no trusted connection to \(address)" + (logged.map { ": " + Self.withoutCode($0) } ?? ""),
        hint: authorityFile.map {
          "[tls] ca_file = \($0) must hold the authority of the broker's certificate, "
            + "which must name '\(host)'"
        }
          ?? "[tls] ca_file names the authority of the broker's certificate, which must name '\(host)'"
      )
    default:
      let code = outcome.systemCode
      let reason =
        code == 0
        ? String(cString: mosquitto_strerror(outcome.code)) : String(cString: strerror(code))
      return BrokerError(
        .unreachable, "\(address) cannot be reached: \(reason)",
        hint: code == ECONNREFUSED
          ? "is the broker running, and does it listen on this port? [broker] host and port name it"
          : nil)
    }
  }

  /// The TCP connection was made, and ended before the broker's welcome.
  func failure(beforeWelcome code: CInt, logged: String?) -> BrokerError {
    guard code != MOSQ_ERR_TLS.rawValue else {
      return failure(of: Mosquitto.Outcome(code: code, systemCode: 0), logged: logged)
    }
    return BrokerError(
      .lost, "\(address) closed the connection before it answered",
      hint: usesTLS
        ? "[broker] port: TLS has one of its own, 8883 by default; or it wants a certificate of "
          + "this client, [tls] cert_file" : "[broker] port, and whether it wants [tls]")
  }

  /// `OpenSSL Error[0]: error:0A000086:SSL routines::certificate verify failed` without the numbers.
  private static func withoutCode(_ text: String) -> String {
    text.split(separator: ":").last.map { String($0.drop { $0 == " " }) } ?? text
  }

  /// The broker answered the connection with a code other than 0; MQTT 3.1.1, 3.2.2.3.
  func refusal(_ code: CInt) -> BrokerError {
    switch code {
    case 4, 5:
      return BrokerError(
        .denied,
        user.map { "\(address) does not let the user '\($0)' in" }
          ?? "\(address) lets nobody in without a user",
        hint: "[broker] user and password_file")
    case 2:
      return BrokerError(
        .refused, "\(address) does not take the client id", hint: "[broker] client_id sets another")
    default:
      return BrokerError(
        .refused, "\(address) refuses: \(String(cString: mosquitto_connack_string(code)))")
    }
  }

  /// A connection that was let in ended.
  func loss(code: CInt, afterSeconds seconds: Double) -> BrokerError {
    if code == MOSQ_ERR_KEEPALIVE.rawValue {
      return BrokerError(.lost, "\(address) answered no ping within the keep-alive")
    }
    return BrokerError(
      .lost, "\(address) closed the connection",
      hint: seconds < 5
        ? "so soon after the welcome that is often another client with the same id: [broker] client_id"
        : nil)
  }
}
