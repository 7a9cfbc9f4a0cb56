import Foundation
import JSON
import TestSupport
import Testing

@Suite("placed: what was answered stays")
struct DurabilityTests {
  /// `PLACED_SOAK` makes the long form.
  private static let rounds = ProcessInfo.processInfo.environment["PLACED_SOAK"] == nil ? 5 : 500

  @Test("A selection that was answered is there after a kill, as is an added place")
  func kill() throws {
    let scratch = ScratchDirectory()
    var names: [String] = []
    for round in 0..<Self.rounds {
      let daemon = try DaemonProcess(in: scratch)
      let listed = try daemon.result("place.list", ["limit": 200])["places"]?.array ?? []
      #expect(
        Array(listed.compactMap { $0["name"]?.string }.prefix(200)) == Array(names.prefix(200)))
      if let last = names.last {
        #expect(try daemon.result("selected")["selected"]?["place"]?["name"]?.string == last)
      }
      let name = "P\(round)"
      let id = try #require(
        try daemon.result("place.add", ["name": .string(name), "lat": 60, "lon": 25])["id"])
      _ = try daemon.result("select", ["place": id])
      daemon.kill()
      names.append(name)
    }
  }

  @Test("A kill in the middle leaves whole things: there or not there, never half")
  func killInTheMiddle() throws {
    let scratch = ScratchDirectory()
    for round in 0..<Self.rounds {
      let daemon = try DaemonProcess(in: scratch)
      let client = try daemon.connect()
      for index in 0..<20 {
        client.send(
          line:
            #"{"jsonrpc":"2.0","id":\#(index),"method":"place.add","params":{"name":"A\#(round).\#(index)","lat":60,"lon":25}}"#
        )
      }
      var answered = 0
      while answered < round % 7, client.line() != nil { answered += 1 }
      daemon.kill()
      let after = try DaemonProcess(in: scratch)
      let found = try after.result("search", ["query": .string("A\(round)."), "limit": 50])
      let names = Set(found["places"]?.array?.compactMap { $0["name"]?.string } ?? [])
      for index in 0..<answered { #expect(names.contains("A\(round).\(index)")) }
      for place in found["places"]?.array ?? [] {
        #expect(try after.result("place.get", ["id": place["id"]!])["lat"] == 60)
      }
      after.stop()
    }
  }

  @Test("Nothing is written while nothing happens")
  func quiet() throws {
    let daemon = try DaemonProcess()
    func written() throws -> String {
      let text = try String(contentsOfFile: "/proc/\(daemon.process)/io", encoding: .utf8)
      return text.split(separator: "\n").first { $0.hasPrefix("write_bytes") }.map(String.init)
        ?? ""
    }
    let client = try daemon.connect()
    _ = try client.call("status")
    let before = try written()
    for _ in 0..<50 {
      _ = try client.call("status")
      _ = try client.call("search", ["query": "x"])
      _ = try client.call("place.list")
      _ = try client.call("clear")
    }
    #expect(try written() == before)
  }
}
