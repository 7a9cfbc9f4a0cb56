/// One key of a configuration file: how it is read, printed and described. The table of them makes
/// the parser, `--check-config`, the commented example file and the check of the man page.
public struct SettingKey<Settings>: Sendable {
  /// The section that it stands in.
  public let section: String
  /// Its name.
  public let name: String
  /// What it means; lines of a comment.
  public let summary: [String]
  /// It may be given more than once, each adding a value.
  public let isRepeatable: Bool
  /// Takes a value over.
  let apply: @Sendable (String, inout Settings) throws(SettingError) -> Void
  /// What an empty value does.
  let clear: @Sendable (inout Settings) -> Void
  /// The values in force, as they are written; one, but for a repeatable key.
  let values: @Sendable (Settings) -> [String]

  /// A key that takes one value. An empty one means `empty`.
  public init<Value>(
    _ section: String, _ name: String, _ field: any WritableKeyPath<Settings, Value> & Sendable,
    empty: Value, summary: [String], print: @escaping @Sendable (Value) -> String,
    parse: @escaping @Sendable (String) throws(SettingError) -> Value
  ) where Value: Sendable {
    self.section = section
    self.name = name
    self.summary = summary
    isRepeatable = false
    apply = { (text, settings) throws(SettingError) in
      settings[keyPath: field] = try parse(text)
    }
    clear = { $0[keyPath: field] = empty }
    values = { [print($0[keyPath: field])] }
  }

  /// A key that may be given more than once. An empty value forgets those before it.
  public init<Value>(
    repeatable section: String, _ name: String,
    _ field: any WritableKeyPath<Settings, [Value]> & Sendable,
    summary: [String], print: @escaping @Sendable (Value) -> String,
    parse: @escaping @Sendable (String) throws(SettingError) -> Value
  ) where Value: Sendable {
    self.section = section
    self.name = name
    self.summary = summary
    isRepeatable = true
    apply = { (text, settings) throws(SettingError) in
      settings[keyPath: field].append(try parse(text))
    }
    clear = { $0[keyPath: field] = [] }
    values = { $0[keyPath: field].isEmpty ? [""] : $0[keyPath: field].map(print) }
  }
}
