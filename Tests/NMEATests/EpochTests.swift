import Geography
import TestSupport
import Testing

@testable import NMEA

@Suite("An epoch is all that is said of one moment")
struct EpochTests {
  private static let epoch = [
    "GNRMC,120000.00,A,6010.0000,N,02456.0000,E,19.438,90.0,010324,,,A",
    "GNVTG,90.0,T,,M,19.438,N,36.0,K,A",
    "GNGGA,120000.00,6010.0000,N,02456.0000,E,1,08,1.0,5.0,M,20.0,M,,",
    "GNGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.8,1.0,1.5",
    "GNGLL,6010.0000,N,02456.0000,E,120000.00,A,A",
    "GNGST,120000.00,3.0,2.0,1.0,45.0,1.2,0.9,2.5",
    "GNZDA,120000.00,01,03,2024,00,00",
  ]

  @Test("The order of the sentences makes no difference", arguments: [11, 12, 13])
  func order(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let expected = epochs(of: Self.epoch.map { sentence($0) + "\n" }.joined())
    #expect(expected.count == 1)
    let fix = try #require(expected.first?.fix)
    #expect(abs(try #require(fix.speedMetersPerSecond) - 10) < 1e-3)
    for _ in 0..<50 {
      let shuffled = Self.epoch.shuffled(using: &generator)
      let told = epochs(of: shuffled.map { sentence($0) + "\n" }.joined())
      #expect(told == expected, "seed \(seed): \(shuffled)")
    }
  }

  @Test("An epoch ends with the first sentence of another time, not before")
  func end() throws {
    var reader = NMEAReader()
    var told: [Epoch] = []
    func read(_ bodies: [String]) {
      let bytes = Array(bodies.map { sentence($0) + "\n" }.joined().utf8)
      bytes.withUnsafeBufferPointer { reader.read($0) { told.append($0) } }
    }
    read(Self.epoch)
    #expect(told.isEmpty)
    read(["GNGLL,6010.0001,N,02456.0000,E,120000.10,A,A"])
    #expect(told.count == 1)
    #expect(reader.flush()?.fix?.time == UTCTime("2024-03-01T12:00:00.1Z"))
    #expect(reader.flush() == nil)
  }

  @Test("What comes after an epoch was ended by silence is not told again")
  func late() {
    var reader = NMEAReader()
    var told: [Epoch] = []
    for body in Self.epoch {
      let bytes = Array((sentence(body) + "\n").utf8)
      bytes.withUnsafeBufferPointer { reader.read($0) { told.append($0) } }
      if let epoch = reader.flush() { told.append(epoch) }
    }
    #expect(told.count == 1)
  }

  @Test(
    "One sentence that says there is no fix outweighs all others",
    arguments: [
      "GNRMC,120000.00,V,6010.0000,N,02456.0000,E,0.0,0.0,010324,,,N",
      "GNRMC,120000.00,A,6010.0000,N,02456.0000,E,0.0,0.0,010324,,,N",
      "GNGGA,120000.00,6010.0000,N,02456.0000,E,0,08,1.0,5.0,M,20.0,M,,",
      "GNGGA,120000.00,6010.0000,N,02456.0000,E,,08,1.0,5.0,M,20.0,M,,",
      "GNGNS,120000.00,6010.0000,N,02456.0000,E,NN,08,1.0,5.0,20.0,,",
      "GNGNS,120000.00,6010.0000,N,02456.0000,E,,08,1.0,5.0,20.0,,",
      "GNGLL,6010.0000,N,02456.0000,E,120000.00,V,N", "GNGLL,6010.0000,N,02456.0000,E,120000.00,,",
      "GNGSA,A,1,,,,,,,,,,,,,99.9,99.9,99.9",
    ])
  func invalid(_ body: String) {
    let rest = Self.epoch.filter { $0.prefix(5) != body.prefix(5) }
    for position in 0...rest.count {
      var all = rest
      all.insert(body, at: position)
      let told = epochs(of: all.map { sentence($0) + "\n" }.joined())
      #expect(told.count == 1)
      #expect(told.first?.fix == nil, "\(all)")
      #expect(told.first?.time == UTCTime("2024-03-01T12:00:00Z"))
    }
  }

