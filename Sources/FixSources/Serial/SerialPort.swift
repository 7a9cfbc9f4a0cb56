import CLinux
import EventLoop
import Glibc

/// A tty, opened for reading only: raw, eight bits, no parity, one stop bit.
enum SerialPort {
  /// Why a device cannot be opened.
  enum Failure: Error, Hashable {
    case notFound
    case denied
    /// Another program has it for itself.
    case busy
    case noTerminal
    case failed(SystemError)
  }

  /// Opens the device at `path`; the descriptor does not block. `baud` nil leaves the speed as it is.
  ///
  /// `O_NONBLOCK`, since a UART without `CLOCAL` waits for a carrier before `open` returns. Other
  /// programs are kept off with `TIOCEXCL`, which root ignores, and `flock`, which is for our own kind:
  /// two readers would steal each other's bytes.
  static func open(_ path: String, baud: Int?) throws(Failure) -> CInt {
    let descriptor = Glibc.open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT, ENODEV, ENXIO, ENOTDIR: throw .notFound
      case EACCES, EPERM: throw .denied
      case EBUSY: throw .busy
      default: throw .failed(SystemError.last("open"))
      }
    }
    do throws(Failure) {
      guard isatty(descriptor) == 1 else { throw Failure.noTerminal }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, placed_make_exclusive(descriptor) == 0 else {
        throw Failure.busy
      }
      try configure(descriptor, baud: baud)
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Makes the line raw and sets its speed. What has come at another speed is thrown away.
  static func configure(_ descriptor: CInt, baud: Int?) throws(Failure) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else {
      throw .failed(SystemError.last("tcgetattr"))
    }
    // Raw, with VMIN 1: an idle line is EAGAIN, and only one that was unplugged reads 0.
    cfmakeraw(&settings)
    // Ignore the modem's lines, and do not drop DTR at the end: that resets boards of the Arduino kind.
    settings.c_cflag |= tcflag_t(CS8 | CREAD | CLOCAL)
    settings.c_cflag &= ~(tcflag_t(HUPCL | PARENB | CSTOPB) | tcflag_t(CRTSCTS))
    settings.c_iflag &= ~tcflag_t(IXOFF | IXANY)
    if let baud, let speed = speeds.first(where: { $0.baud == baud })?.speed {
      cfsetspeed(&settings, speed)
    }
    guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else {
      throw .failed(SystemError.last("tcsetattr"))
    }
    tcflush(descriptor, TCIFLUSH)
  }

  /// The speed that the line has; nil when it is none of those that receivers use.
  static func baud(of descriptor: CInt) -> Int? {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    let speed = cfgetispeed(&settings)
    return speeds.first { $0.speed == speed }?.baud
  }

  private static let speeds: [(baud: Int, speed: speed_t)] = [
    (1200, speed_t(B1200)), (2400, speed_t(B2400)), (4800, speed_t(B4800)),
    (9600, speed_t(B9600)), (19_200, speed_t(B19200)), (38_400, speed_t(B38400)),
    (57_600, speed_t(B57600)), (115_200, speed_t(B115200)), (230_400, speed_t(B230400)),
    (460_800, speed_t(B460800)), (921_600, speed_t(B921600)),
  ]
}
