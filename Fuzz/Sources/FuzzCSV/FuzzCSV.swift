import ImportFuzzing

/// Tables with commas, semicolons and tabs.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCSV(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  ImportFuzzing.run(UnsafeBufferPointer(start: start, count: count), .csv, name: "f.csv")
  return 0
}
