import Configuration
import EventLoop
import Foundation
import Geography
import Glibc
import TestSupport
import Testing

@testable import FixSources

@Suite("A receiver on a serial line")
struct SerialSourceTests {
  private let loop: EventLoop
  private let scratch = ScratchDirectory()
  private var link: String { scratch.file("gps") }

  init() throws { loop = try EventLoop() }

  private func harness(baud: Int? = 9600) -> SourceHarness {
    SourceHarness([.serial(path: link, baud: baud, checksum: .required)], loop: loop)
  }

  /// Plays a receiver into a terminal, ten times a second.
  private func play(into terminal: PseudoTerminal) -> EventLoop.Repeating {
    EventLoop.Repeating(loop, every: 0.1, PlayedReceiver()) { terminal.send($0.next()) }
  }

  @Test("Fixes come, named by the device, and the line is raw and ours alone")
  func fixes() throws {
    let terminal = PseudoTerminal(link: link)
    let harness = harness()
    #expect(try harness.wait(for: .noFix))
    let player = play(into: terminal)
    #expect(try harness.waitForFix())
    #expect(harness.fixes.first?.device == link)
    #expect(harness.states == [.connecting, .noFix, .fix])
    let second = open(link, O_RDONLY | O_NOCTTY | O_NONBLOCK)
    defer { close(second) }
    if second < 0 {
      #expect(errno == EBUSY)
    } else {
      // Root may open what is exclusive; our own kind is kept off all the same.
      #expect(flock(second, LOCK_EX | LOCK_NB) == -1)
      var settings = termios()
      tcgetattr(second, &settings)
      #expect(settings.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0)
      #expect(settings.c_iflag & tcflag_t(ICRNL | IXON | ISTRIP) == 0)
      #expect(settings.c_cflag & tcflag_t(CLOCAL | CREAD) == tcflag_t(CLOCAL | CREAD))
      #expect(settings.c_cflag & tcflag_t(HUPCL) == 0)
    }
    _ = player
  }

  @Test("A device that is unplugged is lost at once, and found again by the same link")
  func replug() throws {
    var terminal = PseudoTerminal(link: link)
    let harness = harness()
    let rounds = Soak.rounds ?? 3
    var before: (descriptors: Int, kilobytes: Int)?
    for round in 0..<rounds {
      let player = play(into: terminal)
      #expect(try harness.wait(for: .fix), "round \(round)")
      _ = player
      terminal.unplug()
      #expect(try harness.wait(seconds: 1) { harness.status?.state == .lost }, "round \(round)")
      #expect(harness.status?.trouble?.code == .unplugged)
      terminal = PseudoTerminal(link: link)
      harness.forget()
      if round == rounds / 10 { before = (Soak.descriptors, Soak.residentKilobytes) }
    }
    if Soak.isOn, let before {
      #expect(Soak.descriptors <= before.descriptors + 1)
      #expect(Soak.residentKilobytes <= before.kilobytes + 2048)
    }
  }

