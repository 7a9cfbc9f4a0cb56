import Detection
import Geography
import TestSupport
import Testing

@testable import FixSources

@Suite("GPX")
struct GPXReaderTests {
  private func observations(_ text: String, pieceLength: Int = .max) -> [Observation] {
    var reader = GPXReader()
    var all: [Observation] = []
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let end = start + min(pieceLength, bytes.count - start)
      bytes[start..<end].withUnsafeBufferPointer { reader.read($0) { all.append($0) } }
      start = end
    }
    return all
  }

  private func point(_ inside: String, attributes: String = "lat=\"60.5\" lon=\"24.5\"") -> String {
    "<gpx><trk><name>A &gt; B</name><trkseg><trkpt \(attributes)>\(inside)</trkpt></trkseg></trk></gpx>"
  }

  @Test("A track point is taken with all that GPX 1.1 has for it")
  func all() throws {
    let fix = try #require(
      observations(
        point(
          "<ele>12.5</ele><time>2024-03-01T14:00:00.5+02:00</time><fix>3d</fix><sat>7</sat><hdop>2.0</hdop>"
            + "<extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>10.5</gpxtpx:speed>"
            + "<gpxtpx:course>90</gpxtpx:course></gpxtpx:TrackPointExtension></extensions>")
      ).fixes.first)
    #expect(fix.position == at(60.5, 24.5))
    #expect(fix.time == UTCTime("2024-03-01T12:00:00.5Z"))
    #expect(fix.altitudeMeters == 12.5)
    #expect(fix.speedMetersPerSecond == 10.5)
    #expect(fix.courseDegrees == 90)
    #expect(fix.mode == .threeDimensional)
    #expect(abs(try #require(fix.accuracyMeters) - 2 * 3.3 * 1.515) < 1e-9)
  }

  @Test(
    "Attributes in any order, quotes and white space",
    arguments: [
      "lon=\"24.5\" lat=\"60.5\"", "lat='60.5' lon='24.5'", "lat = \"60.5\"\n\tlon\n= \"24.5\"",
      "id=\"lat='1'\" lat=\"60.5\" note='a>b' lon=\"24.5\"", "lat=\" 60.5 \" lon=\"+24.5\"",
      "lat=\"6.05e1\" lon=\"24.5\"",
    ])
  func attributes(_ attributes: String) {
    #expect(observations(point("", attributes: attributes)).fixes.first?.position == at(60.5, 24.5))
    let closed = "<gpx><trkpt \(attributes)/></gpx>"
    #expect(observations(closed).fixes.first?.position == at(60.5, 24.5))
  }

  @Test(
    "A position that is none",
    arguments: [
      "lat=\"\" lon=\"24.5\"", "lat=\"nan\" lon=\"24.5\"", "lat=\"0x10\" lon=\"24.5\"",
      "lat=\"60,5\" lon=\"24.5\"",
      "lat=\"91\" lon=\"24.5\"", "lat=\"60.5\" lon=\"181\"", "lat=\"60.5\"", "lat=60.5 lon=24.5",
      "lat=\"1e999\" lon=\"24.5\"", "LAT=\"60.5\" LON=\"24.5\"",
    ])
  func noPosition(_ attributes: String) {
    #expect(observations(point("", attributes: attributes)).isEmpty)
    let timed = point("<time>2024-03-01T12:00:00Z</time>", attributes: attributes)
    #expect(observations(timed) == [.time(UTCTime("2024-03-01T12:00:00Z")!)])
  }

  @Test("A recorder that says it had no fix had none; one without a time is a fix without")
  func fixElement() throws {
    let lost = point("<time>2024-03-01T12:00:00Z</time><fix>none</fix>")
    #expect(observations(lost) == [.time(UTCTime("2024-03-01T12:00:00Z")!)])
    let flat = try #require(observations(point("<ele>3</ele><fix> 2d </fix>")).fixes.first)
    #expect(flat.mode == .twoDimensional)
    #expect(flat.time == nil)
    #expect(observations(point("<time>noon</time>")).fixes.first?.time == nil)
  }

  @Test(
    "Comments, sections and instructions hide what is in them",
    arguments: [
      "<!-- <trkpt lat=\"1\" lon=\"2\"/> -- > -->", "<![CDATA[<trkpt lat=\"1\" lon=\"2\"/>]] >]]>",
      "<?x <trkpt lat=\"1\" lon=\"2\"/> ? > ?>", "<!-- --->", "<![CDATA[]]]]>",
      "<desc>1 > 0</desc>",
    ])
  func hidden(_ markup: String) {
    let fixes = observations("<?xml version=\"1.0\"?>" + markup + point(markup) + markup).fixes
    #expect(fixes.map(\.position) == [at(60.5, 24.5)])
  }

  @Test("Way points and route points are no fixes")
  func otherPoints() {
    #expect(
      observations("<gpx><wpt lat=\"1\" lon=\"2\"/><rte><rtept lat=\"1\" lon=\"2\"/></rte></gpx>")
        .isEmpty)
  }

  @Test("A namespace before the names makes no difference")
  func namespace() {
    let text = point("<g:time>2024-03-01T12:00:00Z</g:time>").replacing("trkpt", with: "g:trkpt")
    #expect(observations(text).fixes.first?.time == UTCTime("2024-03-01T12:00:00Z"))
  }

  @Test("However a file is cut into pieces, and wherever it breaks off, it tells the same so far")
  func pieces() {
    let one = "<trkpt lat=\"60.5\" lon=\"24.5\"><time>2024-03-01T12:00:00Z</time><!-- x --></trkpt>"
    let text = "<gpx><trk><trkseg>" + String(repeating: one, count: 20) + "</trkseg></trk></gpx>"
    let whole = observations(text)
    #expect(whole.count == 20)
    for length in [1, 2, 3, 50] { #expect(observations(text, pieceLength: length) == whole) }
    for end in stride(from: 0, to: text.utf8.count, by: 7) {
      let part = observations(String(decoding: text.utf8.prefix(end), as: UTF8.self))
      #expect(part.elementsEqual(whole.prefix(part.count)))
    }
  }

  @Test("Names, texts and tags without end are bounded")
  func endless() {
    let long = String(repeating: "x", count: 100_000)
    let texts = [
      "<\(long)>", "<trkpt a=\"\(long)\"/>", "<!-- \(long) -->", point("<name>\(long)</name>"),
      point(long), point("<time>\(long)</time>"),
    ]
    for text in texts {
      #expect(observations(text + point("")).fixes.last?.position == at(60.5, 24.5))
    }
  }

  @Test(
    "Tracks of real recorders",
    .enabled(if: SharedData.isPresent, "the recordings are not beside the checkout"))
  func real() throws {
    let car = try FixSourcesTests.observations(SharedData.path("data/tracks/car-visnjan.gpx"))
    #expect(car.fixes.count == 104)
    #expect(car.fixes.allSatisfy { $0.time != nil && $0.altitudeMeters != nil })
    let all = try FixSourcesTests.observations(SharedData.path("data/tracks/gpx11-all-fields.gpx"))
    #expect(all.fixes.count == 1)
  }
}
