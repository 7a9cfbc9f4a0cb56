import Glibc

/// The group whose members may use the daemon, unless the administrator says otherwise.
enum GroupAccess {
  static let group = "placed"
  static let configuration = "[access] in /etc/placed/placed.conf says who may; see placed.conf(5)"
}

/// Which groups a user is in by the books, and which this process really has: they differ until he
/// logs in anew.
struct UserGroups {
  let userName: String
  let isRoot: Bool
  /// Groups of this process.
  let effective: Set<gid_t>

  static var current: UserGroups {
    let user = geteuid()
    var groups = [gid_t](repeating: 0, count: 1024)
    let count = getgroups(Int32(groups.count), &groups)
    return UserGroups(
      userName: name(of: user) ?? String(user), isRoot: user == 0,
      effective: Set(groups.prefix(max(0, Int(count))) + [getegid()]))
  }

  /// What this user has to do to get into `group`; nil where he is in it, or where there is none.
  func stepsTowards(_ group: String) -> String? {
    guard !isRoot, let (number, members) = Self.group(named: group), !effective.contains(number)
    else { return nil }
    if members.contains(userName) {
      return "'\(userName)' is in the group '\(group)' since after the login: log out and in again"
    }
    return "sudo usermod -aG \(group) \(userName), then log out and in again"
  }

  // What these find lies in storage of the C library until the next call; it is copied at once. The
  // programs that ask have one thread.

  private static func name(of user: uid_t) -> String? {
    getpwuid(user).map { String(cString: $0.pointee.pw_name) }
  }

  private static func group(named name: String) -> (number: gid_t, members: [String])? {
    guard let record = getgrnam(name)?.pointee else { return nil }
    var members: [String] = []
    var next = record.gr_mem
    while let member = next?.pointee {
      members.append(String(cString: member))
      next = next?.advanced(by: 1)
    }
    return (record.gr_gid, members)
  }
}
