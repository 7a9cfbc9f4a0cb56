import Geography
import JSON

extension GPSDReport {
  /// Reads one line. Nil when it is no JSON object with a class.
  ///
  /// A member of the wrong kind counts as missing: `"lat":"60"` or `null` is no latitude, whatever
  /// `mode` says. An object that does not end, or has a number that no `Double` can hold, is none.
  init?(line: UnsafeBufferPointer<UInt8>) {
    do {
      var reader = JSONReader(line)
      try reader.beginObject()
      // gpsd writes the class first, always.
      guard try reader.nextKey() == "class", let name = try reader.text() else { return nil }
      switch name {
      case "TPV": self = .position(try Self.position(&reader))
      case "GST": self = try Self.errors(&reader)
      case "SKY":
        // The list of satellites is most of what gpsd sends, and says nothing more than its length.
        self = try Self.sky(&reader)
        return
      case "DEVICES": self = .devices(try Self.devices(&reader))
      case "DEVICE":
        guard let device = try Self.device(&reader) else { return nil }
        self = .device(device)
      case "VERSION":
        self = .version(release: try Self.member("release", &reader))
      case "ERROR":
        self = .error(message: try Self.member("message", &reader) ?? "")
      default:
        while try reader.nextKey() != nil { try reader.skipValue() }
        self = .other
      }
      try reader.expectEnd()
    } catch {
      return nil
    }
  }

  private static func position(_ reader: inout JSONReader) throws(JSONError) -> Position {
    var position = Position()
    var altitude: Double?
    while let key = try reader.nextKey() {
      switch key {
      case "device": position.device = try reader.text()
      case "mode": position.mode = try reader.whole() ?? 0
      case "status": position.status = try reader.whole() ?? 1
      case "time": position.time = try reader.text().flatMap { UTCTime($0) }
      case "lat": position.latitude = try reader.double()
      case "lon": position.longitude = try reader.double()
      case "altMSL": position.altitudeMeters = try reader.double()
      case "alt": altitude = try reader.double()
      case "speed": position.speedMetersPerSecond = try reader.double()
      case "track": position.courseDegrees = try reader.double()
      case "eph": position.horizontalErrorMeters = try reader.double()
      default: try reader.skipValue()
      }
    }
    position.altitudeMeters = position.altitudeMeters ?? altitude
    return position
  }

  private static func errors(_ reader: inout JSONReader) throws(JSONError) -> GPSDReport {
    var device: String?
    var time: UTCTime?
    var (north, east): (Double?, Double?)
    while let key = try reader.nextKey() {
      switch key {
      case "device": device = try reader.text()
      case "time": time = try reader.text().flatMap { UTCTime($0) }
      case "lat": north = try reader.double()
      case "lon": east = try reader.double()
      default: try reader.skipValue()
      }
    }
    var sigma: Double?
    if let north, let east, north > 0, east > 0 {
      sigma = ((north * north + east * east) / 2).squareRoot()
    }
    return .errors(device: device, time: time, sigmaMeters: sigma)
  }

  private static func sky(_ reader: inout JSONReader) throws(JSONError) -> GPSDReport {
    var device: String?
    var (seen, used): (Int?, Int?)
    while let key = try reader.nextKey() {
      switch key {
      case "device": device = try reader.text()
      case "nSat": seen = try reader.whole()
      case "uSat": used = try reader.whole()
      case "satellites" where seen == nil || used == nil:
        // Before release 3.21 there is only the list.
        let list = try reader.readValue().array ?? []
        seen = seen ?? list.count
        used = used ?? list.count { $0["used"]?.bool == true }
      default: try reader.skipValue()
      }
      // gpsd writes the device first.
      if let seen, let used { return .sky(device: device, seen: max(0, seen), used: max(0, used)) }
    }
    return .other
  }

  private static func devices(_ reader: inout JSONReader) throws(JSONError) -> [Device] {
    var devices: [Device] = []
    while let key = try reader.nextKey() {
      guard key == "devices", try reader.peek() == .array else {
        try reader.skipValue()
        continue
      }
      try reader.beginArray()
      while try reader.nextElement() {
        guard try reader.peek() == .object else {
          try reader.skipValue()
          continue
        }
        try reader.beginObject()
        if let device = try device(&reader) { devices.append(device) }
      }
    }
    return devices
  }

  private static func device(_ reader: inout JSONReader) throws(JSONError) -> Device? {
    var path: String?
    var driver: String?
    var isActivated = false
    while let key = try reader.nextKey() {
      switch key {
      case "path": path = try reader.text()
      case "driver": driver = try reader.text()
      case "activated":
        // A time while gpsd has the device, the number 0 when it has lost it.
        if try reader.peek() == .string {
          isActivated = try reader.text() != nil
        } else {
          isActivated = try (reader.double() ?? 0) != 0
        }
      default: try reader.skipValue()
      }
    }
    return path.map { Device(path: $0, isActivated: isActivated, driver: driver) }
  }

  private static func member(
    _ name: String, _ reader: inout JSONReader
  ) throws(JSONError) -> String? {
    var text: String?
    while let key = try reader.nextKey() {
      if key == name { text = try reader.text() } else { try reader.skipValue() }
    }
    return text
  }
}

extension JSONReader {
  /// Consumes a value; nil when it is no string.
  fileprivate mutating func text() throws(JSONError) -> String? {
    if try peek() == .string { return try readString() }
    try skipValue()
    return nil
  }

  /// Consumes a value; nil when it is no number.
  fileprivate mutating func double() throws(JSONError) -> Double? {
    if try peek() == .number { return try readNumber() }
    try skipValue()
    return nil
  }

  /// Consumes a value; nil when it is no whole number.
  fileprivate mutating func whole() throws(JSONError) -> Int? {
    try double().flatMap { Int(exactly: $0) }
  }
}
