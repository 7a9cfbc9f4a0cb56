/// How the broker is reached.
public struct BrokerSettings: Hashable, Sendable {
  /// `[broker] host`: a name or an address.
  public var host = "localhost"
  /// `[broker] port`; nil: 1883, with TLS 8883, the ports that IANA registered for MQTT.
  public var port: Int?
  /// `[broker] user`; nil for none; `HOSTNAME` in it stands for the machine's name.
  public var user: String?
  /// `[broker] password_file`; nil for none.
  public var passwordFile: String?
  /// `[broker] client_id`; nil for `placed-HOSTNAME`.
  public var clientID: String?
  /// `[broker] keep_alive`, in seconds.
  public var keepAliveSeconds = 60.0
  /// `[broker] qos`: how events and positions are delivered, 0, 1 or 2.
  public var qos = 2
  /// `[tls] enabled`.
  public var usesTLS = false
  /// `[tls] ca_file`: certificates that are trusted; nil for the system's.
  public var authorityFile: String?
  /// `[tls] cert_file`: this client's certificate.
  public var certificateFile: String?
  /// `[tls] key_file`: its key.
  public var keyFile: String?

  /// The defaults.
  public init() {}

  /// The port that is connected to.
  public var effectivePort: Int { port ?? (usesTLS ? 8883 : 1883) }

  /// Host and port, for messages.
  public var address: String {
    host.contains(":") ? "[\(host)]:\(effectivePort)" : "\(host):\(effectivePort)"
  }
}
