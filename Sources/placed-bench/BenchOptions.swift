/// What the command line asks for.
struct BenchOptions {
  /// The sections to run, in their order; empty, all.
  var sections: [String] = []
  /// The sizes that docs/benchmarks/ reports, instead of those that take a few minutes.
  var isFull = false
  /// A missed goal is a failure.
  var checks = false
  /// Other programs are run and compared with.
  var withPeers = true
  /// Where the tables are made: on the disk that is measured, not in memory.
  var folder = "/var/tmp"
  var jsonPath: String?
  var markdownPath: String?

  static func usage(_ sections: [String]) -> String {
    """
    usage: placed-bench [--full] [--check] [--no-peers] [--folder DIR] [--json FILE] [--markdown FILE] [SECTION…]
    sections: \(sections.joined(separator: " "))
    """
  }

  /// Nil for what is no option.
  init?(_ words: [String], sections known: [String]) {
    var words = words[...]
    while let word = words.popFirst() {
      switch word {
      case "--full": isFull = true
      case "--check": checks = true
      case "--no-peers": withPeers = false
      case "--folder", "--json", "--markdown":
        guard let value = words.popFirst() else { return nil }
        if word == "--folder" { folder = value }
        if word == "--json" { jsonPath = value }
        if word == "--markdown" { markdownPath = value }
      case _ where known.contains(word): sections.append(word)
      default: return nil
      }
    }
  }
}
