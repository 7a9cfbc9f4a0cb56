import Configuration
import ConfigurationFiles

extension Settings {
  /// Where placed.conf is when none is named.
  static let defaultPath = "/etc/placed/placed.conf"

  /// placed.conf, at `path` when the command line names one, and the files of placed.conf.d beside it.
  static func files(path: String?) -> SettingFiles<Settings> {
    SettingFiles(path: path, default: defaultPath, keys: keys, defaults: Settings())
  }
}
