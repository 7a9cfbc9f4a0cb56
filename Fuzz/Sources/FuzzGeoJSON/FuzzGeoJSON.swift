import ImportFuzzing

/// Features in a collection, one a line, or with record separators.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGeoJSON(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  ImportFuzzing.run(UnsafeBufferPointer(start: start, count: count), .geojson, name: "f.geojson")
  return 0
}
