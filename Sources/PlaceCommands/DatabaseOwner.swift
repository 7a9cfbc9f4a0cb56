import EventLoop
import Glibc

/// Makes what root does to a database look as if its owner had done it: files that belong to root
/// would lock the daemon out of its own database.
struct DatabaseOwner {
  private let path: String
  private let user: uid_t
  private let group: gid_t
  /// This process still is root, because the owner may not read the input; files change hands later.
  private var isLate = false

  /// From now on this process acts as the owner of the database at `path`, or of its folder where there
  /// is none yet. Where it is not root, or root is the owner, nothing changes.
  ///
  /// An input that only root may read, such as a file in a closed home, is read as root; then the files
  /// beside the database are handed over by `finish`.
  init(ofDatabase path: String, reading inputs: [String]) {
    self.path = path
    var status = stat()
    let isKnown = stat(path, &status) == 0 || stat(Self.folder(of: path), &status) == 0
    (user, group) = isKnown ? (status.st_uid, status.st_gid) : (geteuid(), getegid())
    guard geteuid() == 0, user != 0 else { return }
    assume()
    let isReadable = inputs.allSatisfy { $0 == "-" || access(asEffectiveUser: $0) }
    guard !isReadable else { return }
    isLate = true
    seteuid(0)
    setegid(0)
  }

  /// Hands over what this process made beside the database.
  func finish() {
    guard isLate, let folder = opendir(Self.folder(of: path)) else { return }
    defer { closedir(folder) }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    while let entry = readdir(folder) {
      let found = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      var status = stat()
      guard found.hasPrefix(name),
        fstatat(dirfd(folder), found, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_uid == 0
      else { continue }
      fchownat(dirfd(folder), found, user, group, AT_SYMLINK_NOFOLLOW)
    }
  }

  private func assume() {
    setgroups(0, nil)
    setegid(group)
    seteuid(user)
  }

  private func access(asEffectiveUser file: String) -> Bool {
    faccessat(AT_FDCWD, file, R_OK, AT_EACCESS) == 0
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
