import Foundation
import TestSupport
import Testing

@Suite(
  "Connecting to a real broker",
  .enabled(if: Broker.isInstalled, "needs mosquitto and mosquitto-clients"))
struct ConnectionTests {
  private let scratch = ScratchDirectory()

  private func password(_ text: String, mode: mode_t = 0o600) throws -> String {
    let path = try scratch.write(text + "\n", to: "password")
    chmod(path, mode)
    return path
  }

  @Test("A password opens the broker")
  func rightPassword() throws {
    let broker = try Broker(.password("sesam"))
    let bridge = try BridgeProcess(
      in: scratch, settings: broker.settings + "password_file = \(try password("sesam"))\n")
    #expect(bridge.wait(for: "connected to the broker localhost:\(broker.port)"))
    try bridge.stop()
    #expect(!bridge.program.error.contains("sesam"))
  }

  @Test("A wrong password is told once, and tried again less and less often")
  func wrongPassword() throws {
    let broker = try Broker(.password("sesam"))
    let bridge = try BridgeProcess(
      in: scratch, settings: broker.settings + "password_file = \(try password("mohn"))\n")
    #expect(bridge.wait(for: "does not let the user 'van' in; [broker] user and password_file"))
    // The waits are 1, 2 and 4 s, give or take a fifth: the fourth attempt comes after 5.6 s at least.
    let begin = Date()
    func attempts() -> Int { broker.log.components(separatedBy: "New connection from").count - 1 }
    let first = attempts()
    #expect(poll { attempts() >= first + 3 })
    #expect(Date().timeIntervalSince(begin) > 5)
    #expect(bridge.program.error.components(separatedBy: "warning: localhost").count == 2)
    #expect(try bridge.stop() == 0)
  }

  @Test("A password file that others can read is refused", arguments: [0o644, 0o640, 0o602])
  func openPasswordFile(mode: Int) throws {
    let path = try password("sesam", mode: mode_t(mode))
    let bridge = try BridgeProcess(
      in: scratch, settings: "[broker]\nuser = van\npassword_file = \(path)\n")
    #expect(try bridge.program.wait() == 1)
    #expect(bridge.program.error.contains("chmod 0600 \(path)"))
  }

  @Test(
    "TLS with an authority of one's own", .enabled(if: TestAuthority.isPossible, "needs openssl"))
  func tls() throws {
    let broker = try Broker(.tls(TestAuthority()))
    let daemon = ScriptedDaemon(path: scratch.file("s"))
    let listener = try Listener(broker)
    let bridge = try BridgeProcess(
      in: scratch, settings: broker.settings + "[publish]\ntopic = placed/van\n")
    #expect(bridge.wait(for: "connected to the broker"))
    #expect(daemon.waitForClient())
    for number in 0..<20 { daemon.happen(number) }
    #expect(listener.wait { _ in listener.eventIDs.count >= 40 })
    #expect(listener.eventIDs == ScriptedDaemon.eventIDs(0..<20))
    try bridge.stop()
  }

  @Test(
    "A broker whose authority is not trusted is told of", arguments: [true, false],
    [TestAuthority.isPossible])
  func wrongAuthority(names: Bool, isPossible: Bool) throws {
    guard isPossible else { return }
    let broker = try Broker(.tls(TestAuthority()))
    let other = try TestAuthority()
    let authority = names ? "ca_file = \(other.certificate)\n" : ""
    let bridge = try BridgeProcess(
      in: scratch,
      settings: "[broker]\nhost = localhost\nport = \(broker.port)\n[tls]\nenabled = yes\n"
        + authority)
    #expect(bridge.wait(for: "no trusted connection to localhost:\(broker.port)"))
    #expect(bridge.program.error.contains("certificate verify failed"))
    #expect(try bridge.stop() == 0)
  }

  @Test("A broker that is not there is told of, and found when it comes")
  func refused() throws {
    let broker = try Broker(starts: false)
    let bridge = try BridgeProcess(in: scratch, settings: broker.settings)
    #expect(bridge.wait(for: "localhost:\(broker.port) cannot be reached: Connection refused"))
    try broker.start()
    #expect(bridge.wait(for: "connected to the broker"))
    try bridge.stop()
  }

  @Test("A name that does not exist is told of, and a stop does not wait for the resolver")
  func unknownName() throws {
    let bridge = try BridgeProcess(
      in: scratch, settings: "[broker]\nhost = nowhere.invalid\n")
    #expect(bridge.wait(for: "the name 'nowhere.invalid' cannot be resolved"))
    #expect(try bridge.stop() == 0)
  }

  @Test("A stop in the middle of a connection that hangs is quick")
  func hangs() throws {
    // A listener that answers nothing.
    let server = NMEAServer("")
    let bridge = try BridgeProcess(
      in: scratch, settings: "[broker]\nhost = 127.0.0.1\nport = \(server.port)\n")
    #expect(bridge.wait(for: "is ready"))
    #expect(try bridge.stop() == 0)
  }

  @Test(
    "After the start 12 MiB are enough", .enabled(if: !Sanitizer.isOn, "a sanitizer needs more"))
  func memory() throws {
    let broker = try Broker()
    let daemon = ScriptedDaemon(path: scratch.file("s"))
    let bridge = try BridgeProcess(in: scratch, settings: broker.settings)
    #expect(daemon.waitForClient() && bridge.wait(for: "connected to the broker"))
    daemon.happen(0)
    func residentKibibytes() -> Int? {
      let status = try? String(contentsOfFile: "/proc/\(bridge.program.id)/status", encoding: .utf8)
      let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
      return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
    #expect(poll { (residentKibibytes() ?? .max) <= 12 << 10 }, "\(residentKibibytes() ?? 0) KiB")
    // It works on: what was given back is read again.
    daemon.happen(1)
    let listener = try Listener(broker)
    daemon.happen(2)
    #expect(listener.wait { _ in listener.eventIDs.suffix(2) == ScriptedDaemon.eventIDs(2..<3) })
    try bridge.stop()
  }
}
