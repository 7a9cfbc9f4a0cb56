import CMosquitto
import Glibc

/// One client of libmosquitto, driven from outside: it starts no thread and waits for nothing but in
/// `connect`. Messages that were sent and not acknowledged stay in it from connection to connection,
/// so that one with quality of service 2 arrives once also when the connection breaks in between.
final class Mosquitto {
  /// What the library told during a call. Its callbacks only note it down: what they lead to may call
  /// the library again, which it does not allow from within them.
  enum Report {
    /// The broker's answer to the connection, 0 for welcome.
    case answered(code: CInt)
    /// The connection is over.
    case disconnected(code: CInt)
    /// The broker has the message with this number for good.
    case acknowledged(CInt)
    /// A message that was subscribed to.
    case received(MQTTMessage)
  }

  /// What the callbacks write to. `connect` runs on a thread of its own while the loop leaves the
  /// client alone, so that there is one writer at any time.
  private final class Inbox {
    var reports: [Report] = []
    var lastError: String?

    static func of(_ object: UnsafeMutableRawPointer?) -> Inbox? {
      object.map { Unmanaged<Inbox>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  /// Longest payload of a received message; commands are short.
  private static let longestReceived = 4096
  /// Messages that one call may deliver; more are dropped.
  private static let mostReports = 1024

  private let handle: OpaquePointer
  private let inbox = Inbox()

  /// A client that the broker keeps a session for under `id`.
  init(id: String) throws(BrokerError) {
    _ = Self.library
    let object = Unmanaged.passUnretained(inbox).toOpaque()
    guard let handle = mosquitto_new(id, false, object) else {
      throw BrokerError(
        .refused, "the client id '\(id)' cannot be used", hint: "[broker] client_id sets it")
    }
    self.handle = handle
    mosquitto_connect_callback_set(handle) { _, object, code in
      Inbox.of(object)?.reports.append(.answered(code: code))
    }
    mosquitto_disconnect_callback_set(handle) { _, object, code in
      Inbox.of(object)?.reports.append(.disconnected(code: code))
    }
    mosquitto_publish_callback_set(handle) { _, object, id in
      Inbox.of(object)?.reports.append(.acknowledged(id))
    }
    mosquitto_message_callback_set(handle) { _, object, message in
      guard let message, let inbox = Inbox.of(object) else { return }
      let count = Int(message.pointee.payloadlen)
      guard (0...Mosquitto.longestReceived).contains(count),
        inbox.reports.count < Mosquitto.mostReports, let topic = message.pointee.topic
      else { return }
      let payload = message.pointee.payload.map {
        [UInt8](UnsafeRawBufferPointer(start: $0, count: count))
      }
      inbox.reports.append(
        .received(
          MQTTMessage(
            topic: String(cString: topic), payload: payload ?? [],
            isRetained: message.pointee.retain)))
    }
    mosquitto_log_callback_set(handle) { _, object, level, text in
      guard level == MOSQ_LOG_ERR, let text else { return }
      Inbox.of(object)?.lastError = String(cString: text)
    }
  }

  deinit { mosquitto_destroy(handle) }

  /// Once for the process.
  private static let library: Void = { mosquitto_lib_init() }()

  /// What the library told since this was last asked.
  func takeReports() -> [Report] {
    defer { inbox.reports.removeAll(keepingCapacity: true) }
    return inbox.reports
  }

  /// Something was told since.
  var hasReports: Bool { !inbox.reports.isEmpty }

  /// The last error that the library logged, such as OpenSSL's reason; for people.
  func takeLoggedError() -> String? {
    defer { inbox.lastError = nil }
    return inbox.lastError
  }

  // MARK: Before the connection

  /// What the broker publishes when this client is gone without a word.
  func setWill(_ message: MQTTMessage) {
    mosquitto_will_set(
      handle, message.topic, CInt(message.payload.count), message.payload, 1, message.isRetained)
  }

  /// Who this client says it is.
  func setUser(_ user: String?, password: String?) {
    mosquitto_username_pw_set(handle, user, password)
  }

  /// Encrypts, and checks the broker's certificate and its name.
  func setTLS(authorityFile: String?, certificateFile: String?, keyFile: String?)
    throws(BrokerError)
  {
    for file in [authorityFile, certificateFile, keyFile].compactMap({ $0 })
    where access(file, R_OK) != 0 {
      throw BrokerError(
        .file, "\(file) cannot be read: \(String(cString: strerror(errno)))",
        hint: "[tls] names it; it must be readable by the user of placed-mqtt")
    }
    // Where ca-certificates keeps what the system trusts.
    let folder = authorityFile == nil ? "/etc/ssl/certs" : nil
    // Without a callback OpenSSL would ask for the password of an encrypted key on the terminal.
    let code = mosquitto_tls_set(
      handle, authorityFile, folder, certificateFile, keyFile, { _, _, _, _ in 0 })
    guard code == MOSQ_ERR_SUCCESS.rawValue else {
      throw BrokerError(
        .file, "the files of [tls] cannot be used: \(String(cString: mosquitto_strerror(code)))",
        hint: "cert_file and key_file go together, and are PEM")
    }
  }

  // MARK: The connection

  /// How `connect` ended.
  struct Outcome: Sendable {
    /// Of libmosquitto.
    let code: CInt
    /// `errno`, or the code of getaddrinfo(3) with `MOSQ_ERR_EAI`.
    let systemCode: CInt
  }

  /// Resolves the name and makes the TCP connection, trying each address: the one call that blocks,
  /// for as long as the resolver and the kernel take. Nothing else may be called meanwhile.
  func connect(host: String, port: Int, keepAlive: Int) -> Outcome {
    errno = 0
    let code = mosquitto_connect(handle, host, CInt(port), CInt(keepAlive))
    return Outcome(code: code, systemCode: errno)
  }

  /// The connection's descriptor, nil without one. The library closes it within its calls.
  var descriptor: CInt? {
    let descriptor = mosquitto_socket(handle)
    return descriptor < 0 ? nil : descriptor
  }

  /// Whether something waits to be written.
  var wantsWrite: Bool { mosquitto_want_write(handle) }

  /// Reads what is there. `errno` is looked at by the library after a success, too.
  func read() {
    errno = 0
    mosquitto_loop_read(handle, 1)
  }

  /// Writes what waits.
  func write() {
    errno = 0
    mosquitto_loop_write(handle, 1)
  }

  /// Pings, and notices that the broker is silent.
  func tick() { mosquitto_loop_misc(handle) }

  /// Says good-bye: the will is not published.
  func disconnect() { mosquitto_disconnect(handle) }

  // MARK: Messages

  /// Hands a message over; the number that its acknowledgement will carry, nil where the library
  /// does not take it. Once taken it is sent again after each connection until acknowledged.
  func publish(_ message: MQTTMessage, qos: Int) -> CInt? {
    var id: CInt = 0
    let code = mosquitto_publish(
      handle, &id, message.topic, CInt(message.payload.count), message.payload, CInt(qos),
      message.isRetained)
    switch mosq_err_t(code) {
    case MOSQ_ERR_INVAL, MOSQ_ERR_NOMEM, MOSQ_ERR_PAYLOAD_SIZE, MOSQ_ERR_MALFORMED_UTF8,
      MOSQ_ERR_QOS_NOT_SUPPORTED, MOSQ_ERR_OVERSIZE_PACKET:
      return nil
    case MOSQ_ERR_SUCCESS: return id
    // With quality 0 it is gone with the connection; else the library has it.
    default: return qos == 0 ? nil : id
    }
  }

  /// Asks for the messages of a topic. With quality 0 the broker keeps none for a client that is not
  /// there.
  func subscribe(_ topic: String) {
    mosquitto_subscribe(handle, nil, topic, 0)
  }
}
