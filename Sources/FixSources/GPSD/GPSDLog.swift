import Detection

/// Reads gpsd's reports from a file, one a line; what is no report is passed over.
struct GPSDLog: RecordingDecoder {
  /// Longest line that is looked at. gpsd writes at most 20 480 bytes (GPS_JSON_RESPONSE_MAX of
  /// release 3.22).
  static let maximumLineLength = 1 << 15

  private var fixes = GPSDFixes()
  private var pending: [UInt8] = []
  private var isTooLong = false
  private var reportCount = 0

  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (Observation) -> Void) {
    var start = 0
    for index in bytes.indices where bytes[index] == 0x0A {
      let rest = UnsafeBufferPointer(rebasing: bytes[start..<index])
      start = index + 1
      if pending.isEmpty, !isTooLong {
        take(rest, body)
      } else {
        append(rest)
        finish(body)
      }
    }
    append(UnsafeBufferPointer(rebasing: bytes[start...]))
  }

  mutating func finish(_ body: (Observation) -> Void) {
    let line = pending
    pending.removeAll(keepingCapacity: true)
    if !isTooLong { line.withUnsafeBufferPointer { take($0, body) } }
    isTooLong = false
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if pending.count + bytes.count > Self.maximumLineLength { isTooLong = true }
    if isTooLong { pending.removeAll(keepingCapacity: true) } else { pending += bytes }
  }

  private mutating func take(
    _ line: UnsafeBufferPointer<UInt8>, _ body: (Observation) -> Void
  ) {
    guard let report = GPSDReport(line: line) else { return }
    reportCount += 1
    switch report {
    case .position(let position):
      if let observation = fixes.observation(position) { body(observation) }
    case .errors(let device, let time, let sigma):
      fixes.takeErrors(device: device, time: time, sigmaMeters: sigma)
    default: break
    }
  }

  func complaint(of path: String) -> SourceError? {
    if reportCount > 0 { return nil }
    return SourceError(
      .unknownFormat, "no line of '\(path)' is a report of gpsd",
      hint: "record one with gpspipe -w")
  }
}
