/// A program: the command that the shell calls, and what is said of it as a whole.
public struct Program: Sendable {
  /// Its name, options, arguments and commands. Its options hold for every command.
  public let command: Command
  /// Its version, for `--version`.
  public let version: String

  /// `--help`, which every command has.
  public static let help = Flag("help", short: "h", "show help; `-h` is shorter")
  /// `--version`, which every command has.
  public static let version = Flag("version", "show the version")

  /// A program. `--help` and `--version` are added to its options.
  public init(_ command: Command, version: String = Release.version) {
    self.command = command
    self.version = version
  }

  /// The program's name.
  public var name: String { command.name }

  /// The options that hold for every command.
  public var sharedOptions: [OptionDefinition] {
    command.options + [Self.help.definition, Self.version.definition]
  }

  /// What a program has to do with its words.
  public enum Start: Sendable {
    /// Carry out the invocation.
    case run(Invocation)
    /// Print the text, help or version, to standard output and end with `ExitCode.ok`.
    case answer(String)
    /// Tell the error on standard error, `UsageError.message(for:)`, and end with `ExitCode.usage`.
    case refuse(UsageError)
  }

  /// Reads the words after the program's name. Help is wrapped at `width` columns.
  public func start(_ words: some Collection<String>, width: Int = 80) -> Start {
    do throws(UsageError) {
      let parser = CommandParser(program: self)
      switch try parser.parse(Array(words)) {
      case .invocation(let invocation): return .run(invocation)
      case .help(let path, let isShort):
        return .answer(HelpText(program: self, path: path, isShort: isShort, width: width).text)
      case .version: return .answer("\(name) \(version)\n")
      }
    } catch {
      return .refuse(error)
    }
  }

  /// The command that `path`, words after the program's name, leads to.
  func command(at path: [String]) -> Command {
    path.reduce(command) { $0.command(named: $1) ?? $0 }
  }
}