  @Test("A constellation that is not used does not outweigh one that is")
  func constellations() throws {
    let told = epochs(
      of: sentences(
        Self.epoch[0], Self.epoch[2], "BDGSA,A,1,,,,,,,,,,,,,99.9,99.9,99.9",
        "GPGSA,A,2,01,02,03,,,,,,,,,,1.8,1.0,1.5", "PQGSA,A,1,,,,,,,,,,,,,99.9,99.9,99.9,4"))
    #expect(try #require(told.first?.fix).mode == .twoDimensional)
    let gns = epochs(
      of: sentences("GNGNS,120000.00,6010.0000,N,02456.0000,E,NA,08,1.0,5.0,20.0,,"))
    #expect(gns.first?.fix?.mode == .threeDimensional)
  }

  @Test("The position with the most decimals is taken, and each sentence alone is a fix")
  func preference() throws {
    let told = epochs(
      of: sentences(
        "GPGLL,6010.1,N,02456.1,E,120000.00,A,A",
        "GPRMC,120000.00,A,6010.12,N,02456.12,E,0.0,0.0,010324,,,A",
        "GPGGA,120000.00,6010.12345,N,02456.12345,E,1,08,1.0,5.0,M,20.0,M,,"))
    #expect(told.map { $0.fix?.position } == [at(60 + 10.12345 / 60, 24 + 56.12345 / 60)])
    for body in [Self.epoch[0], Self.epoch[2], Self.epoch[4]] {
      #expect(
        epochs(of: sentences(body)).first?.fix?.position == at(60 + 10.0 / 60, 24 + 56.0 / 60))
    }
  }

  @Test("Both GP and GN sentences of the same moment make one fix (nmealib#19)")
  func twoTalkers() {
    let both = Self.epoch + Self.epoch.map { "GP" + $0.dropFirst(2) }
    #expect(epochs(of: both.map { sentence($0) + "\n" }.joined()).count == 1)
  }

  @Test("Ten reports a second are ten fixes, and times written with other decimals are one")
  func rates() {
    let tenth = (0..<10).map { "GPGLL,6010.000\($0),N,02456.0,E,120000.\($0)0,A,A" }
    #expect(epochs(of: tenth.map { sentence($0) + "\n" }.joined()).count == 10)
    let told = epochs(
      of: sentences(
        "GPGLL,6010.0,N,02456.0,E,120000,A,A",
        "GPRMC,120000.0,A,6010.0,N,02456.0,E,0,0,010324,,,A",
        "GPGGA,120000.00,6010.0,N,02456.0,E,1,08,1.0,5.0,M,20.0,M,,",
        "GPGNS,120000.000,6010.0,N,02456.0,E,A,08,1.0,5.0,20.0,,"))
    #expect(told.count == 1)
  }

  @Test("A receiver without a clock tells one fix each time it repeats a sentence")
  func noClock() {
    let told = epochs(
      of: sentences(
        "GPGLL,6010.0000,N,02456.0000,E", "GPVTG,,T,,M,0.0,N,0.0,K",
        "GPGLL,6010.0001,N,02456.0000,E",
        "GPGLL,6010.0002,N,02456.0000,E,,A"))
    #expect(told.compactMap(\.fix).count == 3)
    #expect(told.allSatisfy { $0.time == nil })
  }

  @Test("A receiver that finds its clock and position leaves its silence behind")
  func firstFix() {
    let told = epochs(
      of: sentences(
        "GPRMC,,V,,,,,,,,,,N", "GPGGA,,,,,,0,00,99.99,,,,,,", "GPGSA,A,1,,,,,,,,,,,,,,,")
        + Self.epoch.map { sentence($0) + "\n" }.joined())
    #expect(told.count == 2)
    #expect(told.last?.fix != nil)
  }

  @Test("ZDA gives a receiver without a position its clock, and alone it is no epoch")
  func clockAlone() {
    let clock = "GPZDA,120000.00,01,03,2024,00,00"
    let told = epochs(
      of: sentences("GPGGA,,,,,,0,00,99.99,,,,,,", "GPGSA,A,1,,,,,,,,,,,,,,,", clock))
    #expect(told.map(\.time) == [UTCTime("2024-03-01T12:00:00Z")])
    #expect(epochs(of: sentences(clock, clock)).isEmpty)
  }

  @Test("A clock that runs ahead of the fixes does not date them")
  func clockAhead() {
    var stream = ""
    for second in 10..<20 {
      stream += sentences(
        "GPGGA,1200\(second).00,6010.0,N,02456.0,E,1,08,1.0,5.0,M,20.0,M,,",
        "GPRMC,1200\(second).00,A,6010.0,N,02456.0,E,0,0,010324,,,A",
        "GPZDA,1200\(second + 2).00,01,03,2024,00,00")
    }
    let told = epochs(of: stream)
    #expect(told.count == 10)
    #expect(told.allSatisfy { $0.fix != nil && $0.time == $0.fix?.time })
    #expect(told.last?.time == UTCTime("2024-03-01T12:00:19Z"))
  }

  @Test("Sentences that contradict each other are no fix, unless a receiver always does so")
  func contradiction() {
    func pair(_ second: Int, _ latitude: String) -> String {
      sentences(
        "GPRMC,1200\(second).00,A,6010.0,N,02456.0,E,0,0,010324,,,A",
        "GPGGA,1200\(second).00,\(latitude),N,02456.0,E,1,08,1.0,5.0,M,20.0,M,,")
    }
    let once = epochs(of: pair(10, "6010.0") + pair(11, "6910.0") + pair(12, "6010.0"))
    #expect(once.map { $0.fix != nil } == [true, false, true])
    let always = epochs(of: (10..<20).map { pair($0, "6010.2") }.joined())
    #expect(always.map { $0.fix != nil } == [false] + Array(repeating: true, count: 9))
  }

  @Test("A GLL that restates the position a second later belongs to its fix")
  func restatement() {
    var stream = ""
    for second in stride(from: 10, to: 20, by: 2) {
      stream += sentences(
        "GPRMC,1200\(second),A,4527.458,S,16709.165,E,000.0,094.5,010324,024.1,E",
        "GPGGA,1200\(second),4527.458,S,16709.165,E,1,05,2.1,14.7,M,1.1,M,,",
        "GPGLL,4527.458,S,16709.165,E,1200\(second + 1),A")
    }
    #expect(epochs(of: stream).count == 5)
    let moved = sentences(
      "GPRMC,120010,A,4527.458,S,16709.165,E,000.0,094.5,010324,024.1,E",
      "GPGGA,120010,4527.458,S,16709.165,E,1,05,2.1,14.7,M,1.1,M,,",
      "GPGLL,4527.459,S,16709.165,E,120011,A")
    #expect(epochs(of: moved).count == 2)
    // A receiver at rest that sends one sentence a second, in turn, has a fix each second.
    let turns = sentences(
      "GPRMC,120010,A,4527.458,S,16709.165,E,000.0,094.5,010324,024.1,E",
      "GPGLL,4527.458,S,16709.165,E,120011,A",
      "GPGGA,120012,4527.458,S,16709.165,E,1,05,2.1,14.7,M,1.1,M,,")
    #expect(epochs(of: turns).count == 3)
  }

  @Test("Speed and course come from RMC, else from VTG")
  func speed() throws {
    let told = epochs(
      of: sentences(
        "GPGGA,120000.00,6010.0,N,02456.0,E,1,08,1.0,5.0,M,20.0,M,,",
        "GPVTG,123.4,T,,M,19.438,N,36.0,K,A"))
    let fix = try #require(told.first?.fix)
    #expect(fix.courseDegrees == 123.4)
    #expect(abs(try #require(fix.speedMetersPerSecond) - 10) < 1e-3)
  }

  @Test("Satellites used are counted from GGA, satellites seen over all constellations")
  func satellites() {
    let told = epochs(
      of: sentences(
        "GPGSV,3,1,12,01,40,083,46", "GPGSV,3,2,12,05,40,083,46", "GLGSV,1,1,04,65,40,083,46",
        "GAGSV,1,1,05,11,40,083,46,7", "GAGSV,1,1,05,11,40,083,46,2") + sentence(Self.epoch[2]))
    #expect(told.first?.satellitesSeen == 21)
    #expect(told.first?.satellitesUsed == 8)
  }

  @Test("A constellation that is told of no more is no longer counted")
  func vanishedSatellites() {
    var stream = sentences("GPGSV,1,1,12,01,40,083,46", "GLGSV,1,1,04,65,40,083,46")
    for tenth in 0..<100 {
      if tenth % 10 == 0 { stream += sentences("GPGSV,1,1,12,01,40,083,46") }
      stream += sentences("GPGLL,6010.0,N,02456.0,E,12000\(tenth / 10).\(tenth % 10),A,A")
    }
    let told = epochs(of: stream)
    #expect(told.first?.satellitesSeen == 16)
    #expect(told.last?.satellitesSeen == 12)
  }
}
