import Glibc

/// What /proc tells of a process.
struct ProcessFigures {
  private let folder: String

  init(_ process: pid_t) { folder = "/proc/\(process)" }

  /// This process.
  static let own = ProcessFigures(getpid())

  /// Resident now, in MiB.
  var residentMiB: Double { status("VmRSS:") / 1024 }
  /// Resident at most since its start or `resetPeak`, in MiB.
  var peakMiB: Double { status("VmHWM:") / 1024 }
  /// How often it slept and was woken.
  var wakeUps: Double { status("voluntary_ctxt_switches:") }
  /// Bytes that it caused to be written to a disk.
  var writtenBytes: Double { value("write_bytes:", in: "io") }
  /// Seconds on a processor, to the nanosecond, of its main thread.
  var cpuSeconds: Double {
    (text("schedstat").split(separator: " ").first.flatMap { Double($0) } ?? .nan) / 1e9
  }
  /// It brings the Swift runtime along.
  var isStatic: Bool { !text("maps").contains("libswiftCore.so") }

  func resetPeak() {
    let file = open("\(folder)/clear_refs", O_WRONLY)
    guard file >= 0 else { return }
    _ = write(file, "5", 1)
    close(file)
  }

  private func status(_ name: String) -> Double { value(name, in: "status") }

  private func value(_ name: String, in file: String) -> Double {
    for line in text(file).split(separator: "\n") where line.hasPrefix(name) {
      return line.dropFirst(name.count).split { $0 == " " || $0 == "\t" }.first
        .flatMap { Double($0) } ?? .nan
    }
    return .nan
  }

  private func text(_ name: String) -> String {
    guard let file = fopen("\(folder)/\(name)", "re") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
