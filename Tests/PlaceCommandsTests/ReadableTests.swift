import Configuration
import Foundation
import Geography
import TestSupport
import Testing

@testable import PlaceCommands

@Suite("Numbers as people read them")
struct ReadableTests {
  @Test(
    "Metric distances",
    arguments: [
      (0, "0 m"), (0.4, "0 m"), (8.4, "8 m"), (999.4, "999 m"), (999.5, "1.0 km"),
      (1234, "1.2 km"), (9940, "9.9 km"), (9960, "10 km"), (35_499, "35 km"),
      (12_345_678, "12\u{A0}346 km"),
    ])
  func metric(meters: Double, text: String) {
    #expect(DisplayUnits.metric.distance(meters) == text)
  }

  @Test(
    "Imperial distances",
    arguments: [
      (0, "0 ft"), (8.4, "28 ft"), (160, "525 ft"), (161, "0.1 mi"), (1609.344, "1.0 mi"),
      (80_467, "50 mi"),
    ])
  func imperial(meters: Double, text: String) {
    #expect(DisplayUnits.imperial.distance(meters) == text)
  }

  @Test(
    "Durations",
    arguments: [
      (-3, "0 s"), (0.2, "0 s"), (59.6, "1 min"), (61, "1 min 1 s"), (600, "10 min"),
      (3599, "59 min"), (3600, "1 h"), (7500, "2 h 5 min"), (86_400, "1 d"), (190_000, "2 d 4 h"),
      (.infinity, "106751991167300 d 15 h"),
    ])
  func durations(seconds: Double, text: String) {
    #expect(readableDuration(seconds) == text)
  }

  @Test(
    "Probabilities; what is not nothing is not shown as nothing",
    arguments: [(0, "0 %"), (0.001, "<1 %"), (0.005, "1 %"), (0.625, "63 %"), (1, "100 %")])
  func probabilities(value: Double, text: String) {
    #expect(percent(value) == text)
  }

  @Test(
    "Directions",
    arguments: [(0, "N"), (22.4, "N"), (22.6, "NE"), (180, "S"), (337.4, "NW"), (359.9, "N")])
  func directions(degrees: Double, text: String) {
    #expect(compassPoint(degrees) == text)
  }

  @Test(
    "Decimals do not depend on the locale, and zero has no sign",
    arguments: [
      (60.1699, 5, "60.16990"), (-0.000001, 5, "0.00000"), (-33.8, 1, "-33.8"), (7, 0, "7"),
    ])
  func decimals(number: Double, count: Int, text: String) {
    #expect(decimal(number, count) == text)
  }

  @Test("Whole numbers in groups of three")
  func groups() {
    #expect(grouped(999) == "999")
    #expect(grouped(-1_628_403) == "-1\u{A0}628\u{A0}403")
  }

  @Test(
    "Small numbers keep two digits",
    arguments: [
      (0.0, "0"), (0.00031, "0.00031"), (4e-7, "4.0e-7"), (0.5, "0.50"), (3.14, "3.1"),
      (250, "250"),
      (.nan, "0"),
    ])
  func significant(number: Double, text: String) {
    #expect(ExplainCommand.significant(number) == text)
  }

  @Test("Hours of the day as ranges")
  func hours() {
    #expect(SuggestCommand.hours([9, 7, 8, 16, 7]) == "7–9, 16")
    #expect(SuggestCommand.hours([]) == "")
    #expect(SuggestCommand.hours([0, 23]) == "0, 23")
  }

  @Test("Text is broken at spaces, and inside a word that is too wide")
  func broken() {
    #expect("one two three".broken(at: 7) == ["one two", "three"])
    #expect("extraordinary".broken(at: 5) == ["extra", "ordin", "ary"])
    #expect("東京 すし".broken(at: 4) == ["東京", "すし"])
    #expect("short".broken(at: 80) == ["short"])
  }
}

@Suite("Times on the command line")
struct TimeExpressionTests {
  private static let now = UTCTime("2026-05-04T12:00:00Z")!

  @Test(
    "In UTC",
    arguments: [
      ("2026-05-04T07:30:00Z", "2026-05-04T07:30:00Z"),
      ("2026-05-04T09:30:00+02:00", "2026-05-04T07:30:00Z"),
      ("2026-05-04", "2026-05-04T00:00:00Z"), ("2026-05-04 09:30", "2026-05-04T09:30:00Z"),
      ("2026-05-04T09:30", "2026-05-04T09:30:00Z"),
      ("2026-05-04 09:30:12", "2026-05-04T09:30:12Z"), ("today", "2026-05-04T00:00:00Z"),
      ("yesterday", "2026-05-03T00:00:00Z"), ("3 h", "2026-05-04T09:00:00Z"),
      ("7d", "2026-04-27T12:00:00Z"), ("1 h 30 min", "2026-05-04T10:30:00Z"),
    ])
  func utc(text: String, expected: String) {
    let time = TimeExpression(text)?.resolved(now: Self.now, isUTC: true)
    #expect(time?.description == expected)
  }

  @Test(
    "What is no time is none",
    arguments: [
      "", "now", "12", "2026", "2026-13-01", "2026-05-04 25:00", "3 parsecs", "-3 h", "04.05.2026",
    ])
  func none(text: String) {
    #expect(TimeExpression(text) == nil)
  }

  @Test("Local dates follow the zone, with summer time")
  func local() throws {
    let placectl = PlacectlRun()
    defer { placectl.daemon.stop() }
    for (text, expected) in [
      ("2026-01-15 12:00", "2026-01-15T10:00:00Z"), ("2026-07-15 12:00", "2026-07-15T09:00:00Z"),
      ("2026-07-15", "2026-07-14T21:00:00Z"),
    ] {
      #expect(try placectl.piped(["visits", "--since", text]).status == 0)
      #expect(
        placectl.daemon.requests.last?.contains(#""since":"\#(expected)""#) == true, "\(text)")
    }
  }
}
