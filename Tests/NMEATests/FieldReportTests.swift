import Geography
import TestSupport
import Testing

@testable import NMEA

/// Input that broke other parsers, by the tracker and number where it was reported. Each test takes
/// the reported lines and others of their kind.
@Suite("Field reports")
struct FieldReportTests {
  private static let valid = "GPRMC,120000.00,A,6010.0000,N,02456.0000,E,0.5,90.0,010324,,,A"

  @Test(
    "A fix that is lost is gone: void, no quality, no mode (TinyGPSPlus#12, firmware#843)",
    arguments: [
      "GPRMC,120001.00,V,,,,,,,010324,,,N", "GPRMC,120001.00,V,6010.0,N,02456.0,E,0,0,010324,,,N",
      "GPGGA,120001.00,,,,,0,00,99.99,,,,,,", "GNGNS,120001.00,,,,,NNNN,00,99.99,,,,",
      "GPGLL,,,,,120001.00,V,N", "GPGLL,6010.0000,N,02456.0000,E,120001.00,V,N",
    ])
  func lost(_ body: String) throws {
    let told = epochs(of: sentences(Self.valid, body))
    try #require(told.count == 2)
    #expect(told[0].fix != nil)
    #expect(told[1].fix == nil)
    #expect(told[1].time == UTCTime("2024-03-01T12:00:01Z"))
  }

  @Test(
    "The hemisphere counts where the degrees are 0 (TinyGPSPlus#3)",
    arguments: [
      ("0030.0000,N,00030.0000,W", 0.5, -0.5), ("0030.0000,S,00030.0000,E", -0.5, 0.5),
      ("0000.6000,S,00000.6000,W", -0.01, -0.01), ("0000.0000,S,00000.0000,W", 0, 0),
    ])
  func sign(_ position: String, latitude: Double, longitude: Double) throws {
    let told = epochs(of: sentences("GPGLL,\(position),120000,A,A"))
    let fix = try #require(told.first?.fix)
    #expect(fix.position == at(latitude, longitude))
    #expect(fix.position.latitude.sign == (latitude < 0 ? .minus : .plus))
  }

  @Test(
    "Before the date is known there is no time, neither 2000 nor 1970 (TinyGPSPlus#70, lwgps#17)",
    arguments: [
      "GPRMC,,V,,,,,,,,,,N", "GPGGA,120000.00,6010.0000,N,02456.0000,E,1,08,1.0,5.0,M,20.0,M,,",
      "GPRMC,120000.00,A,6010.0000,N,02456.0000,E,0.0,0.0,,,,A",
      "GPRMC,120000.00,A,6010.0000,N,02456.0000,E,0.0,0.0,000000,,,A",
      "GPRMC,120000.00,A,6010.0000,N,02456.0000,E,0.0,0.0,310224,,,A",
      "GPRMC,120000.00,A,6010.0000,N,02456.0000,E,0.0,0.0,2208-1,,,A",
    ])
  func noDate(_ body: String) throws {
    let epoch = try #require(epochs(of: sentences(body)).first)
    #expect(epoch.time == nil)
    #expect(epoch.fix?.time == nil)
  }

  @Test(
    "Empty and long sentences are read (minmea#57)",
    arguments: [
      (
        "GPGGA,115739.00,4158.8441367,N,09147.4416929,W,4,13,0.9,255.747,M,-32.00,M,01,0000",
        41.98073561
      ),
      (
        "GPGGA,115739.00,4158.84413670000000000000,N,09147.44169290000000000000,W,4,13,0.9,255.747000000,M,-32.00,M,01,0000",
        41.98073561
      ),
    ])
  func long(_ body: String, latitude: Double) throws {
    let told = epochs(of: sentences("GNVTG,,,,,,,,,N", body))
    #expect(told.count == 1)
    #expect(abs(try #require(told.first?.fix).position.latitude - latitude) < 1e-8)
  }

