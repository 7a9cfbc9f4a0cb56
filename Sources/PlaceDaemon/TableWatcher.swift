import CLinux
import EventLoop
import Glibc

/// Tells when another process wrote to the database, such as an import, without asking again and
/// again: inotify on the database's folder, its events gathered for a moment.
final class TableWatcher {
  private let descriptor: CInt
  private var watch: Watch?
  private var pending: Timer?
  private let prefix: [UInt8]
  /// Seconds that events are gathered; an import commits many times a second.
  static let gatherSeconds = 0.25

  /// Watches the files of the database at `path`. Nil where the kernel does not let us.
  init?(path: String, loop: EventLoop, changed: @escaping () -> Void) {
    let split = path.lastIndex(of: "/")
    let folder = split.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    prefix = Array((split.map { String(path[path.index(after: $0)...]) } ?? path).utf8)
    descriptor = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
    guard descriptor >= 0 else { return nil }
    let mask = UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE)
    guard inotify_add_watch(descriptor, folder, mask) >= 0 else {
      close(descriptor)
      return nil
    }
    watch = try? loop.watch(descriptor, for: .read) { [weak self, weak loop] _ in
      guard let self, let loop, self.concernsDatabase(), self.pending == nil else { return }
      self.pending = loop.timer(after: Self.gatherSeconds) { [weak self] in
        self?.pending = nil
        changed()
      }
    }
  }

  deinit {
    watch?.cancel()
    pending?.cancel()
    close(descriptor)
  }

  /// Reads the events that wait; whether one of them is about a file of the database.
  private func concernsDatabase() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var isOurs = false
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return isOurs }
      var offset = 0
      let header = MemoryLayout<inotify_event>.size
      while offset + header <= count {
        let length = buffer.withUnsafeBytes {
          Int($0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self).len)
        }
        let name = buffer[(offset + header)..<min(count, offset + header + length)]
        if name.starts(with: prefix) { isOurs = true }
        offset += header + length
      }
    }
  }
}
