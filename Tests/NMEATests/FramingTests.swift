import Geography
import TestSupport
import Testing

@testable import NMEA

@Suite("Sentences are found in whatever comes")
struct FramingTests {
  private static let fix = "GPRMC,120000.00,A,6010.0000,N,02456.0000,E,0.5,90.0,010324,,,A"

  private func count(_ stream: String) -> Int { epochs(of: stream).compactMap(\.fix).count }

  private func count(_ stream: [UInt8]) -> Int { epochs(of: stream).compactMap(\.fix).count }

  @Test(
    "CR, LF, both, several, or the end of the stream ends a line",
    arguments: ["\r\n", "\n", "\r", "\r\r\n", "\n\n", " \r\n", ""])
  func lineEnds(_ end: String) {
    #expect(count(sentence(Self.fix) + end) == 1)
  }

  @Test("A sentence whose line end is lost does not spoil the next")
  func lostEnd() {
    let second = Self.fix.replacing("120000", with: "120001")
    #expect(count(sentence(Self.fix) + sentence(second) + "\r\n") == 2)
    #expect(count("$GPRMC,120000.00,A,6010.00" + sentence(second) + "\r\n") == 1)
    #expect(count("!AIVDM,1,1,,B,13aDp<PP000IwSlN" + sentence(second) + "\r\n") == 1)
  }

  @Test("Binary before, after and between costs nothing")
  func binary() {
    let ubx: [UInt8] = [0xB5, 0x62, 0x01, 0x07, 0x24, 0x24, 0x0D, 0x0A, 0x21, 0x00, 0xFF, 0x24]
    let stream =
      ubx + Array(sentence(Self.fix).utf8) + ubx
      + Array((sentence(Self.fix.replacing("120000", with: "120001")) + "\r\n").utf8) + ubx
    #expect(count(stream) == 2)
  }

  @Test("A byte that is no text inside a sentence spoils only that one")
  func damage() {
    for byte: UInt8 in [0x00, 0x07, 0x1B, 0x7F, 0x80, 0xFF] {
      var line = Array((sentence(Self.fix) + "\r\n").utf8)
      line[20] = byte
      #expect(count(line) == 0)
      #expect(count(line + Array((sentence(Self.fix) + "\r\n").utf8)) == 1)
    }
  }

  @Test("AIS and tag blocks are passed over")
  func aisAndTagBlocks() {
    let ais = "!AIVDM,1,1,,B,13aDp<PP000IwSlN?Wm@0?wN2<1T,0*29\r\n"
    let tagged = "\\s:GPS1,c:1582974000*53\\" + sentence(Self.fix) + "\r\n"
    var reader = NMEAReader()
    let stream = Array((ais + tagged + ais).utf8)
    stream.withUnsafeBufferPointer { reader.read($0) { _ in } }
    #expect(reader.flush()?.fix != nil)
    #expect(reader.counts.encapsulated == 2)
    #expect(reader.counts.sentences == 1)
  }

  @Test("The digits of a checksum may be small, and a wrong one is counted")
  func checksums() {
    let line = sentence(Self.fix)
    let text = line.prefix { $0 != "*" }
    let sum = line.suffix(2)
    #expect(count("\(text)*\(sum.lowercased())\r\n") == 1)
    var reader = NMEAReader()
    let wrong = "\(text.replacing("6010", with: "6011"))*\(sum)\r\n"
    Array(wrong.utf8).withUnsafeBufferPointer { reader.read($0) { _ in } }
    #expect(reader.flush() == nil)
    #expect(reader.counts.badChecksums == 1)
  }

  @Test("A line without end is given up, and what follows it is read")
  func overlong() {
    for length in [500, 511, 512, 513, 5000] {
      let noise = "$GPTXT," + String(repeating: "x", count: length)
      #expect(count(noise + "\r\n" + sentence(Self.fix) + "\r\n") == 1)
      #expect(count(noise + sentence(Self.fix) + "\r\n") == 1)
    }
  }

  @Test("However a stream is cut into pieces, the epochs are the same")
  func pieces() throws {
    var stream: [UInt8] = []
    var generator = SeededGenerator(seed: 4)
    for second in 0..<30 {
      let time = "1200\(second < 10 ? "0" : "")\(second)"
      stream += Array(
        sentences(
          "GNRMC,\(time).00,A,6010.\(1000 + second),N,02456.0000,E,0.5,90.0,010324,,,A",
          "GNGGA,\(time).00,6010.\(1000 + second),N,02456.0000,E,1,08,1.0,5.0,M,20.0,M,,",
          "GNGSA,A,3,01,02,03,04,,,,,,,,,1.8,1.0,1.5"
        ).utf8)
      for _ in 0..<Int.random(in: 0..<40, using: &generator) {
        stream.append(UInt8.random(in: 0...255, using: &generator))
      }
    }
    let whole = epochs(of: stream)
    #expect(whole.compactMap(\.fix).count == 30)
    for length in [1, 2, 3, 7, 64, 200] {
      #expect(epochs(of: stream, pieceLength: length) == whole)
    }
  }

  @Test("Random damage never traps, and what is read is in range", arguments: [1, 2, 3])
  func randomDamage(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bodies = [
      Self.fix, "GPGGA,120000.00,6010.0000,N,02456.0000,E,1,08,1.0,5.0,M,20.0,M,,",
      "GNGNS,120000.00,6010.0000,N,02456.0000,E,AANN,13,0.93,01482.5,-016.5,,",
      "GPGLL,6010.0000,N,02456.0000,E,120000.00,A,A", "GPZDA,120000.00,01,03,2024,00,00",
      "GPGSA,A,3,10,28,09,13,,,,,,,,,03.4,01.7,03.0", "GPGST,120000.00,1.0,2.0,1.0,45,1.5,1.2,3.0",
      "GPGSV,3,1,12,28,14,150,41,09,15,254,41,10,43,192,47,13,06,081,36",
      "GPVTG,054.7,T,034.4,M,005.5,N,010.2,K", "PGRME,15.0,M,45.0,M,25.0,M",
      "PUBX,00,120000.00,6010.0,N,02456.0,E,30.0,G3,2.1,2.0,0.007,77.52,0.007,,0.92,1.19,0.77,9,0,0",
    ]
    for _ in 0..<3000 {
      var body = Array(bodies.randomElement(using: &generator)!.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = body.indices.randomElement(using: &generator)!
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: body[index] = UInt8.random(in: 0x20...0x7E, using: &generator)
        case 1: body.remove(at: index)
        default: body.insert(body.randomElement(using: &generator)!, at: index)
        }
      }
      let text = sentence(String(decoding: body, as: UTF8.self)) + "\r\n"
      for fix in epochs(of: text).compactMap(\.fix) {
        #expect((-90...90).contains(fix.position.latitude), "seed \(seed): \(text)")
        #expect(fix.accuracyMeters ?? 1 > 0, "seed \(seed): \(text)")
      }
    }
  }
}
