/// A value without an option's name, known by its position: `place show ID`.
public struct Argument<Value: Sendable>: DeclaredArgument {
  /// The argument without its value's type.
  public let definition: ArgumentDefinition
  let format: ValueFormat<Value>

  /// Declares an argument; its format's placeholder is its name.
  public init(_ format: ValueFormat<Value>, count: ArgumentCount = .one, _ summary: String) {
    self.format = format
    definition = ArgumentDefinition(value: ValueDefinition(format), count: count, summary: summary)
  }
}

/// How often an argument may be given.
public enum ArgumentCount: Hashable, Sendable {
  /// Exactly once.
  case one
  /// Once or not at all.
  case optional
  /// Any number of times; only the last argument of a command.
  case any
  /// Once or more; only the last argument of a command.
  case oneOrMore

  var isRequired: Bool { self == .one || self == .oneOrMore }
  var isRepeated: Bool { self == .any || self == .oneOrMore }
}

/// An `Argument` of any type, for the lists of a table.
public protocol DeclaredArgument: Sendable {
  /// The argument without its value's type.
  var definition: ArgumentDefinition { get }
}

/// What the table knows of an argument.
public struct ArgumentDefinition: Sendable {
  /// How it is written.
  public let value: ValueDefinition
  /// How often it may be given.
  public let count: ArgumentCount
  /// What it is, one line.
  public let summary: String

  /// Its name in upper case.
  public var name: String { value.placeholder }

  /// `NAME`, `[NAME]`, `[NAME…]` as a usage line shows it.
  public var usage: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .any: "[\(name)...]"
    case .oneOrMore: "\(name)..."
    }
  }
}
