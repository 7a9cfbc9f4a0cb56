import Glibc

/// What the sections share: a folder, sizes, and the tables that take long to make.
final class Workbench {
  let options: BenchOptions
  let folder: String
  private var tables: [Int: SampleTable] = [:]
  private var imported: ImportedTable?

  init(_ options: BenchOptions) throws {
    self.options = options
    var template = Array("\(options.folder)/placed-bench.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw BenchError("no folder can be made in '\(options.folder)'")
    }
    folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  deinit { Folder.remove(folder) }

  /// Places of the large table.
  var places: Int { options.isFull ? 10_000_000 : 1_000_000 }
  /// Places of the table that growth is measured against.
  var fewPlaces: Int { places / 100 }
  /// Features of the file that is imported, and names that are searched.
  var features: Int { options.isFull ? 1_000_000 : 100_000 }
  /// Places of the table that a recording is replayed over.
  var replayPlaces: Int { 1_000_000 }

  /// A goal that is set for the full sizes; others have none.
  func atFullSize(_ goal: Report.Goal) -> Report.Goal? { options.isFull ? goal : nil }

  func file(_ name: String) -> String { "\(folder)/\(name)" }

  /// The sample table of this many places.
  func table(_ count: Int) throws -> SampleTable {
    if let table = tables[count] { return table }
    let table = try SampleTable(in: folder, count: count)
    tables[count] = table
    return table
  }

  /// The table made from the file of features.
  func importedTable() throws -> ImportedTable {
    if let imported { return imported }
    let table = try ImportedTable(in: folder, features: features)
    imported = table
    return table
  }
}