  @Test("A device that is gone keeps no descriptor open and makes no busy loop")
  func unplugged() throws {
    let terminal = PseudoTerminal(link: link)
    let device = try FileManager.default.destinationOfSymbolicLink(atPath: link)
    let harness = harness()
    #expect(try harness.wait(for: .noFix))
    terminal.unplug()
    #expect(try harness.wait(for: .lost))
    let held = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").contains {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?
        .hasPrefix(device + " ") ?? false
    }
    #expect(!held)
    var rounds = 0
    let end = MonotonicTime.now.advanced(bySeconds: 0.3)
    while MonotonicTime.now < end {
      try loop.runOnce(timeout: 300)
      rounds += 1
    }
    #expect(rounds < 10)
    #expect(try harness.wait(forTrouble: .noDevice))
  }

  @Test("A link that leads to another device is followed, also when the old one does not hang up")
  func movedLink() throws {
    let old = PseudoTerminal(link: link)
    let harness = harness()
    #expect(try harness.wait(for: .noFix))
    let new = PseudoTerminal(link: link)
    let player = play(into: new)
    #expect(try harness.wait(for: .fix))
    _ = (old, player)
  }

  @Test("The speed is found and remembered", arguments: [4800, 38_400, 115_200])
  func speed(_ baud: Int) throws {
    let speeds: [Int: speed_t] = [
      4800: speed_t(B4800), 38_400: speed_t(B38400), 115_200: speed_t(B115200),
    ]
    let wanted = try #require(speeds[baud])
    var terminal = PseudoTerminal(link: link)
    func play() -> EventLoop.Repeating {
      EventLoop.Repeating(loop, every: 0.1, PlayedReceiver()) { [terminal] receiver in
        let text = receiver.next()
        // What a receiver's bytes become at another speed.
        terminal.send(
          terminal.speed == wanted ? Array(text.utf8) : text.utf8.map { $0 &* 7 ^ 0xA5 })
      }
    }
    let harness = harness(baud: nil)
    var player = play()
    #expect(try harness.wait(for: .fix, seconds: 40))
    terminal.unplug()
    #expect(try harness.wait(for: .lost))
    terminal = PseudoTerminal(link: link)
    player = play()
    // At once: sooner than another speed could have been tried.
    #expect(try harness.wait(seconds: 4) { harness.status?.state == .fix })
    _ = player
  }

  @Test("A receiver whose speed changes is found again")
  func changedSpeed() throws {
    let terminal = PseudoTerminal(link: link)
    var wanted = speed_t(B9600)
    let player = EventLoop.Repeating(loop, every: 0.02, PlayedReceiver()) { receiver in
      let text = receiver.next()
      terminal.send(terminal.speed == wanted ? Array(text.utf8) : text.utf8.map { $0 &* 7 ^ 0xA5 })
    }
    let harness = harness(baud: nil)
    #expect(try harness.wait(for: .fix))
    wanted = speed_t(B38400)
    #expect(try harness.wait(for: .stale))
    #expect(try harness.wait(for: .fix))
    _ = player
  }

  @Test("A device that talks no NMEA is named as what it is")
  func otherTalk() throws {
    func trouble(_ bytes: [UInt8], baud: Int? = 9600) throws -> SourceTrouble? {
      let terminal = PseudoTerminal(link: link)
      let harness = harness(baud: baud)
      let player = EventLoop.Repeating(loop, every: 0.05, 0) { (_: inout Int) in
        terminal.send(bytes)
      }
      #expect(
        try harness.wait { ![nil, .noFixYet, .silent].contains(harness.status?.trouble?.code) })
      _ = player
      return harness.status?.trouble
    }
    let ubx: [UInt8] = [0xB5, 0x62, 0x01, 0x03, 0x02, 0x00, 0x24, 0x0A, 0x34, 0x6F]
    let ublox = try trouble(ubx)
    #expect(ublox?.code == .noNMEA)
    #expect(ublox?.reason.contains("UBX") ?? false)
    let sirf: [UInt8] = [0xA0, 0xA2, 0x00, 0x02, 0x29, 0x01, 0x00, 0x2A, 0xB0, 0xB3]
    #expect(try trouble(sirf)?.reason.contains("SiRF") ?? false)
    let ais = Array("!AIVDM,1,1,,B,13aDp<PP000IwSlN?Wm@0?wN2<1T,0*29\r\n".utf8)
    #expect(try trouble(ais)?.reason.contains("AIS") ?? false)
    let noise = (0..<100).map { UInt8($0 * 37 % 251) }
    let wrong = try trouble(noise, baud: 4800)
    #expect(wrong?.code == .noNMEA)
    #expect(wrong?.reason.contains("4800 baud") ?? false)
    let bare = Array("$GPGGA,120000,6010.0,N,02456.0,E,1,08,1.0,5.0,M,20.0,M,,\r\n".utf8)
    #expect(try trouble(bare)?.code == .noChecksum)
  }

  @Test("A silent device is named, and its first word is heard")
  func silence() throws {
    let terminal = PseudoTerminal(link: link)
    let harness = harness(baud: nil)
    #expect(try harness.wait(forTrouble: .silent))
    let player = play(into: terminal)
    #expect(try harness.wait(for: .fix))
    _ = player
  }

  @Test("What cannot be opened says why and what to do")
  func cannotOpen() throws {
    func trouble() throws -> SourceTrouble? {
      let harness = harness()
      #expect(try harness.wait(for: .lost))
      #expect(harness.status?.retrySeconds != nil)
      return harness.status?.trouble
    }
    #expect(try trouble()?.code == .noDevice)
    let file = try scratch.write("", to: "gps")
    #expect(try trouble()?.code == .noTerminal)
    let group = try #require(getgrgid(getegid())).pointee
    let denied = SourceTrouble.cannotOpen(.denied, file)
    #expect(denied.reason.contains("group \(String(cString: group.gr_name))"))
    #expect(denied.hint?.contains("usermod -aG") ?? false)
  }

  @Test("Who has the device is named, with the command that frees it")
  func holder() throws {
    let terminal = PseudoTerminal(link: link)
    let holder = Process()
    holder.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
    holder.arguments = ["--exclusive", "--no-fork", link, "/usr/bin/sleep", "60"]
    try holder.run()
    defer {
      kill(holder.processIdentifier, SIGKILL)
      holder.waitUntilExit()
    }
    // It takes the lock, then becomes the other program.
    let name = "/proc/\(holder.processIdentifier)/comm"
    let deadline = MonotonicTime.now.advanced(bySeconds: 10)
    while try String(contentsOfFile: name, encoding: .utf8) != "sleep\n",
      MonotonicTime.now < deadline
    {
      usleep(10_000)
    }
    let harness = harness()
    #expect(try harness.wait(for: .lost))
    #expect(harness.status?.trouble?.code == .busy)
    #expect(
      harness.status?.reason?.contains("sleep has") ?? false, "\(harness.status?.reason ?? "")")
    _ = terminal
  }
}

