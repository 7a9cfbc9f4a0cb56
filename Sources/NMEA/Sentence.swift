import Geography

/// A sentence of a kind that tells something about a fix: its address understood, its fields still to
/// be read one after the other. The bytes must outlive it.
struct Sentence {
  /// What a sentence tells. The talker before it, two letters, may be any.
  enum Kind: UInt8 {
    /// RMC: time, date, position, speed and course.
    case recommendedMinimum
    /// GGA: time, position, quality, dilution and altitude.
    case fixData
    /// GNS: as GGA, with a mode for each constellation.
    case fixDataOfConstellations
    /// GLL: position and time.
    case geographicPosition
    /// GSA: dimensions, satellites used, dilutions.
    case activeSatellites
    /// GSV: satellites in view.
    case satellitesInView
    /// GST: standard errors.
    case errorStatistics
    /// GBS: expected errors.
    case faultDetection
    /// VTG: course and speed.
    case courseAndSpeed
    /// ZDA: time and date.
    case timeAndDate
    /// PUBX,00 of u-blox: position and its accuracy.
    case ubloxPosition
    /// PGRME of Garmin: the position's estimated error.
    case garminError
  }

  let kind: Kind
  /// The two letters of the talker.
  let talker: UInt16
  /// Where the next field starts; nil behind the last.
  private var next: UnsafePointer<UInt8>?
  private let end: UnsafePointer<UInt8>

  /// A sentence from what stands between `$` and `*`; nil when it is of no kind that matters.
  init?(_ body: UnsafeBufferPointer<UInt8>) {
    guard body.count >= 6, let start = body.baseAddress else { return nil }
    end = start + body.count
    talker = UInt16(start[0]) << 8 | UInt16(start[1])
    let letters = UInt32(start[2]) << 16 | UInt32(start[3]) << 8 | UInt32(start[4])
    if start[5] == UInt8(ascii: ","), let kind = Self.kind(letters, of: talker) {
      self.kind = kind
      next = start + 6
    } else if talker == 0x5055, letters == 0x42582C, body.count >= 8, start[5] == 0x30,
      start[6] == 0x30, start[7] == UInt8(ascii: ",")
    {
      kind = .ubloxPosition
      next = start + 8
    } else {
      return nil
    }
  }

  /// The kind of a five-letter address, its last three packed into a number. A talker that begins
  /// with P is a maker's own sentence, but for Quectel, which writes BeiDou's talker `PQ`.
  private static func kind(_ letters: UInt32, of talker: UInt16) -> Kind? {
    if talker >> 8 == UInt16(UInt8(ascii: "P")) {
      if talker == 0x5047, letters == 0x524D45 { return .garminError }
      guard talker == 0x5051, letters == 0x475341 || letters == 0x475356 else { return nil }
    }
    switch letters {
    case 0x524D43: return .recommendedMinimum
    case 0x474741: return .fixData
    case 0x474E53: return .fixDataOfConstellations
    case 0x474C4C: return .geographicPosition
    case 0x475341: return .activeSatellites
    case 0x475356: return .satellitesInView
    case 0x475354: return .errorStatistics
    case 0x474253: return .faultDetection
    case 0x565447: return .courseAndSpeed
    case 0x5A4441: return .timeAndDate
    default: return nil
    }
  }

  /// The next field, which is consumed; `Field.absent` behind the last.
  mutating func field() -> Field {
    guard let start = next else { return .absent }
    var stop = start
    while stop < end, stop.pointee != UInt8(ascii: ",") { stop += 1 }
    next = stop < end ? stop + 1 : nil
    return Field(start: start, count: stop - start)
  }

  /// Passes over `count` fields.
  mutating func skip(_ count: Int) {
    for _ in 0..<count { _ = field() }
  }
}

extension Sentence {
  /// The time of day that a sentence carries.
  enum Clock: Equatable {
    /// Milliseconds since midnight.
    case time(Int)
    /// None: this kind has no such field, or it is empty.
    case none
    /// The field holds something else: the sentence is damaged.
    case malformed
  }

  /// The sentence's time of day. Reads no field that a copy would not read again.
  var clock: Clock {
    var fields = self
    switch kind {
    case .activeSatellites, .satellitesInView, .courseAndSpeed, .garminError: return .none
    case .geographicPosition: fields.skip(4)
    default: break
    }
    let field = fields.field()
    if field.isEmpty { return .none }
    return field.timeOfDay.map(Clock.time) ?? .malformed
  }

  /// True for the kinds that say whether there is a position, and where.
  var statesPosition: Bool {
    switch kind {
    case .recommendedMinimum, .fixData, .fixDataOfConstellations, .geographicPosition,
      .ubloxPosition:
      true
    default: false
    }
  }

  /// Consumes latitude, hemisphere, longitude, hemisphere; nil when one is missing or out of range.
  mutating func position() -> Coordinate? {
    let (latitude, northOrSouth) = (field(), field())
    let (longitude, eastOrWest) = (field(), field())
    guard let north = Self.signed(latitude, northOrSouth, "N", "S"),
      let east = Self.signed(longitude, eastOrWest, "E", "W")
    else { return nil }
    return Coordinate(latitude: north, longitude: east)
  }

  private static func signed(
    _ angle: Field, _ hemisphere: Field, _ positive: Unicode.Scalar, _ negative: Unicode.Scalar
  ) -> Double? {
    guard let degrees = angle.angle, let letter = hemisphere.letter else { return nil }
    if letter == UInt8(ascii: positive) { return degrees }
    if letter == UInt8(ascii: negative) { return degrees == 0 ? 0 : -degrees }
    return nil
  }
}
