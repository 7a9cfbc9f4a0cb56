import Glibc

/// Gives back the pages of programs and libraries that only the start needed.
///
/// Linking, reading the configuration and the first connection touch most of the code, of OpenSSL too,
/// and the kernel maps 16 pages around each touch: 4 MiB that stay resident for good, although the few
/// functions that run from then on need a small part of them. The pages come back from the file's cache
/// as they are called.
enum CodePages {
  /// Longest list that is read; this program's has some 8 KB.
  private static let longestList = 256 << 10

  /// Unmaps the pages of code, which nobody can have written to.
  static func release() {
    guard let list = read() else { return }
    for line in list.split(separator: UInt8(ascii: "\n")) {
      // address-address rights offset device inode path
      let fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: true)
      guard fields.count >= 6, fields[1].elementsEqual("r-xp".utf8),
        fields[5].first == UInt8(ascii: "/")
      else { continue }
      let ends = fields[0].split(separator: UInt8(ascii: "-")).compactMap { digits in
        UInt(String(decoding: digits, as: UTF8.self), radix: 16)
      }
      guard ends.count == 2, ends[0] < ends[1] else { continue }
      madvise(UnsafeMutableRawPointer(bitPattern: ends[0]), Int(ends[1] - ends[0]), MADV_DONTNEED)
    }
  }

  private static func read() -> [UInt8]? {
    let descriptor = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var list: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while list.count < longestList {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { return nil }
      if count == 0 { return list }
      list += buffer[..<count]
    }
    return nil
  }
}
