import Glibc

/// Measures the place table as docs/benchmarks/ reports it: `placed-bench [SECTION…] [--places N]
/// [--names N] [--folder DIR] [--json FILE] [--no-peers]`.
@main
enum PlacedBench {
  private static let sections = ["query", "search", "import", "recompute", "writes"]

  static func main() {
    var wanted: [String] = []
    var (places, names) = (10_000_000, 1_000_000)
    var folder = "/var/tmp"
    var jsonPath: String?
    var withPeers = true
    var arguments = CommandLine.arguments.dropFirst()
    while let word = arguments.popFirst() {
      switch word {
      case "--places": places = arguments.popFirst().flatMap { Int($0) } ?? places
      case "--names": names = arguments.popFirst().flatMap { Int($0) } ?? names
      case "--folder": folder = arguments.popFirst() ?? folder
      case "--json": jsonPath = arguments.popFirst()
      case "--no-peers": withPeers = false
      case _ where sections.contains(word): wanted.append(word)
      default:
        print(
          "usage: placed-bench [\(sections.joined(separator: "|"))]… [--places N] [--names N] [--folder DIR] [--json FILE] [--no-peers]"
        )
        exit(word == "--help" ? 0 : 2)
      }
    }
    if wanted.isEmpty { wanted = sections }
    exit(run(wanted, places, names, folder, jsonPath, withPeers))
  }

  private static func run(
    _ sections: [String], _ places: Int, _ names: Int, _ folder: String, _ jsonPath: String?,
    _ withPeers: Bool
  ) -> Int32 {
    var template = Array("\(folder)/placed-bench.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      print("cannot make a folder in \(folder)")
      return 1
    }
    let work = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    defer { Folder.remove(work) }
    var report = Report()
    do {
      for section in sections {
        switch section {
        case "query":
          try QuerySection(folder: work, count: places, withPeers: withPeers).run(&report)
        default: break
        }
        Folder.empty(work)
      }
    } catch {
      print("failed: \(error)")
      return 1
    }
    if let jsonPath { Folder.write(report.json(places: places), to: jsonPath) }
    return report.isReached ? 0 : 1
  }
}
