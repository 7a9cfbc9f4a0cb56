import Geography
import TestSupport
import Testing

@testable import NMEA

@Suite("How wrong the receiver says it is")
struct AccuracyTests {
  private func sigma(_ more: String..., dilution: String = "1.0") throws -> Double? {
    let stream =
      sentences("GNGGA,120000.00,6010.0000,N,02456.0000,E,1,08,\(dilution),5.0,M,20.0,M,,")
      + more.map { sentence($0) + "\r\n" }.joined()
    let fix = try #require(epochs(of: stream).first?.fix)
    return fix.accuracyMeters.map { $0 / 1.515 }
  }

  private let statistics = "GNGST,120000.00,9.9,8.0,7.0,45.0,3.0,4.0,9.0"
  private let detection = "GNGBS,120000.00,6.0,8.0,9.0,,,,"

  @Test("GST goes before GBS, GBS before an estimate, an estimate before the dilution")
  func order() throws {
    let ofStatistics = 12.5.squareRoot()
    let ofDetection = 50.0.squareRoot()
    let estimate = "PGRME,11.774,M,15.0,M,19.0,M"
    #expect(abs(try #require(try sigma(detection, estimate, statistics)) - ofStatistics) < 1e-9)
    #expect(abs(try #require(try sigma(estimate, detection)) - ofDetection) < 1e-9)
    #expect(abs(try #require(try sigma(estimate)) - 10) < 1e-9)
    #expect(abs(try #require(try sigma()) - 3.3) < 1e-9)
  }

  @Test(
    "Blank, zero, negative and boundless errors are unknown, and the next source counts",
    arguments: [
      "GNGST,120000.00,,,,,,,", "GNGST,120000.00,0,0,0,0,0.0,0.0,0.0",
      "GNGST,120000.00,1,1,1,0,-1.0,1.0,1.0", "GNGST,120000.00,1,1,1,0,1.0,,1.0",
      "GNGST,120000.00,1,1,1,0,999999999,1,1", "GNGBS,120000.00,,,,,,,", "PGRME,,M,,M,,M",
      "PGRME,0.0,M,0.0,M,0.0,M",
    ])
  func unknown(_ body: String) throws {
    #expect(abs(try #require(try sigma(body)) - 3.3) < 1e-9)
  }

  @Test(
    "A dilution of 99 and more, zero or blank is unknown",
    arguments: ["99.99", "99", "0.0", "", "-1"])
  func dilution(_ dilution: String) throws {
    #expect(try sigma(dilution: dilution) == nil)
  }

  @Test("The dilution of GSA counts where GGA gives none")
  func dilutionOfActiveSatellites() throws {
    let active = "GNGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.8,2.0,1.5"
    #expect(abs(try #require(try sigma(active, dilution: "")) - 6.6) < 1e-9)
    #expect(abs(try #require(try sigma(active, dilution: "1.5")) - 4.95) < 1e-9)
  }

  @Test("Errors of another moment do not count")
  func otherMoment() throws {
    let told = epochs(
      of: sentences(
        "GNGGA,120000.00,6010.0,N,02456.0,E,1,08,1.0,5.0,M,20.0,M,,", statistics,
        "GNGGA,120001.00,6010.0,N,02456.0,E,1,08,1.0,5.0,M,20.0,M,,"))
    #expect(told.compactMap { $0.fix?.accuracyMeters }.map { ($0 * 10).rounded() } == [54, 50])
  }

  @Test("u-blox's own sentence is a fix with its radius of 68 %")
  func ublox() throws {
    let told = epochs(
      of: sentences(
        "PUBX,00,081350.00,4717.113210,N,00833.915187,E,546.589,G3,2.1,2.0,0.007,77.52,0.007,,0.92,1.19,0.77,9,0,0"
      ))
    let fix = try #require(told.first?.fix)
    #expect(abs(try #require(fix.accuracyMeters) - 2.1) < 1e-9)
    #expect(fix.position.distance(to: at(47.2852202, 8.5652531)) < 0.1)
    let lost = epochs(
      of: sentences(
        "PUBX,00,081350.00,0000.000000,N,00000.000000,E,0.0,NF,5303302,3750001,0,0,0,,99,99,99,0,0,0"
      ))
    #expect(lost.first?.fix == nil)
  }
}
