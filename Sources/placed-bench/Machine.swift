import Glibc

/// What the figures were measured on.
enum Machine {
  /// The processor, how many, and the kernel.
  static var description: String {
    var names = utsname()
    uname(&names)
    let release = withUnsafeBytes(of: names.release) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    return "\(processor), \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) processors, Linux \(release)"
  }

  private static var processor: String {
    guard let file = fopen("/proc/cpuinfo", "re") else { return "unknown processor" }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 512)
    while fgets(&buffer, 512, file) != nil {
      let line = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      guard line.hasPrefix("model name"), let colon = line.firstIndex(of: ":") else { continue }
      return String(line[line.index(after: colon)...].drop { $0 == " " }.dropLast())
    }
    return "unknown processor"
  }
}
