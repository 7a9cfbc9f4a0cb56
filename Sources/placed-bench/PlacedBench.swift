import Glibc

/// Measures what docs/benchmarks/ reports. The other programs must be built beside it.
@main
enum PlacedBench {
  private static var sections: [any Section.Type] {
    [
      QuerySection.self, RecomputeSection.self, ImportSection.self, SearchSection.self,
      ReplaySection.self, ReceiverSection.self, FootprintSection.self, FanOutSection.self,
      WritesSection.self, JSONSection.self,
    ]
  }

  static func main() {
    let names = sections.map { $0.name }
    let words = Array(CommandLine.arguments.dropFirst())
    guard let options = BenchOptions(words, sections: names) else {
      print(BenchOptions.usage(names))
      exit(words == ["--help"] ? 0 : 2)
    }
    do {
      exit(try measure(options) ? 0 : 1)
    } catch {
      print("failed: \(error)")
      exit(1)
    }
  }

  /// Whether all went as the options demand. The folder is gone when this returns.
  private static func measure(_ options: BenchOptions) throws -> Bool {
    let bench = try Workbench(options)
    let report = run(bench)
    if let path = options.jsonPath { Folder.write(report.json(bench), to: path) }
    if let path = options.markdownPath { Folder.write(report.markdown(bench), to: path) }
    return report.isComplete && (!options.checks || report.isReached)
  }

  private static func run(_ bench: Workbench) -> Report {
    var report = Report()
    for section in sections
    where bench.options.sections.isEmpty || bench.options.sections.contains(section.name) {
      do {
        try section.run(bench, &report)
      } catch {
        report.fail(section.name, "\(error)")
      }
    }
    return report
  }
}
