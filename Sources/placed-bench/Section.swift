/// One part of the benchmarks.
protocol Section {
  /// Its name on the command line.
  static var name: String { get }
  /// Measures and reports.
  static func run(_ bench: Workbench, _ report: inout Report) throws
}
