/// An option that takes a value: `--limit N`.
///
/// The same value declares the option in the table and reads it from an `Invocation`, so that a
/// command cannot ask for what its table does not have.
public struct Option<Value: Sendable>: DeclaredOption {
  /// The option without its value's type.
  public let definition: OptionDefinition
  let format: ValueFormat<Value>

  /// Declares an option.
  ///
  /// - Parameters:
  ///   - long: Its name, without the two hyphens.
  ///   - short: Its letter, if it has one.
  ///   - format: How its value is written.
  ///   - repeats: Each value counts; else the last one does.
  ///   - summary: What it does, one line, lower case, no full stop.
  ///   - details: More, in whole sentences, for the long help and the manual.
  public init(
    _ long: String, short: Character? = nil, _ format: ValueFormat<Value>, repeats: Bool = false,
    _ summary: String, details: String? = nil
  ) {
    self.format = format
    definition = OptionDefinition(
      long: long, short: short, value: ValueDefinition(format), repeats: repeats,
      summary: summary, details: details)
  }
}

/// An option without a value: `--json`.
public struct Flag: DeclaredOption {
  /// The option as the table holds it.
  public let definition: OptionDefinition

  /// Declares a flag; parameters as for `Option`.
  public init(
    _ long: String, short: Character? = nil, _ summary: String, details: String? = nil
  ) {
    definition = OptionDefinition(
      long: long, short: short, value: nil, repeats: false, summary: summary, details: details)
  }
}

/// An `Option` of any type or a `Flag`, for the lists of a table.
public protocol DeclaredOption: Sendable {
  /// The option without its value's type.
  var definition: OptionDefinition { get }
}

/// What the table knows of an option.
public struct OptionDefinition: Sendable {
  /// Its name, without the two hyphens.
  public let long: String
  /// Its letter, if it has one.
  public let short: Character?
  /// How its value is written; nil for a flag.
  public let value: ValueDefinition?
  /// Each value counts, not only the last.
  public let repeats: Bool
  /// What it does, one line.
  public let summary: String
  /// More, in whole sentences.
  public let details: String?

  /// `--limit`
  public var spelling: String { "--" + long }
}

/// What the table knows of a value: its format without the type.
public struct ValueDefinition: Sendable {
  /// The word that stands for it in the help.
  public let placeholder: String
  /// What a value must be, to follow "must be".
  public let rule: String
  /// What a shell offers.
  public let completion: Completion
  let accepts: @Sendable (String) -> Bool

  init<Value>(_ format: ValueFormat<Value>) {
    placeholder = format.placeholder
    rule = format.rule
    completion = format.completion
    accepts = { format.parse($0) != nil }
  }
}
