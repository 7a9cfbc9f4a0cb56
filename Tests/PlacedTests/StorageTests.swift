import Foundation
import Geography
import JSON
import TestSupport
import Testing

@Suite("placed: disks that are full, read-only, or forget")
struct StorageTests {
  private let home = at(60.17, 24.94)

  /// A file system of a test's own, in memory; unmounted with the object.
  private final class Mount {
    let path: String

    init?(_ path: String, _ options: String) {
      self.path = path
      mkdir(path, 0o755)
      guard mount("tmpfs", path, "tmpfs", 0, options) == 0 else { return nil }
    }

    func remount(readOnly: Bool) -> Bool {
      let flags = UInt(MS_REMOUNT) | (readOnly ? UInt(MS_RDONLY) : 0)
      return mount("tmpfs", path, "tmpfs", flags, nil) == 0
    }

    deinit { umount2(path, CInt(MNT_DETACH)) }
  }

  private func health(_ daemon: DaemonProcess) throws -> [String] {
    try daemon.result("status")["health"]?.array?.compactMap { $0["code"]?.string } ?? []
  }

  private func mounted(_ scratch: ScratchDirectory, size: String = "4m") -> Mount? {
    Mount(scratch.file("disk"), "size=\(size)")
  }

  @Test("A database in memory is a serious warning with what to do")
  func volatile() throws {
    let scratch = ScratchDirectory()
    guard let mount = mounted(scratch) else { return }
    let daemon = try DaemonProcess(
      in: scratch, arguments: ["--source", "none", "--database", mount.path + "/places.db"])
    let warning = try #require(
      try daemon.result("status")["health"]?.array?.first { $0["code"] == "database_volatile" })
    #expect(warning["severity"] == "serious")
    #expect(warning["hint"]?.string?.contains("--database") == true)
    daemon.stop()
  }

  @Test("require_mount makes no database on the root file system, and uses one on another")
  func requireMount() throws {
    let scratch = ScratchDirectory()
    let configuration = "[storage]\nrequire_mount = yes\n"
    var (own, root) = (stat(), stat())
    stat(scratch.path, &own)
    stat("/", &root)
    if own.st_dev == root.st_dev {
      let daemon = try DaemonProcess(in: scratch, configuration: configuration)
      #expect(try health(daemon).contains("database"))
      #expect(!FileManager.default.fileExists(atPath: scratch.file("places.db")))
      let refused = try daemon.call("place.add", ["name": "A", "lat": 1, "lon": 1])["error"]
      #expect(refused?["data"]?["code"] == "storage")
      #expect(refused?["data"]?["hint"]?.string?.contains("mount") == true)
      daemon.stop()
    }
    guard let mount = mounted(scratch) else { return }
    let daemon = try DaemonProcess(
      in: scratch, configuration: configuration,
      arguments: ["--source", "none", "--database", mount.path + "/places.db"])
    #expect(try daemon.result("place.add", ["name": "A", "lat": 1, "lon": 1])["id"] == 1)
    daemon.stop()
  }

  @Test(
    "A full disk: detection goes on, a change is refused with the reason; with room again nothing is lost"
  )
  func full() throws {
    let (scratch, feed) = (ScratchDirectory(), NMEAFeed())
    guard let mount = mounted(scratch, size: "1m") else { return }
    let daemon = try DaemonProcess(
      in: scratch, arguments: feed.arguments + ["--database", mount.path + "/places.db"])
    _ = try daemon.result(
      "place.add", ["name": "Home", "lat": 60.17, "lon": 24.94, "radius_m": 30])
    let subscriber = try daemon.connect()
    _ = try subscriber.call("subscribe", ["events": ["arrived", "departed"]])
    // Everything that is left, and the log's file takes no more.
    let filler = open(mount.path + "/filler", O_WRONLY | O_CREAT, 0o600)
    let zeros = [UInt8](repeating: 0, count: 4096)
    while write(filler, zeros, zeros.count) > 0 {}
    close(filler)
    var refused: JSONValue?
    for round in 0..<200 where refused == nil {
      refused = try daemon.call(
        "place.add", ["name": .string("F\(round)"), "lat": 1, "lon": 1])["error"]
    }
    #expect(refused?["data"]?["code"] == "storage", "\(refused ?? .null)")
    #expect(refused?["message"]?.string?.contains("room") == true, "\(refused ?? .null)")
    #expect(try health(daemon).contains("database_full"))
    var (text, vehicle) = Recordings.Vehicle.visit(home, standing: 200)
    text += vehicle.drive(900, towards: 0) + vehicle.stand(200)
    feed.say(text)
    #expect(try subscriber.notification("arrived")?["visit"]?["place"]?["name"] == "Home")
    #expect(try subscriber.notification("departed")?["visit"]?["place"]?["name"] == "Home")
    #expect(try subscriber.notification("arrived") != nil)
    #expect(try daemon.result("likely")["fix"] != nil)
    #expect(try daemon.call("select", ["name": "Home"])["error"]?["data"]?["code"] == "storage")
    #expect(try daemon.result("selected")["selected"] == .null)
    #expect(try daemon.result("visits")["visits"]?.array?.isEmpty == true)
    unlink(mount.path + "/filler")
    // The next change takes with it what waited.
    #expect(try daemon.result("select", ["name": "Home"])["selected"]?["place"]?["name"] == "Home")
    #expect(try !health(daemon).contains("database_full"))
    let visits = try daemon.result("visits")["visits"]?.array ?? []
    #expect(visits.count == 2 && visits.map { $0["departed_at"] != nil } == [false, true])
    daemon.kill()
    let second = try DaemonProcess(
      in: scratch, arguments: ["--source", "none", "--database", mount.path + "/places.db"])
    #expect(try second.result("visits")["visits"]?.array?.count == 2)
    #expect(try second.result("selected")["selected"]?["place"]?["name"] == "Home")
    second.stop()
  }

  @Test("A file system that becomes read-only is told, and what it holds is still read")
  func readOnly() throws {
    let scratch = ScratchDirectory()
    guard let mount = mounted(scratch) else { return }
    let arguments = ["--source", "none", "--database", mount.path + "/places.db"]
    let first = try DaemonProcess(in: scratch, arguments: arguments)
    _ = try first.result("place.add", ["name": "Home", "lat": 60, "lon": 25])
    first.stop()
    #expect(mount.remount(readOnly: true))
    let second = try DaemonProcess(in: scratch, arguments: arguments)
    #expect(try health(second).contains("database_read_only"))
    #expect(try second.result("search", ["query": "home"])["places"]?.array?.count == 1)
    let refused = try second.call("select", ["name": "Home"])["error"]
    #expect(refused?["data"]?["code"] == "storage", "\(refused ?? .null)")
    #expect(refused?["data"]?["hint"] != nil, "\(refused ?? .null)")
    #expect(mount.remount(readOnly: false))
    // Tried again now and then, and at once where the configuration is read again.
    _ = try second.result("reload")
    #expect(try second.result("select", ["name": "Home"])["selected"]?["place"]?["id"] == 1)
    #expect(try !health(second).contains("database_read_only"))
    second.stop()
  }

  @Test("The changes of health outlive restarts, the newest first")
  func history() throws {
    let scratch = ScratchDirectory()
    for round in 0..<3 {
      let daemon = try DaemonProcess(
        in: scratch, configuration: "[access]\nprecise = root, group:no-such-group-\(round)\n")
      let history = try daemon.result("status", ["history": true])["history"]?.array ?? []
      #expect(history.count == round + 1, "\(history)")
      #expect(history.first?["text"]?.string?.contains("no-such-group-\(round)") == true)
      #expect(
        history.dropFirst().allSatisfy { $0["text"]?.string?.contains("no-such-group") == true })
      daemon.stop()
    }
  }
}
