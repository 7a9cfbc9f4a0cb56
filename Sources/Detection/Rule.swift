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

  /// A fix that is not used. Of many in a row for one reason the first is kept: a receiver that lies
  /// for minutes would push out all that was decided.
  mutating func addIgnored(_ reason: IgnoredReason, at time: UTCTime) {
    let rule = Rule(time: time, name: "ignored", text: "fixes not used: \(reason.rawValue)")
    if rules.last?.name != rule.name || rules.last?.text != rule.text {
      add(rule.name, at: time, rule.text)
    }
  }

  mutating func removeAll(where isGone: (Rule) -> Bool) { rules.removeAll(where: isGone) }
}
