import EventLoop
import Foundation
import JSON
import PlaceProtocol
import TestSupport
import Testing

@testable import PlaceClient

@Suite("Asking the daemon")
struct PlaceClientTests {
  private let scratch = ScratchDirectory()
  private var place: SocketPath { SocketPath(named: scratch.file("s")) }

  private func daemon(_ replies: [String: FakeDaemon.Reply] = [:]) -> FakeDaemon {
    FakeDaemon(path: place.path, replies: replies)
  }

  private func failure(_ body: () throws -> Void) -> ClientError? {
    do {
      try body()
      return nil
    } catch {
      return error as? ClientError
    }
  }

  @Test("A call gives the result, and the connection knows who answers")
  func call() throws {
    let daemon = daemon(["places": .silence, "selected": .result(#"{"selected":null}"#)])
    defer { daemon.stop() }
    let client = try PlaceClient(place)
    #expect(client.hello.version == "0.1.0")
    #expect(client.hello.access == .precise)
    #expect(try client.call(.selected)["selected"] == .null)
    #expect(try client.call(.selected, .object([.init("limit", 3)]))["selected"] == .null)
    #expect(
      daemon.requests.last
        == #"{"jsonrpc":"2.0","id":2,"method":"selected","params":{"limit":3}}"#)
  }

  @Test("An answer of many megabytes in many pieces arrives whole")
  func longAnswer() throws {
    let text = String(repeating: "x", count: 20_000_000)
    let daemon = daemon(["explain": .result("\"\(text)\"")])
    defer { daemon.stop() }
    #expect(try PlaceClient(place).call(.explain, timeout: 60).string == text)
  }

  @Test("Notifications and answers to others are passed over")
  func unrelated() throws {
    let daemon = daemon([
      "clear": .raw(
        #"{"jsonrpc":"2.0","method":"fix","params":{"seq":1}}"# + "\n"
          + #"{"jsonrpc":"2.0","id":77,"result":1}"# + "\n"
          + #"{"jsonrpc":"2.0","id":1,"result":2}"#
          + "\n")
    ])
    defer { daemon.stop() }
    #expect(try PlaceClient(place).call(.clear).int == 2)
  }

  @Test("An error of the daemon keeps its code, message and candidates")
  func answeredError() throws {
    let daemon = daemon([
      "select": .error(
        #"{"code":-32000,"message":"two","data":{"code":"ambiguous","candidates":[1,2]}}"#)
    ])
    defer { daemon.stop() }
    let client = try PlaceClient(place)
    let error = failure { _ = try client.call(.select) }
    #expect(error?.code == .answered(.failure(.ambiguous)))
    #expect(error?.message == "two")
    #expect(error?.candidates == [1, 2])
  }

  @Test("A missing socket and a dead one say that the daemon is not running")
  func notRunning() throws {
    let missing = failure { _ = try PlaceClient(place) }
    #expect(missing?.code == .notRunning)
    #expect(missing?.message.contains("there is no \(place.path)") == true)
    #expect(missing?.hint != nil)
    daemon().stop()
    let dead = failure { _ = try PlaceClient(place) }
    #expect(dead?.code == .notRunning)
    #expect(dead?.message.contains("nobody listens") == true)
  }

  @Test("A path that is no socket, or too long for one, is told")
  func badPaths() throws {
    let file = try scratch.write("", to: "file")
    for path in [file + "/x", "/tmp/" + String(repeating: "x", count: 120)] {
      let error = failure { _ = try PlaceClient(SocketPath(named: path)) }
      #expect(error?.code == .unreachable, "\(path)")
    }
  }

  @Test("A daemon that accepts and never answers is given up in time, and told apart")
  func hung() throws {
    let daemon = daemon(["hello": .silence])
    defer { daemon.stop() }
    let start = MonotonicTime.now
    let error = failure { _ = try PlaceClient(place, timeout: 0.2) }
    #expect(error?.code == .timedOut)
    #expect(error?.message.contains("does not answer") == true)
    #expect(MonotonicTime.now.seconds(since: start) < 5)
  }

  @Test("A daemon whose queue of connections is full is given up in time")
  func fullQueue() throws {
    let full = FullQueue(path: place.path)
    let error = failure { _ = try PlaceClient(place, timeout: 0.1) }
    #expect(error?.code == .timedOut)
    withExtendedLifetime(full) {}
  }

  @Test("A daemon that hangs up, and one that talks nonsense, are told")
  func broken() throws {
    for (reply, code) in [
      (FakeDaemon.Reply.hangUp, ClientError.Code.lost), (.raw("HTTP/1.1 400\n"), .garbled),
      (.result(#"{"name":"other"}"#), .garbled),
      (.result(#"{"name":"placed","protocol":2,"version":"9"}"#), .incompatible),
    ] {
      let daemon = daemon(["hello": reply])
      let error = failure { _ = try PlaceClient(place) }
      #expect(error?.code == code)
      #expect(error?.hint != nil)
      daemon.stop()
    }
  }

  @Test("A method that an older daemon lacks is a matter of versions")
  func olderDaemon() throws {
    let daemon = daemon()
    defer { daemon.stop() }
    let client = try PlaceClient(place)
    #expect(failure { _ = try client.call(.suggestions) }?.code == .incompatible)
  }

  @Test("A user who is refused is told the way in")
  func denied() throws {
    let daemon = daemon(["likely": .failure(code: "denied", message: "no")])
    defer { daemon.stop() }
    let client = try PlaceClient(place)
    let error = failure { _ = try client.call(.likely) }
    #expect(error?.code == .answered(.failure(.denied)))
    #expect(error?.hint?.isEmpty == false)
  }

  @Test("The socket is the one named, else the system's, else the user's own")
  func search() throws {
    #expect(SocketPath(named: "/x").path == "/x")
    let own = SocketPath(named: nil) { $0 == "XDG_RUNTIME_DIR" ? scratch.path : nil }
    #expect(own.searched == [SocketPath.system, scratch.file("placed.sock")])
    _ = try scratch.write("", to: "placed.sock")
    let found = SocketPath(named: nil) { _ in scratch.path }
    if access(SocketPath.system, F_OK) != 0 { #expect(found.path == scratch.file("placed.sock")) }
    #expect(SocketPath(named: nil) { _ in "relative" }.searched == [SocketPath.system])
  }
}

@Suite("The way into the group")
struct UserGroupsTests {
  @Test("What is missing is told: the group, the membership, or a new login")
  func steps() throws {
    let nobody = UserGroups(userName: "nobody-at-all", isRoot: false, effective: [])
    #expect(nobody.stepsTowards("no-such-group") == nil)
    #expect(
      nobody.stepsTowards("daemon")
        == "sudo usermod -aG daemon nobody-at-all, then log out and in again")
    let group = try #require(getgrnam("daemon"))
    let member = UserGroups(userName: "x", isRoot: false, effective: [group.pointee.gr_gid])
    #expect(member.stepsTowards("daemon") == nil)
    let root = UserGroups(userName: "root", isRoot: true, effective: [])
    #expect(root.stepsTowards("daemon") == nil)
  }
}
