/// Settings as a configuration file.
public enum ConfigurationText {
  /// The settings in force, in the syntax of the file; reads back the same.
  public static func effective<Settings>(
    _ settings: Settings, keys: [SettingKey<Settings>]
  ) -> String {
    sections(keys) { key in key.values(settings).map { "\(key.name) = \($0)" } }
  }

  /// The example file: every key with what it means and its default, commented out.
  public static func example<Settings>(
    defaults: Settings, keys: [SettingKey<Settings>]
  ) -> String {
    sections(keys) { key in
      key.summary.map { "# \($0)" } + key.values(defaults).map { "#\(key.name) = \($0)" }
    }
  }

  private static func sections<Settings>(
    _ keys: [SettingKey<Settings>], _ lines: (SettingKey<Settings>) -> [String]
  ) -> String {
    var text: [String] = []
    var section: String?
    for key in keys {
      if key.section != section {
        text += (section == nil ? [] : [""]) + ["[\(key.section)]"]
        section = key.section
      }
      text += lines(key)
    }
    return text.joined(separator: "\n") + "\n"
  }
}
