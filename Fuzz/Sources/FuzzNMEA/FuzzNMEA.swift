import Geography
import NMEA

/// The stream is read whole and in pieces: both must give the same epochs, all in range. The first
/// byte chooses the options and the pieces' length.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNMEA(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 1 else { return 0 }
  let options = start[0]
  let stream = UnsafeBufferPointer(start: start + 1, count: count - 1)
  let length = max(1, Int(options >> 2))
  let rollover =
    options & 2 == 0
    ? nil
    : WeekRollover(
      earliest: UTCTime(milliseconds: 1_735_689_600_000),
      latest: UTCTime(milliseconds: 1_798_761_600_000))

  func read(_ piece: Int) -> [Epoch] {
    var reader = NMEAReader(requiresChecksum: options & 1 == 0, rollover: rollover)
    var epochs: [Epoch] = []
    var index = 0
    while index < stream.count {
      let end = min(index + piece, stream.count)
      reader.read(UnsafeBufferPointer(rebasing: stream[index..<end])) { epochs.append($0) }
      index = end
    }
    reader.finish { epochs.append($0) }
    return epochs
  }

  let whole = read(stream.count)
  precondition(whole == read(length), "pieces differ from the whole")
  for epoch in whole {
    if let fix = epoch.fix {
      precondition(fix.accuracyMeters.map { $0 > 0 && $0.isFinite } ?? true)
      precondition(fix.time == epoch.time)
    }
  }
  return 0
}