  @Test("The sentences as reported, with their own checksums, are read")
  func asReported() {
    #expect(epochs(of: "$GNVTG,,,,,,,,,N*2E\r\n").isEmpty)
    let valid = [
      "$GPGGA,115739.00,4158.8441367,N,09147.4416929,W,4,13,0.9,255.747,M,-32.00,M,01,0000*6E",
      "$YDRMC,050700.00,A,5524.8683,N,01255.7938,E,0.2,181.3,230623,4.3,E,A,C*5F",
      "$GNRMC,155435.00,A,4227.03666,N,08316.73664,W,0.000,172.64,261016,,,D*6A",
      "$GNGLL,02348.3822990,S,15313.5862807,E,040856.82,A,D*5F",
      "$GPGGA,105855.085,4521.3579,N,1026.6634,E,1,4,0,0,M,,,,*02",
      "$GPGGA,004646,3350.7509,N,11818.7148,W,1,06,1.3,52.6,M,-35.2,M,,*49",
    ]
    for line in valid {
      let told = epochs(of: line + "\r\n")
      #expect(told.count == 1 && told[0].fix != nil, "\(line)")
    }
    let invalid = [
      "$GPRMC,,V,,,,,,,,,,N*53", "$GPGGA,,,,,,0,00,99.99,,,,,,*48", "$GPGLL,,,,,,V,N*64",
      "$GPRMC,194812.00,V,,,,,,,290317,,,N*74", "$GPGSA,A,1,,,,,,,,,,,,,,,*1E",
      "$GPRMC,150449.000,L,4239.5210,N,02318.7727,E,39.75,326.93,040915,,*38",
      "$GPRMC,045429.00-A,3454.85336,S,13850.01762,E,2.487,77.91,120622,8.07,E,A,V*67",
    ]
    for line in invalid {
      #expect(epochs(of: line + "\r\n").allSatisfy { $0.fix == nil }, "\(line)")
    }
  }

  @Test(
    "Digits without end overflow nothing (minmea#56)",
    arguments: [
      "GPRMC,D,A,D,N,D,E,D,D,D,,,A", "GPGGA,120000,6010.D,N,02456.D,E,1,D,D,D,M,D,M,,",
      "GPGGA,120000,D.0,N,D.0,E,D,08,1.0,5.0,M,20.0,M,,", "GPGSV,D,D,D,01,02", "GPZDA,D,D,D,D,D,D",
      "GPGSA,D,D,D,D,D,D,D,D,D,D,D,D,D,D,D,D,D", "GPGST,120000,D,D,D,D,D,D,D",
      "GPVTG,D,T,D,M,D,N,D,K",
      "PUBX,00,D,D,N,D,E,D,G3,D,D,D,D,D,D,D,D,D,D,D,D", "PGRME,D,M,D,M,D,M",
      "GPRMC,120000.D,A,6000.D,N,02400.D,E,0.D,0.D,010324,,,A",
      "GPGGA,120000.0D,6000.0D,N,02400.0D,E,1,08,0.0D,0.0D,M,-0.D,M,,",
    ])
  func digits(_ template: String) {
    for digits in ["9", "0"].flatMap({ digit in
      [1, 9, 10, 18, 19, 20, 40].map { String(repeating: digit, count: $0) }
    }) {
      let body = template.split(separator: "D", omittingEmptySubsequences: false)
        .joined(separator: digits)
      for epoch in epochs(of: sentences(body, Self.valid)) {
        #expect(epoch.fix?.altitudeMeters.map(\.isFinite) ?? true)
      }
    }
  }

