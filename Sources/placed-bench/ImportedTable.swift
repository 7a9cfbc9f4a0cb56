import Geography
import Glibc
import JSON
import PlaceStore
import Places

/// A file of features of the sample world with names as places have them, and the table made from it
/// by `placectl import`.
final class ImportedTable {
  let features: Int
  let filePath: String
  let databasePath: String
  let usage: Program.Usage
  /// Positions in cities, and names there.
  private(set) var samples: [(position: Coordinate, name: String)] = []

  init(in folder: String, features: Int) throws {
    self.features = features
    filePath = folder + "/features.geojsonseq"
    databasePath = folder + "/imported.db"
    samples = Self.write(features, to: filePath)
    usage = try Program.run(
      [try Program.ours("placectl"), "import", "--database", databasePath, filePath])
    guard usage.status == 0 else { throw BenchError("the import failed") }
  }

  private static func write(
    _ count: Int, to path: String
  ) -> [(position: Coordinate, name: String)] {
    var world = SampleWorld(seed: 2)
    var names = SampleNames(seed: 3)
    var random = Random(seed: 4)
    let keys = ["amenity", "shop", "tourism", "leisure"]
    let values = [
      ["cafe", "restaurant", "bank", "pharmacy", "school"],
      ["supermarket", "bakery", "clothes", "books", "car_repair"],
      ["hotel", "museum", "attraction", "hostel", "viewpoint"],
      ["park", "playground", "pitch", "fitness_centre", "garden"],
    ]
    guard let file = fopen(path, "w") else { return [] }
    defer { fclose(file) }
    var samples: [(position: Coordinate, name: String)] = []
    for index in 0..<count {
      let sample = world.next()
      let name = names.next()
      if sample.isInCity, samples.count < 4000, index % max(1, count / 8000) == 0 {
        samples.append((sample.position, name))
      }
      let kind = Int(random.next() % 4)
      var writer = JSONWriter()
      writer.object { writer in
        writer.member("type", "Feature")
        writer.member("id", "n\(index)")
        writer.object("geometry") { writer in
          writer.member("type", "Point")
          writer.key("coordinates")
          writer.beginArray()
          writer.value(sample.position.longitude, decimals: 7)
          writer.value(sample.position.latitude, decimals: 7)
          writer.endArray()
        }
        writer.object("properties") { writer in
          writer.member("name", name)
          writer.member(keys[kind], values[kind][Int(random.next() % 5)])
          if random.unit() < 0.5 {
            writer.member("addr:street", "Street \(random.next() % 500)")
            writer.member("addr:housenumber", "\(random.next() % 200 + 1)")
          }
          if random.unit() < 0.3 { writer.member("opening_hours", "Mo-Fr 08:00-18:00") }
          if random.unit() < 0.3 { writer.member("website", "https://example.org/\(index)") }
        }
      }
      writer.endLine()
      _ = writer.bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    }
    return samples
  }
}
