import Geography

/// A decision, for who asks why.
public struct Rule: Hashable, Sendable {
  /// When, by the stream.
  public var time: UTCTime
  /// The rule's short name, documented in docs/detection.md.
  public var name: String
  /// What it decided on, in words with its numbers.
  public var text: String

  /// A decision.
  public init(time: UTCTime, name: String, text: String) {
    self.time = time
    self.name = name
    self.text = text
  }
}

/// The newest decisions.
struct RuleLog {
  /// Decisions kept.
  static let capacity = 50

  private(set) var rules: [Rule] = []

  mutating func add(_ name: String, at time: UTCTime, _ text: String) {
    if rules.count == Self.capacity { rules.removeFirst() }
    rules.append(Rule(time: time, name: name, text: text))
  }
}
