import Glibc

/// A receiver's end of a serial line: what is written here, the other end reads. The other end is
/// known by a link, as `/dev/serial/by-id` has them.
final class PseudoTerminal {
  private var controller: CInt = -1
  private var held: CInt = -1
  let link: String

  /// Opens a pair and makes `link` lead to it, replacing what was there.
  init(link: String) {
    self.link = link
    var name = [CChar](repeating: 0, count: 128)
    var settings = termios()
    cfmakeraw(&settings)
    settings.c_cflag |= tcflag_t(CS8 | CREAD)
    cfsetspeed(&settings, speed_t(B9600))
    guard openpty(&controller, &held, &name, &settings, nil) == 0 else { return }
    _ = fcntl(controller, F_SETFD, FD_CLOEXEC)
    _ = fcntl(held, F_SETFD, FD_CLOEXEC)
    _ = fcntl(controller, F_SETFL, O_NONBLOCK)
    let path = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    chmod(path, 0o666)
    unlink(link + ".new")
    symlink(path, link + ".new")
    rename(link + ".new", link)
  }

  deinit { unplug() }

  /// Writes to the line.
  func send(_ text: some StringProtocol) { send(Array(text.utf8)) }

  /// Writes to the line.
  func send(_ bytes: [UInt8]) { _ = write(controller, bytes, bytes.count) }

  /// The speed that the reader has set, which a pair does not heed.
  var speed: speed_t {
    var settings = termios()
    tcgetattr(controller, &settings)
    return cfgetispeed(&settings)
  }

  /// Goes away, as a USB adapter does that is pulled out. The link stays, and leads nowhere.
  func unplug() {
    if held >= 0 { close(held) }
    if controller >= 0 { close(controller) }
    (held, controller) = (-1, -1)
  }
}
