import Detection
import FixSources

/// What a daemon says is read whole and in pieces: both must tell the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGPSD(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 1 else { return 0 }
  let stream = UnsafeBufferPointer(start: start + 1, count: count - 1)

  func read(_ piece: Int) -> [Observation] {
    var reader = RecordingReader(.gpsd)
    var observations: [Observation] = []
    var index = 0
    while index < stream.count {
      let end = min(index + piece, stream.count)
      reader.read(UnsafeBufferPointer(rebasing: stream[index..<end])) { observations.append($0) }
      index = end
    }
    reader.finish { observations.append($0) }
    return observations
  }

  precondition(read(stream.count) == read(max(1, Int(start[0]))), "pieces differ from the whole")
  return 0
}
