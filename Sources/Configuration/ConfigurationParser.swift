import Spelling

/// Reads files of `[section]` and `key = value` lines, as systemd does: `#` and `;` begin a comment
/// where a line begins, later values replace earlier ones, an empty value undoes them.
public struct ConfigurationParser<Settings: Sendable>: Sendable {
  private let keys: [SettingKey<Settings>]
  /// Keys that may be given more than once and were not given yet: the first replaces the default.
  private var untouched: Set<String>

  /// The settings read so far.
  public private(set) var settings: Settings
  /// The mistakes found so far, in the order of the files.
  public private(set) var problems: [ConfigurationProblem] = []

  /// A parser that starts from `defaults`. Several files may be read one after another.
  public init(keys: [SettingKey<Settings>], defaults: Settings) {
    self.keys = keys
    settings = defaults
    untouched = Set(keys.filter(\.isRepeatable).map { "\($0.section).\($0.name)" })
  }

  /// Reads a file's text. `file`: its name, for messages.
  public mutating func read(_ bytes: some Collection<UInt8>, file: String) {
    var section: String?
    // Keys in an unknown section are not reported one by one.
    var isSkipping = false
    var number = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      guard let text = String(validating: line, as: UTF8.self), !text.contains("\0") else {
        report(file, number, 1, "the line is not UTF-8 text")
        continue
      }
      let whole = Self.withoutMarks(text, isFirst: number == 1)
      let content = trimmed(whole)
      let column = whole.distance(from: whole.startIndex, to: content.startIndex) + 1
      guard let first = content.first, first != "#", first != ";" else { continue }
      if first == "[" {
        (section, isSkipping) = openSection(content, file, number, column)
      } else if !isSkipping {
        assign(content, in: section, file, number, column)
      }
    }
  }

  private static func withoutMarks(_ text: String, isFirst: Bool) -> Substring {
    var scalars = Substring(text).unicodeScalars
    if isFirst, scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    if scalars.last == "\r" { scalars.removeLast() }
    return Substring(scalars)
  }

  private mutating func report(
    _ file: String, _ line: Int, _ column: Int, _ message: String, hint: String? = nil
  ) {
    problems.append(
      ConfigurationProblem(file: file, line: line, column: column, message: message, hint: hint))
  }

  private mutating func openSection(
    _ content: Substring, _ file: String, _ line: Int, _ column: Int
  ) -> (String?, isSkipping: Bool) {
    guard content.hasSuffix("]") else {
      report(file, line, column, "'\(content)' lacks its ']': a section is [name] on its own line")
      return (nil, true)
    }
    let name = String(content.dropFirst().dropLast())
    guard keys.contains(where: { $0.section == name }) else {
      report(
        file, line, column, "unknown section [\(name)]",
        hint: nearestName(to: name, among: keys.map(\.section)).map { "did you mean [\($0)]?" }
          ?? "the sections are \(sections.map { "[\($0)]" }.joined(separator: ", "))")
      return (nil, true)
    }
    return (name, false)
  }

  private var sections: [String] {
    var names: [String] = []
    for key in keys where names.last != key.section { names.append(key.section) }
    return names
  }

  private mutating func assign(
    _ content: Substring, in section: String?, _ file: String, _ line: Int, _ column: Int
  ) {
    guard let equals = content.firstIndex(of: "=") else {
      report(file, line, column, "'\(content)' has no '=': must be key = value")
      return
    }
    let name = String(trimmed(content[..<equals]))
    let value = trimmed(content[content.index(after: equals)...])
    guard let section else {
      report(
        file, line, column, "'\(name)' stands in no section",
        hint: keys.first { $0.name == name }.map { "it belongs in [\($0.section)]" })
      return
    }
    guard let key = keys.first(where: { $0.section == section && $0.name == name }) else {
      report(
        file, line, column, "unknown key '\(name)' in [\(section)]", hint: hint(for: name, section))
      return
    }
    let valueColumn = column + content.distance(from: content.startIndex, to: value.startIndex)
    if untouched.remove("\(section).\(name)") != nil || value.isEmpty { key.clear(&settings) }
    guard !value.isEmpty else { return }
    do {
      try key.apply(String(value), &settings)
    } catch {
      report(
        file, line, valueColumn, error.message,
        hint: value.contains(" #") ? "a comment stands on a line of its own" : error.hint)
    }
  }

  private func hint(for name: String, _ section: String) -> String {
    if let other = keys.first(where: { $0.name == name }) {
      return "it belongs in [\(other.section)]"
    }
    let here = keys.filter { $0.section == section }.map(\.name)
    if let near = nearestName(to: name, among: here) { return "did you mean '\(near)'?" }
    if let near = nearestName(to: name, among: keys.map(\.name)),
      let other = keys.first(where: { $0.name == near })
    {
      return "did you mean '\(near)' in [\(other.section)]?"
    }
    return "the keys of [\(section)] are \(here.joined(separator: ", "))"
  }
}
