import Foundation
import PlaceImport
import PlaceStore
import Places
import TestSupport

/// A database in a folder of its own, and imports into it.
struct ImportFixture {
  let folder = ScratchDirectory()

  var path: String { folder.file("places.db") }

  /// Imports `text` as a file of this name.
  @discardableResult
  func run(
    _ text: String, as name: String, _ options: ImportOptions = ImportOptions()
  ) throws -> ImportResult {
    try run(file: try folder.write(text, to: name), options)
  }

  /// Imports a file.
  @discardableResult
  func run(
    file: String, _ options: ImportOptions = ImportOptions()
  ) throws -> ImportResult {
    try Importer(databasePath: path, options: options).run(file)
  }

  /// The table.
  func store() throws -> PlaceStore { try PlaceStore(path: path) }

  /// All places, by number.
  func places() throws -> [Place] { try store().list(limit: .max) }

  /// What an import of `text` fails with.
  func failure(
    _ text: String, as name: String, _ options: ImportOptions = ImportOptions()
  ) throws -> ImportError? {
    do {
      try run(text, as: name, options)
      return nil
    } catch let error as ImportError {
      return error
    }
  }
}
