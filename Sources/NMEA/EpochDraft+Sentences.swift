import Geography

/// What each kind of sentence adds. Field numbers are those of NMEA 0183 4.11; sentences of older
/// editions end earlier.
extension EpochDraft {
  private static let metersPerSecondPerKnot = 1852.0 / 3600

  /// Adds what `sentence` says.
  mutating func take(_ sentence: Sentence, at clock: Sentence.Clock) {
    note(sentence, at: clock)
    var fields = sentence
    switch sentence.kind {
    case .recommendedMinimum: takeRecommendedMinimum(&fields)
    case .fixData: takeFixData(&fields)
    case .fixDataOfConstellations: takeFixDataOfConstellations(&fields)
    case .geographicPosition: takeGeographicPosition(&fields)
    case .activeSatellites: takeActiveSatellites(&fields)
    case .errorStatistics:
      fields.skip(5)
      errors.takeStatistics(latitude: fields.field(), longitude: fields.field())
    case .faultDetection:
      fields.skip(1)
      errors.takeFaultDetection(latitude: fields.field(), longitude: fields.field())
    case .courseAndSpeed: takeCourseAndSpeed(&fields)
    case .timeAndDate: takeTimeAndDate(&fields)
    case .ubloxPosition: takeUbloxPosition(&fields)
    case .garminError:
      errors.takeRadius(fields.field(), perSigma: StatedErrors.circularErrorProbable)
    case .satellitesInView: break
    }
  }

  /// RMC: time, status, position, knots, course, date, variation, its direction, mode.
  private mutating func takeRecommendedMinimum(_ fields: inout Sentence) {
    fields.skip(1)
    let status = fields.field().letter
    let position = fields.position()
    let (speed, course, date) = (fields.field(), fields.field(), fields.field())
    fields.skip(2)
    let mode = fields.field().letter
    if let midnight = Self.midnight(date), !isDateOfRecommendedMinimum {
      self.date = midnight
      isDateOfRecommendedMinimum = true
    }
    // D is what some receivers write with a differential solution.
    guard status == UInt8(ascii: "A") || status == UInt8(ascii: "D"), mode != UInt8(ascii: "N")
    else {
      isInvalid = true
      return
    }
    take(position, rank: 1)
    speedMetersPerSecond = speed.number.map { $0 * Self.metersPerSecondPerKnot }
    courseDegrees = course.number
  }

  /// GGA: time, position, quality, satellites, dilution, altitude.
  private mutating func takeFixData(_ fields: inout Sentence) {
    fields.skip(1)
    let position = fields.position()
    let quality = fields.field().integer
    takeSolution(position, isValid: (1...9).contains(quality ?? 0), &fields)
  }

  /// GNS: time, position, a mode letter for each constellation, satellites, dilution, altitude.
  private mutating func takeFixDataOfConstellations(_ fields: inout Sentence) {
    fields.skip(1)
    let position = fields.position()
    let modes = fields.field()
    let isValid = (0..<modes.count).contains { modes[$0] != UInt8(ascii: "N") }
    takeSolution(position, isValid: isValid, &fields)
  }

  private mutating func takeSolution(
    _ position: Coordinate?, isValid: Bool, _ fields: inout Sentence
  ) {
    let (satellites, dilution, altitude) = (fields.field(), fields.field(), fields.field())
    if let count = satellites.integer { satellitesUsed = max(count, satellitesUsed ?? 0) }
    guard isValid else {
      isInvalid = true
      return
    }
    take(position, rank: 0)
    errors.takeDilution(dilution)
    altitudeMeters = altitude.number ?? altitudeMeters
  }

  /// GLL: position, time, status, mode. Before edition 2.0 it ended with the position.
  private mutating func takeGeographicPosition(_ fields: inout Sentence) {
    let position = fields.position()
    fields.skip(1)
    let status = fields.field()
    let mode = fields.field().letter
    guard status.isAbsent || status.letter == UInt8(ascii: "A"), mode != UInt8(ascii: "N") else {
      isInvalid = true
      return
    }
    take(position, rank: 2)
  }

  /// GSA: automatic or not, mode, twelve satellites, dilutions: position, horizontal, vertical.
  private mutating func takeActiveSatellites(_ fields: inout Sentence) {
    fields.skip(1)
    if let mode = fields.field().integer, (1...3).contains(mode) {
      activeMode = max(activeMode, mode)
    }
    var satellites = 0
    for _ in 0..<12 where !fields.field().isEmpty { satellites += 1 }
    satellitesActive = satellites + (satellitesActive ?? 0)
    fields.skip(1)
    errors.takeActiveDilution(fields.field())
  }

  /// VTG: course, T, magnetic course, M, knots, N, km/h, K.
  private mutating func takeCourseAndSpeed(_ fields: inout Sentence) {
    let course = fields.field()
    guard fields.field().letter == UInt8(ascii: "T") else { return }
    fields.skip(2)
    let speed = fields.field()
    if courseDegrees == nil { courseDegrees = course.number }
    if speedMetersPerSecond == nil {
      speedMetersPerSecond = speed.number.map { $0 * Self.metersPerSecondPerKnot }
    }
  }

  /// ZDA: time, day, month, year of four digits.
  private mutating func takeTimeAndDate(_ fields: inout Sentence) {
    fields.skip(1)
    guard date == nil, let day = fields.field().integer, let month = fields.field().integer,
      let year = fields.field().integer, year >= 1980
    else { return }
    date = UTCTime(year: year, month: month, day: day)
  }

  /// PUBX,00: time, position, altitude of the ellipsoid, status, accuracies, km/h, course.
  private mutating func takeUbloxPosition(_ fields: inout Sentence) {
    fields.skip(1)
    let position = fields.position()
    fields.skip(1)
    let status = fields.field()
    guard status.count == 2, status[0] != UInt8(ascii: "N") || status[1] != UInt8(ascii: "F") else {
      isInvalid = true
      return
    }
    take(position, rank: 3)
    errors.takeRadius(fields.field(), perSigma: Fix.accuracyPerSigma)
  }

  /// `ddmmyy`. GPS time begins in 1980: from 80 on years are of the last century.
  private static func midnight(_ field: Field) -> UTCTime? {
    guard field.count == 6, let day = field.digits(0..<2), let month = field.digits(2..<4),
      let year = field.digits(4..<6)
    else { return nil }
    return UTCTime(year: year < 80 ? 2000 + year : 1900 + year, month: month, day: day)
  }
}
