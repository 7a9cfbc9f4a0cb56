import Geography
import TestSupport
import Testing

@testable import NMEA

@Suite("The receiver's date")
struct DateTests {
  private func rmc(_ time: String, _ date: String, _ status: String = "A") -> String {
    sentences(
      "GPRMC,\(time),\(status),6010.0,N,02456.0,E,0,0,\(date),,,\(status == "A" ? "A" : "N")")
  }

  private func gga(_ time: String) -> String {
    sentences("GPGGA,\(time),6010.0,N,02456.0,E,1,08,1.0,5.0,M,20.0,M,,")
  }

  private func times(_ stream: String, _ rollover: WeekRollover? = nil) -> [String] {
    epochs(of: stream, rollover: rollover).map { $0.time?.description ?? "none" }
  }

  @Test("Midnight passes, whichever sentence comes first and whether it has a date")
  func midnight() {
    #expect(
      times(rmc("235959", "290224") + gga("235959") + gga("000000") + rmc("000000", "010324"))
        == ["2024-02-29T23:59:59Z", "2024-03-01T00:00:00Z"])
    #expect(
      times(rmc("235959", "311223") + gga("000000") + gga("000001"))
        == ["2023-12-31T23:59:59Z", "2024-01-01T00:00:00Z", "2024-01-01T00:00:01Z"])
  }

  @Test("A date that changes one epoch late does not throw the clock back a day")
  func lateDate() {
    #expect(
      times(
        rmc("235958", "290224") + rmc("235959", "290224") + rmc("000000", "290224")
          + rmc("000001", "010324")) == [
          "2024-02-29T23:59:58Z", "2024-02-29T23:59:59Z", "2024-03-01T00:00:00Z",
          "2024-03-01T00:00:01Z",
        ])
  }

  @Test("The leap second is the first of the next minute")
  func leapSecond() {
    #expect(times(rmc("235960", "311216")) == ["2017-01-01T00:00:00Z"])
  }

  @Test("A recording keeps its own date: years 80 to 99 are of the last century")
  func ownDate() {
    #expect(times(rmc("000231.42", "220899")) == ["1999-08-22T00:02:31.420Z"])
    #expect(times(rmc("120000", "060180")) == ["1980-01-06T12:00:00Z"])
    #expect(times(rmc("120000", "010179")) == ["2079-01-01T12:00:00Z"])
  }

  @Test(
    "Live, a date 1024 weeks ago is put right, and one that is only old is not (TinyGPSPlus#75)")
  func rollover() throws {
    let rollover = WeekRollover(
      earliest: try #require(UTCTime("2019-05-30T00:00:00Z")),
      latest: try #require(UTCTime("2021-05-30T00:00:00Z")))
    #expect(times(rmc("120000", "141000"), rollover) == ["2020-05-30T12:00:00Z"])
    #expect(times(rmc("120000", "300520"), rollover) == ["2020-05-30T12:00:00Z"])
    #expect(times(rmc("120000", "051209"), rollover) == ["2009-12-05T12:00:00Z"])
    #expect(times(rmc("120000", "010130"), rollover) == ["2030-01-01T12:00:00Z"])
    let epoch = try #require(epochs(of: rmc("120000", "141000"), rollover: rollover).first)
    #expect(epoch.addedEras == 1)
    #expect(epochs(of: rmc("120000", "300520"), rollover: rollover).first?.addedEras == 0)
    // Without RMC's date in between the correction stays.
    #expect(
      times(rmc("120000", "141000") + gga("120001"), rollover)
        == ["2020-05-30T12:00:00Z", "2020-05-30T12:00:01Z"])
  }

  @Test("In a stream that goes on, a date that jumps must be confirmed")
  func damagedDate() {
    let stream = rmc("120000", "010324") + rmc("120001", "010334") + rmc("120002", "010324")
    #expect(
      times(stream) == ["2024-03-01T12:00:00Z", "2024-03-01T12:00:01Z", "2024-03-01T12:00:02Z"])
    let corrected = rmc("120000", "010304") + rmc("120001", "010324") + rmc("120002", "010324")
    #expect(
      times(corrected) == ["2004-03-01T12:00:00Z", "2004-03-01T12:00:01Z", "2024-03-01T12:00:02Z"])
  }

  @Test("A date after a pause, and the first of a valid fix, is believed at once")
  func believedDate() {
    #expect(
      times(rmc("180000", "010324") + rmc("080000", "070324"))
        == ["2024-03-01T18:00:00Z", "2024-03-07T08:00:00Z"])
    #expect(
      times(rmc("000001", "060180", "V") + rmc("000002", "010324"))
        == ["1980-01-06T00:00:01Z", "2024-03-01T00:00:02Z"])
  }

  @Test("The date of RMC goes before that of ZDA, in either order")
  func recommendedMinimumFirst() {
    let clock = sentences("GPZDA,120000,02,03,2024,00,00")
    #expect(times(rmc("120000", "010324") + clock) == ["2024-03-01T12:00:00Z"])
    #expect(times(clock + rmc("120000", "010324")) == ["2024-03-01T12:00:00Z"])
    #expect(times(gga("120000") + clock) == ["2024-03-02T12:00:00Z"])
  }
}
