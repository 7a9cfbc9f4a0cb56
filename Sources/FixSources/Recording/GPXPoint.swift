import Detection
import Geography

/// A track point while its elements are read.
struct GPXPoint {
  /// Error of a range in metres, as for NMEA: GPX has no more than the dilution of precision.
  private static let rangeErrorMeters = 3.3

  private var latitude: Double?
  private var longitude: Double?
  private var time: UTCTime?
  private var altitudeMeters: Double?
  private var dilution: Double?
  private var speedMetersPerSecond: Double?
  private var courseDegrees: Double?
  /// What `fix` says: none, 2d, 3d, dgps, pps.
  private var isInvalid = false
  private var isTwoDimensional = false

  /// A point from its tag, between `<` and `>`.
  init(tag: [UInt8]) {
    latitude = Self.attribute("lat", of: tag).flatMap { Self.number($0) }
    longitude = Self.attribute("lon", of: tag).flatMap { Self.number($0) }
  }

  /// Takes the text of an element inside the point; speed and course also from an extension's. The
  /// first of a name counts.
  mutating func take(element: ArraySlice<UInt8>, _ text: [UInt8]) {
    switch String(decoding: element, as: UTF8.self) {
    case "time": time = time ?? UTCTime(String(decoding: Self.trimmed(text[...]), as: UTF8.self))
    case "ele": altitudeMeters = altitudeMeters ?? Self.number(text[...])
    case "hdop": dilution = dilution ?? Self.number(text[...])
    case "speed": speedMetersPerSecond = speedMetersPerSecond ?? Self.number(text[...])
    case "course": courseDegrees = courseDegrees ?? Self.number(text[...])
    case "fix":
      isInvalid = Self.trimmed(text[...]).elementsEqual("none".utf8)
      isTwoDimensional = Self.trimmed(text[...]).elementsEqual("2d".utf8)
    default: break
    }
  }

  /// The fix, or the clock where there is none; nil for a point without either.
  var observation: Observation? {
    guard !isInvalid, let latitude, let longitude,
      let position = Coordinate(latitude: latitude, longitude: longitude)
    else { return time.map(Observation.time) }
    let accuracy = dilution.flatMap { dilution in
      dilution > 0 && dilution < 99
        ? dilution * Self.rangeErrorMeters * Fix.accuracyPerSigma : nil
    }
    return .fix(
      Fix(
        position: position, time: time, accuracyMeters: accuracy, altitudeMeters: altitudeMeters,
        speedMetersPerSecond: speedMetersPerSecond, courseDegrees: courseDegrees,
        mode: isTwoDimensional || altitudeMeters == nil ? .twoDimensional : .threeDimensional))
  }

  /// The value of an attribute, without its quotation marks.
  private static func attribute(_ name: String, of tag: [UInt8]) -> ArraySlice<UInt8>? {
    var rest = tag.drop { $0 > 0x20 }
    while !rest.isEmpty {
      rest = rest.drop { $0 <= 0x20 }
      let key = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: "=") }
      rest = rest.dropFirst(key.count).drop { $0 <= 0x20 }
      guard rest.first == UInt8(ascii: "=") else {
        if key.isEmpty { return nil }
        continue
      }
      rest = rest.dropFirst().drop { $0 <= 0x20 }
      guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        return nil
      }
      let value = rest.dropFirst().prefix { $0 != quote }
      if key.elementsEqual(name.utf8) { return value }
      rest = rest.dropFirst(value.count + 2)
    }
    return nil
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text.drop { $0 <= 0x20 }
    while let last = text.last, last <= 0x20 { text.removeLast() }
    return text
  }

  /// A decimal number, perhaps with an exponent; Swift's own reader would also take `nan` and `0x1p3`.
  private static func number(_ text: ArraySlice<UInt8>) -> Double? {
    let text = trimmed(text)
    guard text.count <= 40, text.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else {
      return nil
    }
    return Double(String(decoding: text, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }
}
