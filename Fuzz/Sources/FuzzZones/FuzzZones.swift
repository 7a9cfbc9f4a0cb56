import ImportFuzzing

/// Waypoints of OwnTracks, and zones of Home Assistant in JSON and YAML.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzZones(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  ImportFuzzing.run(UnsafeBufferPointer(start: start, count: count), .owntracks, name: "f.yaml")
  return 0
}