  @Test(
    "RMC of every edition, from 10 fields to 13 (bluetooth_gnss#18, nmea#60, go-nmea#107)",
    arguments: [
      "", ",", ",4.3", ",4.3,E", ",4.3,E,A", ",4.3,E,A,V", ",4.3,E,A,C", ",,,D,S",
      ",,,A,V,more,still",
    ])
  func lengths(_ tail: String) throws {
    for talker in ["GP", "GN", "YD", "II", "IN", "QZ", "BD"] {
      let body = "\(talker)RMC,050700.00,A,5524.8683,N,01255.7938,E,0.2,181.3,230623\(tail)"
      let fix = try #require(epochs(of: sentences(body)).first?.fix)
      #expect(fix.time == UTCTime("2023-06-23T05:07:00Z"))
      #expect(fix.courseDegrees == 181.3)
    }
  }

  @Test(
    "A status that is not known is not valid (node-nmea#7)", arguments: ["L", "", "AA", "v", "1"])
  func status(_ status: String) {
    let body = "GPRMC,150449.000,\(status),4239.5210,N,02318.7727,E,39.75,326.93,040915,,"
    #expect(epochs(of: sentences(body)).allSatisfy { $0.fix == nil })
  }

  @Test("A receiver without a fix is silence, not an error (avnav#106, MicroNMEA#1, libgps#1)")
  func noFix() {
    let told = epochs(
      of: sentences(
        "GPGGA,080919.091,,,,,0,0,,,M,,M,,", "GPGSA,A,1,,,,,,,,,,,,,,,",
        "GPRMC,080919.091,V,,,,,0.00,0.00,231113,,,N"))
    #expect(told.count == 1)
    #expect(told.first?.fix == nil)
    #expect(told.first?.time == UTCTime("2013-11-23T08:09:19.091Z"))
  }

  @Test("A course that is empty at rest is no course, and the fix is valid (micropyGPS#9)")
  func emptyCourse() throws {
    let told = epochs(
      of: sentences("GPRMC,120000.00,A,6010.0000,N,02456.0000,E,0.564,,011217,,,A"))
    let fix = try #require(told.first?.fix)
    #expect(fix.courseDegrees == nil)
    #expect(abs(try #require(fix.speedMetersPerSecond) - 0.564 * 1852 / 3600) < 1e-12)
  }

  @Test("A void sentence with zeros moves nothing to 0, 0 (nmea0183-signalk#140)")
  func zeros() {
    let told = epochs(
      of: sentences(
        Self.valid, "GPRMC,120001.00,V,0000.0000,N,00000.0000,E,0.0,0.0,010324,,,N",
        "GPGGA,120001.00,0000.0000,N,00000.0000,E,0,00,,0.0,M,0.0,M,,"))
    #expect(told.compactMap(\.fix).count == 1)
  }

  @Test(
    "A time with any number of decimals, or none (nmea_navsat_driver#105)",
    arguments: [
      ("004646", "00:46:46Z"), ("004646.", "00:46:46Z"), ("004646.5", "00:46:46.5Z"),
      ("004646.25", "00:46:46.25Z"), ("004646.1239", "00:46:46.124Z"),
      ("004646.99999999", "00:46:47Z"),
    ])
  func decimalsOfTime(_ text: String, expected: String) {
    let told = epochs(of: sentences("GPRMC,\(text),A,3350.7509,N,11818.7148,W,0,0,010324,,"))
    #expect(told.first?.fix?.time == UTCTime("2024-03-01T" + expected))
  }

  @Test("A damaged time spoils its sentence (nmea_navsat_driver#150)")
  func damagedTime() {
    for time in [
      "045429.00-A", "45429", "0454290", "245429", "046029", "045461", "04-429", "04542x",
    ] {
      let told = epochs(of: sentences("GPRMC,\(time),A,3350.7509,N,11818.7148,W,0,0,010324,,"))
      #expect(told.isEmpty, "\(time)")
    }
  }

  @Test("A sentence without checksum is believed only where that is allowed (Adafruit_GPS#67)")
  func noChecksum() {
    let line = "$" + Self.valid + "\r\n"
    #expect(epochs(of: line).isEmpty)
    #expect(epochs(of: line, requiresChecksum: false).first?.fix != nil)
    for line in ["$\(Self.valid)*00\r\n", "$\(Self.valid)*0\r\n", "$\(Self.valid)*\r\n"] {
      #expect(epochs(of: line).isEmpty)
    }
    #expect(epochs(of: "$\(Self.valid)*00\r\n", requiresChecksum: false).isEmpty)
  }

