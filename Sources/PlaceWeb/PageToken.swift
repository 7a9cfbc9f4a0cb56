import EventLoop
import Glibc

/// The secret that opens the page. Whoever can read its file, the group `placed`, can open the page.
///
/// A file that is there already is kept when it is this user's and nobody else may change it, so that
/// a restart does not shut out the pages that are open.
struct PageToken: Sendable {
  /// Where it is when no other file is named.
  static let defaultPath = "/run/placed-web/token"
  /// The group that may read it.
  static let group = "placed"
  /// Characters of a new one, 6 random bits each: 192 bits.
  private static let length = 32

  /// The text of the token: letters, digits, `-` and `_`.
  let text: String
  /// What did not go as it should, for the journal.
  let warning: String?

  /// Reads the token of `path`, or makes one and writes it there with mode 0640.
  init(file path: String) throws(SystemError) {
    if let kept = Self.read(path) {
      text = kept
    } else {
      text = Self.random()
      try Self.write(text, to: path)
    }
    warning = Self.share(path)
  }

  /// Whether `given` is the token; takes as long whatever of it is wrong.
  func matches(_ given: String) -> Bool {
    let (mine, theirs) = (Array(text.utf8), Array(given.utf8))
    guard mine.count == theirs.count else { return false }
    return zip(mine, theirs).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func read(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mode & 0o037 == 0
    else { return nil }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let token = String(
      decoding: buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    guard (32...128).contains(token.utf8.count), token.utf8.allSatisfy(alphabet.contains) else {
      return nil
    }
    return token
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static func random() -> String {
    // The system's generator, getrandom(2).
    var generator = SystemRandomNumberGenerator()
    return String(
      decoding: (0..<length).map { _ in alphabet[Int.random(in: 0..<64, using: &generator)] },
      as: UTF8.self)
  }

  private static func write(_ token: String, to path: String) throws(SystemError) {
    let draft = path + ".new"
    unlink(draft)
    let descriptor = try system("open") {
      open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    defer { close(descriptor) }
    let line = Array((token + "\n").utf8)
    let written = try system("write") { Glibc.write(descriptor, line, line.count) }
    guard written == line.count else { throw SystemError("write", code: ENOSPC) }
    try system("rename") { rename(draft, path) }
  }

  /// Lets the group read the file; why it could not.
  private static func share(_ path: String) -> String? {
    guard let entry = getgrnam(group) else {
      chmod(path, 0o600)
      return "there is no group \(group): only this service's user can read the token"
    }
    guard chown(path, uid_t.max, entry.pointee.gr_gid) == 0, chmod(path, 0o640) == 0 else {
      let reason = String(cString: strerror(errno))
      chmod(path, 0o600)
      return "the token cannot be given to the group \(group): \(reason)"
    }
    return nil
  }
}
