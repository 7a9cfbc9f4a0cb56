import Glibc
import JSON

/// The JSON reader and writer on what is imported and sent.
enum JSONSection: Section {
  static let name = "json"

  static func run(_ bench: Workbench, _ report: inout Report) throws {
    let table = try bench.importedTable()
    guard let file = fopen(table.filePath, "r") else { throw BenchError("no file of features") }
    var text = [UInt8](repeating: 0, count: 8 << 20)
    text.removeLast(text.count - fread(&text, 1, text.count, file))
    fclose(file)
    let lines = text.split(separator: 0x0A).dropLast()
    let bytes = lines.reduce(0) { $0 + $1.count }
    var reading: [Double] = []
    var skipping: [Double] = []
    var writing: [Double] = []
    for _ in 0..<5 {
      var values: [JSONValue] = []
      reading.append(
        try Stopwatch.cpuSeconds { values = try lines.map { try JSONValue(parsing: $0) } })
      skipping.append(try Stopwatch.cpuSeconds { for line in lines { try skip(line) } })
      var written = 0
      writing.append(
        Stopwatch.cpuSeconds {
          for value in values {
            var writer = JSONWriter()
            writer.value(value)
            written += writer.bytes.count
          }
        })
      guard written > bytes / 2 else { throw BenchError("what was read was not written") }
    }
    report.add(name, "read into values", Double(bytes) / median(reading) / 1e6, "MB/s")
    report.add(name, "checked and skipped", Double(bytes) / median(skipping) / 1e6, "MB/s")
    report.add(name, "written from values", Double(bytes) / median(writing) / 1e6, "MB/s")
    report.add(
      name, "values against skipping", median(reading) / median(skipping), "×", .atMost(12))
  }

  private static func skip(_ line: ArraySlice<UInt8>) throws {
    let result = line.withUnsafeBufferPointer { buffer in
      Result { () throws(JSONError) in
        var reader = JSONReader(buffer)
        _ = try reader.skipValue()
      }
    }
    try result.get()
  }
}