  @Test("Minutes with any number of decimals are exact (Adafruit_GPS#50)")
  func decimalsOfMinutes() throws {
    let digits = "123456789012345"
    for count in 0...digits.count {
      let minutes = "10." + digits.prefix(count)
      let told = epochs(of: sentences("GPGLL,60\(minutes),N,024\(minutes),E,120000,A,A"))
      let fix = try #require(told.first?.fix)
      let expected = try #require(Double(minutes)) / 60
      #expect(abs(fix.position.latitude - 60 - expected) < 1e-13)
      #expect(abs(fix.position.longitude - 24 - expected) < 1e-13)
    }
  }

  @Test(
    "The two digits before the point are minutes, however many come before (pynmeagps#37)",
    arguments: [
      ("02348.3822990,S,15313.5862807,E", -23.806371650, 153.226438012),
      ("4521.3579,N,1026.6634,E", 45.355965, 10.44439), ("02.5,N,003.0,W", 0.0416666667, -0.05),
      ("02,S,03,E", -0.0333333333, 0.05), ("104.5,N,00130,E", 1.075, 1.5),
    ])
  func degrees(_ position: String, latitude: Double, longitude: Double) throws {
    let fix = try #require(epochs(of: sentences("GNGLL,\(position),040856.82,A,D")).first?.fix)
    #expect(fix.position.distance(to: at(latitude, longitude)) < 0.01)
  }

  @Test(
    "A position out of range or with foreign characters is none",
    arguments: [
      "9000.0001,N,02456.0000,E", "6010.0000,N,18000.0001,E", "6060.0000,N,02456.0000,E",
      "2.5,N,00003.0,W", "02.5,N,3.0,W", "6010.0000,X,02456.0000,E", "6010.0000,,02456.0000,E",
      "6010.0000,N,02456.0000,",
      "-6010.0000,N,02456.0000,E", "6010,0000,N,02456,0000,E", "60 10.0,N,02456.0000,E",
      "6e10.0,N,02456.0000,E", "60-1.00,N,02456.0000,E", "nan,N,02456.0000,E",
      "6010.0.0,N,02456.0,E",
      "٦٠١٠.٠,N,02456.0000,E",
    ])
  func damagedPosition(_ position: String) {
    let told = epochs(of: sentences("GPGLL,\(position),120000,A,A"))
    #expect(told.allSatisfy { $0.fix == nil })
  }

  @Test("Ellipse fields that are empty leave the rest of GST standing (reach_ros_node#9)")
  func emptyEllipse() throws {
    let told = epochs(
      of: sentences(
        "GNRMC,223937.60,A,3554.91,N,07902.98,W,0.09,,010119,,,D",
        "GNVTG,,T,,M,0.09,N,0.17,K,D", "GNGST,223937.60,3.167,,,,0.318,0.334,0.385"))
    let accuracy = try #require(told.first?.fix?.accuracyMeters)
    let sigma = ((0.318 * 0.318 + 0.334 * 0.334) / 2).squareRoot()
    #expect(abs(accuracy - 1.515 * sigma) < 1e-9)
  }

  @Test("Values that repeat with their time are told once (NeoGPS#150)")
  func repeated() {
    let told = epochs(of: String(repeating: sentences(Self.valid), count: 5))
    #expect(told.count == 1)
  }

  @Test("An incomplete satellite does not spoil the count (NmeaParser#37)")
  func incompleteSatellite() {
    let told = epochs(
      of: sentences("GPGSV,4,4,16,30,40,104,47,31,10,200,,195,,,35", "GPGSV,4,1,16,1", Self.valid))
    #expect(told.first?.satellitesSeen == 16)
  }
}
