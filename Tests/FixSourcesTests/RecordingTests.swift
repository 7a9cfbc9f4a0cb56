import CZlib
import Detection
import Geography
import TestSupport
import Testing

@testable import FixSources

/// All that a recording holds.
func observations(_ path: String) throws(SourceError) -> [Observation] {
  let recording = try Recording(path: path, checksum: .required)
  var all: [Observation] = []
  while let observation = try recording.next() { all.append(observation) }
  return all
}

/// The error that `body` ends with.
private func failure(_ body: () throws -> Void) -> SourceError? {
  do {
    try body()
    return nil
  } catch {
    return error as? SourceError
  }
}

extension [Observation] {
  /// The fixes among them.
  var fixes: [Fix] { compactMap { if case .fix(let fix) = $0 { fix } else { nil } } }
}

/// `bytes` as a member of a gzip file.
func gzip(_ bytes: [UInt8]) -> [UInt8] {
  var stream = z_stream()
  deflateInit2_(
    &stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
    CInt(MemoryLayout<z_stream>.size))
  defer { deflateEnd(&stream) }
  var input = bytes
  var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
  let count = input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      deflate(&stream, Z_FINISH)
      return output.count - Int(stream.avail_out)
    }
  }
  return Array(output[..<count])
}

@Suite("Recordings")
struct RecordingTests {
  private let scratch = ScratchDirectory()

  private static let bodies = [
    "GPRMC,120000.00,A,6010.0000,N,02456.0000,E,0.5,90.0,010324,,,A",
    "GPRMC,120001.00,A,6010.0000,N,02456.0000,E,0.5,90.0,010324,,,A",
  ]
  private static let nmea = bodies.map { line($0) }.joined()
  private static let gpsd = """
    {"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}
    {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/gps0","activated":"2024-03-01T12:00:00.000Z"}]}
    {"class":"TPV","device":"/dev/gps0","mode":3,"time":"2024-03-01T12:00:00.000Z","lat":60.5,"lon":24.5}
    {"class":"TPV","device":"/dev/gps0","mode":3,"time":"2024-03-01T12:00:01.000Z","lat":60.5,"lon":24.5}

    """
  private static let gpx = """
    <?xml version="1.0"?><gpx version="1.1"><trk><trkseg>
    <trkpt lat="60.5" lon="24.5"><time>2024-03-01T12:00:00Z</time></trkpt>
    <trkpt lat="60.5" lon="24.5"><time>2024-03-01T12:00:01Z</time></trkpt>
    </trkseg></trk></gpx>
    """

  private static let formats: [(String, String?)] = [
    (nmea, nil), (gpsd, "/dev/gps0"), (gpx, nil), ("# a comment\n\n" + nmea, nil),
    ("\u{FEFF}" + gpx, nil), ("\u{FEFF}\n  " + gpsd, "/dev/gps0"),
    (gpx.replacing("\n", with: " "), nil), ("<!-- made by hand -->" + gpx, nil),
    (String(gpsd.prefix { $0 != "\n" }) + "\n" + nmea, nil), ("\\s:x*5F\\" + nmea, nil),
    ("\u{1}\u{2}<\u{3}{\n" + nmea, nil),
  ]

