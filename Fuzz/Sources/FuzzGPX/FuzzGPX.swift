import RecordingFuzzing

/// A GPX file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGPX(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  RecordingFuzzing.run(UnsafeBufferPointer(start: start, count: count), .gpx)
  return 0
}
