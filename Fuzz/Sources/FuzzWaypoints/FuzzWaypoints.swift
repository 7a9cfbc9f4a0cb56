import ImportFuzzing

/// Waypoints of GPX files.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWaypoints(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  ImportFuzzing.run(UnsafeBufferPointer(start: start, count: count), .gpx, name: "f.gpx")
  return 0
}
