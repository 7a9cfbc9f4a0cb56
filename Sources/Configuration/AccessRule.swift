/// Whom an `[access]` list names: `root`, `user:NAME`, `group:NAME` or `*`. A number may stand in
/// place of a name.
public enum AccessRule: Hashable, Sendable, CustomStringConvertible {
  /// The user with id 0.
  case root
  /// A user by name or number.
  case user(String)
  /// The members of a group, by name or number.
  case group(String)
  /// Everybody who can connect.
  case everyone

  /// Reads one entry of a list.
  public init(parsing text: String) throws(SettingError) {
    switch text {
    case "root": self = .root
    case "*": self = .everyone
    default:
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, Self.isName(parts[1]) else { throw Self.bad(text) }
      switch parts[0] {
      case "user": self = parts[1] == "root" ? .root : .user(String(parts[1]))
      case "group": self = .group(String(parts[1]))
      default: throw Self.bad(text)
      }
    }
  }

  /// Reads a list: entries with commas between them, or `none`.
  public static func list(parsing text: String) throws(SettingError) -> [AccessRule] {
    if text == "none" { return [] }
    var rules: [AccessRule] = []
    for part in try listItems(text) { rules.append(try AccessRule(parsing: part)) }
    return rules
  }

  /// As it is written.
  public var description: String {
    switch self {
    case .root: "root"
    case .user(let name): "user:\(name)"
    case .group(let name): "group:\(name)"
    case .everyone: "*"
    }
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && !text.contains { $0 == ":" || $0.isWhitespace }
  }

  private static func bad(_ text: String) -> SettingError {
    SettingError(
      "'\(text)' names nobody: must be root, user:NAME, group:NAME or *",
      hint: isName(Substring(text)) && !text.contains(":") ? "user:\(text) or group:\(text)?" : nil)
  }
}

/// The items of a comma-separated list.
func listItems(_ text: String) throws(SettingError) -> [String] {
  let items = text.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
  guard items.allSatisfy({ !$0.isEmpty }) else {
    throw SettingError("'\(text)' has an empty item: must be a list such as a, b, c")
  }
  return items.map(String.init)
}

/// `text` without spaces and tabs around it.
func trimmed(_ text: Substring) -> Substring {
  let start = text.drop { $0 == " " || $0 == "\t" }
  guard let end = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
  return start[...end]
}
