import Geography
import Testing

@Suite("Times")
struct UTCTimeTests {
  @Test(
    "RFC 3339 is read and written",
    arguments: [
      ("1970-01-01T00:00:00Z", 0 as Int64, "1970-01-01T00:00:00Z"),
      ("2026-05-04T07:30:00.125Z", 1_777_879_800_125, "2026-05-04T07:30:00.125Z"),
      ("2026-05-04 09:30:00+02:00", 1_777_879_800_000, "2026-05-04T07:30:00Z"),
      ("2026-05-04T07:30:00.1999999Z", 1_777_879_800_200, "2026-05-04T07:30:00.200Z"),
      ("2016-12-31T23:59:60Z", 1_483_228_800_000, "2017-01-01T00:00:00Z"),
      ("0000-03-01T00:00:00Z", -62_162_035_200_000, "0000-03-01T00:00:00Z"),
      ("1969-12-31T23:59:59.999Z", -1, "1969-12-31T23:59:59.999Z"),
    ])
  func text(_ text: String, _ milliseconds: Int64, _ written: String) throws {
    let time = try #require(UTCTime(text))
    #expect(time.milliseconds == milliseconds)
    #expect(time.description == written)
  }

  @Test(
    "What is no time is refused",
    arguments: [
      "", "2026", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z",
      "2026-01-01T00:00:00", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00Z ", "nan",
      "2026-01-01T00:00:61Z", "2026-01-01T00:00:00+25:00",
    ])
  func refused(_ text: String) {
    #expect(UTCTime(text) == nil)
  }

  @Test("Every day of 800 years survives the way to a civil date and back")
  func days() throws {
    for day in stride(from: -146_097, through: 146_097, by: 1) {
      let time = UTCTime(milliseconds: Int64(day) * 86_400_000)
      let date = time.date
      #expect(UTCTime(year: date.year, month: date.month, day: date.day) == time)
    }
  }
}