@Suite("Who has a serial device")
struct DeviceHolderTests {
  /// A `/proc` of the test's own.
  private let scratch = ScratchDirectory()

  private func process(_ number: Int, _ name: String, command: String = "", holding: String? = nil)
    throws
  {
    let folder = scratch.file("\(number)")
    try FileManager.default.createDirectory(
      atPath: folder + "/fd", withIntermediateDirectories: true)
    _ = try scratch.write(name + "\n", to: "\(number)/comm")
    _ = try scratch.write(command.replacing(" ", with: "\0"), to: "\(number)/cmdline")
    if let holding { symlink(holding, folder + "/fd/7") }
  }

  @Test("A program that has it open is named before one that might")
  func holding() throws {
    try process(1, "ModemManager")
    try process(2, "minicom", holding: "/dev/ttyS99")
    let holder = DeviceHolder.find("/dev/ttyS99", processes: scratch.path)
    #expect(holder?.program == "minicom")
  }

  @Test(
    "The usual suspects are named by what frees the device",
    arguments: [
      ("ModemManager", "ModemManager"), ("brltty", "brltty-udev.service"), ("gpsd", "gpsd://"),
    ])
  func suspects(_ name: String, remedy: String) throws {
    try process(3, name, command: "/usr/sbin/\(name)")
    let holder = DeviceHolder.find("/dev/ttyUSB9", processes: scratch.path)
    #expect(holder?.program == name)
    #expect(holder?.remedy.contains(remedy) ?? false)
  }

  @Test("A console is named only on its own line")
  func console() throws {
    try process(4, "agetty", command: "/sbin/agetty -o -p 115200 ttyAMA0 vt220")
    let holder = DeviceHolder.find("/dev/ttyAMA0", processes: scratch.path)
    #expect(holder?.remedy.contains("serial-getty@ttyAMA0.service") ?? false)
    #expect(DeviceHolder.find("/dev/ttyUSB9", processes: scratch.path) == nil)
  }
}
