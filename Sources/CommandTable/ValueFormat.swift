/// How a value is written on the command line, and what it means.
public struct ValueFormat<Value: Sendable>: Sendable {
  /// The word that stands for it in the help, upper case.
  public let placeholder: String
  /// What a value must be, to follow "must be": `a whole number from 1 to 200`.
  public let rule: String
  /// What a shell offers.
  public let completion: Completion
  /// The value that a text means; nil for a text that breaks the rule.
  public let parse: @Sendable (String) -> Value?

  /// A format.
  public init(
    _ placeholder: String, rule: String, completion: Completion = .nothing,
    parse: @escaping @Sendable (String) -> Value?
  ) {
    self.placeholder = placeholder
    self.rule = rule
    self.completion = completion
    self.parse = parse
  }
}

extension ValueFormat where Value == String {
  /// Any text but an empty one.
  public static func text(_ placeholder: String, completion: Completion = .nothing) -> Self {
    ValueFormat(placeholder, rule: "a text of one character or more", completion: completion) {
      $0.isEmpty ? nil : $0
    }
  }

  /// The path of a file, or `-`.
  public static func file(_ placeholder: String = "FILE") -> Self {
    ValueFormat(placeholder, rule: "a path", completion: .files) { $0.isEmpty ? nil : $0 }
  }
}

extension ValueFormat where Value == Int {
  /// A whole number in `range`.
  public static func integer(_ placeholder: String, _ range: ClosedRange<Int>) -> Self {
    let bounds =
      range.upperBound == .max
      ? "of \(range.lowerBound) or more" : "from \(range.lowerBound) to \(range.upperBound)"
    return ValueFormat(placeholder, rule: "a whole number \(bounds)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension ValueFormat where Value: CaseIterable & RawRepresentable<String> {
  /// One of the values of an enumeration.
  public static func choice(_ placeholder: String, _ type: Value.Type = Value.self) -> Self {
    let words = Value.allCases.map(\.rawValue)
    return ValueFormat(placeholder, rule: oneOf(words), completion: .words(words)) {
      Value(rawValue: $0)
    }
  }
}

/// `a, b or c`
private func oneOf(_ words: [String]) -> String {
  guard words.count > 1, let last = words.last else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " or " + last
}
