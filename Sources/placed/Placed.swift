import Glibc
import PlaceDaemon

/// The place daemon.
@main
enum Placed {
  static func main() {
    exit(PlacedProgram.run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }
}
