import RecordingFuzzing

/// What gpsd says.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGPSD(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  RecordingFuzzing.run(UnsafeBufferPointer(start: start, count: count), .gpsd)
  return 0
}
