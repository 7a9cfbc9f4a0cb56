import Foundation
import Glibc
import TestSupport
import Testing

@testable import PlaceDaemon

@Suite("The socket's file")
struct ListeningSocketTests {
  private func open(_ path: String, mode: UInt32 = 0o666) throws(DaemonError) -> ListeningSocket {
    try ListeningSocket(path: path, mode: mode, grantsManage: true)
  }

  private func mode(_ path: String) -> UInt32? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  @Test(
    "It has the mode asked for, whatever the umask", arguments: [0o666, 0o600, 0o660] as [UInt32])
  func modes(wanted: UInt32) throws {
    let scratch = ScratchDirectory()
    let socket = try open(scratch.file("s"), mode: wanted)
    #expect(mode(scratch.file("s")) == wanted)
    socket.setMode(0o640)
    #expect(mode(scratch.file("s")) == 0o640)
    socket.shutDown()
    #expect(mode(scratch.file("s")) == nil)
  }

  @Test("A living daemon's file is never replaced")
  func living() throws {
    let scratch = ScratchDirectory()
    let first = try open(scratch.file("s"))
    defer { first.shutDown() }
    let error = #expect(throws: DaemonError.self) { try open(scratch.file("s")) }
    #expect(error?.code == .alreadyRunning)
    #expect(LineSocket(path: scratch.file("s")) != nil)
  }

  @Test("A dead daemon's file is replaced")
  func dead() throws {
    let scratch = ScratchDirectory()
    close(try open(scratch.file("s")).descriptor)
    #expect(mode(scratch.file("s")) != nil)
    let second = try open(scratch.file("s"))
    #expect(LineSocket(path: scratch.file("s")) != nil)
    second.shutDown()
  }

  @Test("A file that is no socket is left alone")
  func otherFile() throws {
    let scratch = ScratchDirectory()
    let path = try scratch.write("precious", to: "s")
    let error = #expect(throws: DaemonError.self) { try open(path) }
    #expect(error?.code == .socket && error?.message.contains("no socket") == true)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
  }

  @Test("A file that another daemon has put there since is not removed at the end")
  func replaced() throws {
    let scratch = ScratchDirectory()
    let first = try open(scratch.file("s"))
    unlink(scratch.file("s"))
    let second = try open(scratch.file("s"))
    first.shutDown()
    #expect(mode(scratch.file("s")) != nil)
    second.shutDown()
  }

  @Test("The file of a socket that systemd passed gets the mode, and stays at the end")
  func passed() throws {
    let scratch = ScratchDirectory()
    let systemd = try open(scratch.file("s"))
    let passed = ListeningSocket(passed: dup(systemd.descriptor), mode: 0o660, grantsManage: true)
    #expect(mode(scratch.file("s")) == 0o660)
    passed.setMode(0o640)
    #expect(mode(scratch.file("s")) == 0o640)
    passed.shutDown()
    #expect(LineSocket(path: scratch.file("s")) != nil)
    systemd.shutDown()
  }

  @Test("A missing folder and a path that is too long are errors with a hint")
  func paths() {
    let scratch = ScratchDirectory()
    for path in [scratch.file("no/s"), "/tmp/" + String(repeating: "x", count: 200)] {
      let error = #expect(throws: DaemonError.self) { try open(path) }
      #expect(error?.hint != nil)
    }
  }
}
