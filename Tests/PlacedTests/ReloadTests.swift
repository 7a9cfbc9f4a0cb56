import Foundation
import JSON
import TestSupport
import Testing

@Suite("placed: reading the configuration again")
struct ReloadTests {
  @Test("A bad configuration is reported and the old one kept; a good one takes effect")
  func bad() throws {
    let daemon = try DaemonProcess(configuration: "[places]\nlimit = 3\n")
    for index in 0..<9 {
      _ = try daemon.result("place.add", ["name": .string("P\(index)"), "lat": 60, "lon": 25])
    }
    func shown() throws -> Int? {
      try daemon.result("likely", ["at": ["lat": 60, "lon": 25]])["places"]?.array?.count
    }
    #expect(try shown() == 3)
    _ = try daemon.scratch.write("[places]\nlimit = 300\nlanguag = fi\n", to: "placed.conf")
    let error = try daemon.call("reload")["error"]
    #expect(error?["data"]?["code"] == "config")
    #expect(error?["data"]?["problems"]?.array?.count == 2)
    #expect(
      error?["data"]?["problems"]?.array?.first?.string?.hasPrefix(
        daemon.scratch.file("placed.conf") + ":2:9: error: ") == true)
    #expect(try shown() == 3)
    let codes = try daemon.result("status")["health"]?.array?.map { $0["code"] }
    #expect(codes?.contains("configuration") == true)
    _ = try daemon.scratch.write("[places]\nlimit = 7\n", to: "placed.conf")
    daemon.signal(SIGHUP)
    #expect(daemon.wait { $0.contains("RELOADING=1") } && daemon.wait { $0.contains("READY=1") })
    #expect(try shown() == 7)
    let after = try daemon.result("status", ["history": true])
    #expect(after["health"]?.array?.contains { $0["code"] == "configuration" } == false)
    let history = after["history"]?.array?.filter { $0["code"] == "configuration" }
    #expect(history?.map { $0["over"] } == [true, false])
  }

  @Test("The second socket comes and goes with the configuration")
  func clientSocket() throws {
    let scratch = ScratchDirectory()
    let daemon = try DaemonProcess(in: scratch)
    #expect(LineSocket(path: scratch.file("c")) == nil)
    _ = try scratch.write(
      "[socket]\nclient = \(scratch.file("c"))\nmode = 0600\n", to: "placed.conf")
    _ = try daemon.result("reload")
    let client = try #require(LineSocket(path: scratch.file("c")))
    #expect(try client.call("hello")["result"]?["manage"] == false)
    let attributes = try FileManager.default.attributesOfItem(atPath: scratch.file("s"))
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    _ = try scratch.write("", to: "placed.conf")
    _ = try daemon.result("reload")
    #expect(LineSocket(path: scratch.file("c")) == nil)
    #expect(!FileManager.default.fileExists(atPath: scratch.file("c")))
  }
}
