import Glibc

/// The password for the broker, in a file of its own that nobody else can read.
enum PasswordFile {
  /// Longest password in bytes; MQTT allows 65 535.
  private static let longest = 4096

  /// The first line of `path`, without its end.
  ///
  /// Refused when the group or others have any right to the file, as ssh(1) refuses keys.
  static func read(_ path: String) throws(BrokerError) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw BrokerError(
        .file, "the password file \(path) cannot be read: \(String(cString: strerror(errno)))",
        hint: "[broker] password_file names it; it must belong to the user of placed-mqtt")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw BrokerError(.file, "the password file \(path) is no file")
    }
    guard status.st_mode & 0o077 == 0 else {
      let mode = String(status.st_mode & 0o777, radix: 8)
      throw BrokerError(
        .file,
        "the password file \(path) has the mode 0\(mode): only its owner may have rights to it",
        hint: "chmod 0600 \(path)")
    }
    var bytes = [UInt8](repeating: 0, count: longest + 1)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    let line = bytes.prefix(max(0, count)).prefix {
      $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r")
    }
    guard !line.isEmpty, line.count <= longest, let text = String(validating: line, as: UTF8.self),
      !text.contains("\0")
    else {
      throw BrokerError(
        .file, "the password file \(path) has no password in its first line",
        hint: "it must be UTF-8 text of \(longest) bytes at most")
    }
    return text
  }
}