  @Test(
    "The format is told by content, whatever the file is called and begins with",
    arguments: formats)
  func format(_ text: String, device: String?) throws {
    let path = try scratch.write(text, to: "recording.txt")
    let fixes = try observations(path).fixes
    #expect(
      fixes.map(\.time) == [UTCTime("2024-03-01T12:00:00Z"), UTCTime("2024-03-01T12:00:01Z")])
    #expect(fixes.map(\.device) == [device, device])
  }

  @Test(
    "A gzip file is unpacked, also in several members and with padding",
    arguments: [nmea, gpsd, gpx])
  func packed(_ text: String) throws {
    let plain = try observations(try scratch.write(text, to: "plain"))
    let member = gzip(Array(text.utf8))
    #expect(try observations(scratch.write(member, to: "one.gz")) == plain)
    #expect(try observations(scratch.write(member + [0, 0, 0, 0], to: "padded")) == plain)
    let half = Array(text.utf8).count / 2
    let halves = gzip(Array(text.utf8.prefix(half))) + gzip(Array(text.utf8.dropFirst(half)))
    #expect(try observations(scratch.write(halves, to: "two.gz")) == plain)
  }

  @Test("A gzip file of megabytes that packs into kilobytes is read whole")
  func bomb() throws {
    let blank = [UInt8](repeating: UInt8(ascii: "\n"), count: 5_000_000)
    let path = try scratch.write(gzip(blank + Array(Self.nmea.utf8)), to: "blank.gz")
    #expect(try observations(path).fixes.count == 2)
  }

  @Test("A gzip file that breaks off gives what it has, then an error")
  func brokenOff() throws {
    var text = ""
    for second in 0..<3000 {
      text += line(
        "GPGLL,6010.\(second % 7),N,024\(10 + second % 50).\(second),E,"
          + "\(10 + second / 3600)\(10 + second / 60 % 50)\(10 + second % 50),A,A")
    }
    let packed = gzip(Array(text.utf8))
    let recording = try Recording(
      path: scratch.write(Array(packed.prefix(packed.count / 2)), to: "broken.gz"),
      checksum: .required)
    var count = 0
    let error = failure { while try recording.next() != nil { count += 1 } }
    #expect(error?.code == .damaged)
    #expect(count > 300)
    var damaged = packed
    damaged[packed.count / 2] ^= 0xFF
    #expect(throws: SourceError.self) { try observations(scratch.write(damaged, to: "bad.gz")) }
  }

  @Test("What is no recording says so and names the file")
  func unknown() throws {
    func code(_ text: String) throws -> SourceError.Code? {
      let path = try scratch.write(text, to: "unknown")
      let error = failure { _ = try observations(path) }
      #expect(error?.message.contains(path) ?? false)
      return error?.code
    }
    #expect(try code("Dear diary,\ntoday I drove to town.\n") == .unknownFormat)
    #expect(try code("[{\"lat\":60.5,\"lon\":24.5}]") == .unknownFormat)
    #expect(try code("{\"class\":\"TPV\",\"mode\"\n") == .unknownFormat)
    #expect(
      try code("<?xml version=\"1.0\"?><gpx><wpt lat=\"1\" lon=\"2\"/></gpx>") == .unknownFormat)
    #expect(try code(Self.nmea.replacing("6010", with: "6011")) == .damaged)
    let bare = Self.bodies.map { "$\($0)\r\n" }.joined()
    #expect(try code(bare) == .unknownFormat)
    let recording = try Recording(path: scratch.write(bare, to: "bare"), checksum: .optional)
    #expect(try recording.next() != nil)
  }

  @Test("An empty recording is over at once")
  func empty() throws {
    #expect(try observations(scratch.write("", to: "empty")).isEmpty)
    #expect(try observations(scratch.write(gzip([]), to: "empty.gz")).isEmpty)
    #expect(try observations("/dev/null").isEmpty)
  }

  @Test("A file that cannot be opened says why")
  func unreadable() throws {
    func code(_ path: String) -> SourceError.Code? {
      failure { _ = try observations(path) }?.code
    }
    #expect(code(scratch.file("missing")) == .notFound)
    #expect(code(scratch.path) == .unreadable)
    #expect(code(try scratch.write("", to: "file") + "/below") == .notFound)
  }

  @Test("Memory does not grow with the recording")
  func memory() throws {
    var text: [UInt8] = []
    for second in 0..<36_000 {
      let time = "\(10 + second / 3600)\(10 + second / 60 % 50)\(10 + second % 50)"
      text += line("GPRMC,\(time),A,6010.0,N,02456.0,E,0.0,0.0,010324,,,A").utf8
    }
    let short = try scratch.write(Array(text.prefix(text.count / 10)), to: "short")
    let long = try scratch.write(text + text + text, to: "long")
    func decodedAtMost(_ path: String) throws -> Int {
      let recording = try Recording(path: path, checksum: .required)
      var most = 0
      while try recording.next() != nil { most = max(most, recording.decodedCount) }
      return most
    }
    #expect(try decodedAtMost(long) <= decodedAtMost(short) + 10)
  }
}

/// A sentence with its checksum and line end.
func line(_ body: String) -> String {
  let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
  return "$\(body)*\(sum.count == 1 ? "0" : "")\(sum)\r\n"
}
