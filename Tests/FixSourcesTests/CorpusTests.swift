import Detection
import Foundation
import Geography
import NMEA
import TestSupport
import Testing

@testable import FixSources

/// A position at a time of day, in hundredths of a second.
struct TimedPosition: Hashable {
  var hundredths: Int
  var latitude: Double
  var longitude: Double

  init(_ time: UTCTime, latitude: Double, longitude: Double) {
    hundredths = Int((Double(time.millisecondOfDay) / 10).rounded())
    self.latitude = latitude
    self.longitude = longitude
  }

  init?(_ fix: Fix) {
    guard let time = fix.time else { return nil }
    self.init(time, latitude: fix.position.latitude, longitude: fix.position.longitude)
  }
}

/// gpsd's own expected output for a recording, and how ours compares with it.
struct CorpusComparison {
  let expected: [Int: [TimedPosition]]
  let ours: [TimedPosition]

  init(recording: String) throws {
    ours = Self.distinct(try observations(recording).fixes.compactMap { TimedPosition($0) })
    expected = Dictionary(
      grouping: try Self.reports(recording + ".chk"), by: \.hundredths)
  }

  init(ours: [Fix], expected path: String) throws {
    self.ours = Self.distinct(ours.compactMap { TimedPosition($0) })
    expected = Dictionary(grouping: try Self.reports(path), by: \.hundredths)
  }

  private static func distinct(_ positions: [TimedPosition]) -> [TimedPosition] {
    var seen: Set<TimedPosition> = []
    return positions.filter { seen.insert($0).inserted }
  }

  /// The positions with a time in the reports of a file.
  private static func reports(_ path: String) throws -> [TimedPosition] {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    return bytes.split(separator: 0x0A).compactMap { line in
      guard
        case .position(let report)? = Array(line).withUnsafeBufferPointer({ GPSDReport(line: $0) }),
        report.mode >= 2, let time = report.time, let latitude = report.latitude,
        let longitude = report.longitude
      else { return nil }
      return TimedPosition(time, latitude: latitude, longitude: longitude)
    }
  }

  private static func isNear(_ one: TimedPosition, _ others: [Int: [TimedPosition]]) -> Bool {
    (-1...1).contains { step in
      others[one.hundredths + step, default: []].contains {
        abs($0.latitude - one.latitude) <= 1e-5 && abs($0.longitude - one.longitude) <= 1e-5
      }
    }
  }

  /// gpsd's times at which we have no fix within a metre of one of its positions.
  var missing: Int {
    let times = Dictionary(grouping: ours, by: \.hundredths)
    return expected.values.count { !$0.contains { Self.isNear($0, times) } }
  }

  /// Our fixes that gpsd does not have. It holds back the first and the last epoch of many
  /// recordings: one before its first and one after its last do not count.
  var extra: Int {
    let right = ours.indices.filter { Self.isNear(ours[$0], expected) }
    guard let first = right.first, let last = right.last else { return ours.count }
    return ours.count - right.count - (first > 0 ? 1 : 0) - (last < ours.count - 1 ? 1 : 0)
  }
}

@Suite(
  "Recordings of real receivers",
  .enabled(if: SharedData.isPresent, "the recordings are not beside the checkout"))
struct CorpusTests {
  private static func recordings(_ release: String) throws -> [String] {
    let folder = SharedData.path("data/gpsd/\(release)")
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter {
        $0.hasSuffix(".log") && FileManager.default.fileExists(atPath: "\(folder)/\($0).chk")
      }
      .map { "\(folder)/\($0)" }
  }

  @Test(
    "The fixes are those that gpsd itself expects: recall 0.995, precision 0.99",
    arguments: ["head", "v322"])
  func fixes(release: String) throws {
    var (expected, missing, ours, extra) = (0, 0, 0, 0)
    for recording in try Self.recordings(release) {
      let comparison = try CorpusComparison(recording: recording)
      expected += comparison.expected.count
      missing += comparison.missing
      ours += comparison.ours.count
      extra += comparison.extra
    }
    try #require(expected > 1000)
    #expect(Double(expected - missing) / Double(expected) >= 0.995)
    #expect(Double(ours - extra) / Double(ours) >= 0.99)
  }

  @Test(
    "Every recording is read to its end, in pieces as whole, and every fix has an accuracy or none")
  func pieces() throws {
    for recording in try Self.recordings("head") {
      let whole = try observations(recording)
      #expect(whole.fixes.allSatisfy { ($0.accuracyMeters ?? 1).isFinite })
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: recording)))
      for length in [1, 97] {
        var decoder = NMEAReader()
        var pieces = 0
        for start in stride(from: 0, to: bytes.count, by: length) {
          bytes[start..<min(start + length, bytes.count)].withUnsafeBufferPointer {
            decoder.read($0) { (_: Observation) in pieces += 1 }
          }
        }
        decoder.finish { (_: Observation) in pieces += 1 }
        #expect(pieces == whole.count, "\(recording) in pieces of \(length)")
      }
    }
  }
}
