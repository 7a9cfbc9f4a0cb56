import Configuration
import EventLoop
import Glibc
import JSON

/// The checks of what the daemon gets its fixes from, looked at from here.
struct SourceChecks {
  /// Seconds that gpsd may take to greet.
  private static let timeout = 2.0

  /// `url`: the source as the daemon's status names it; nil where the daemon did not say, and gpsd is
  /// the default.
  func run(url: String?) -> [Finding] {
    guard let source = try? SourceURL(parsing: url ?? "gpsd://") else { return [] }
    switch source {
    case .gpsd(let host, let port, let device): return gpsd(host, port, device)
    case .tcp(let host, let port, _): return [peer(host, port)]
    case .serial(let path, _, _): return [device(path)]
    case .udp, .file, .none: return []
    }
  }

  private func peer(_ host: String, _ port: UInt16) -> Finding {
    do throws(SystemError) {
      _ = try TCPProbe(host: host, port: port, timeout: Self.timeout)
      return .ok("peer", "\(host):\(port) can be connected to")
    } catch {
      return .failed(
        "peer", "\(host):\(port): \(error.reason)", hint: "is it switched on, and on this network?")
    }
  }

  private func device(_ path: String) -> Finding {
    guard access(path, F_OK) == 0 else {
      return .failed("device", "there is no \(path)", hint: "is the receiver plugged in?")
    }
    return .ok("device", path)
  }

  /// gpsd greets with its version, and lists its devices when asked; gpsd_json(5).
  private func gpsd(_ host: String, _ port: UInt16, _ device: String?) -> [Finding] {
    let place = "\(host):\(port)"
    do throws(SystemError) {
      let probe = try TCPProbe(host: host, port: port, timeout: Self.timeout)
      guard let greeting = try probe.object(of: "VERSION") else {
        return [
          .failed(
            "gpsd", "what listens on \(place) is not gpsd", hint: "[source] url names the port")
        ]
      }
      let found = Finding.ok("gpsd", "\(greeting.text("release") ?? "gpsd") on \(place)")
      try probe.send("?DEVICES;\n")
      let devices = try probe.object(of: "DEVICES")?.elements("devices") ?? []
      return [found, receivers(devices.compactMap { $0.text("path") }, wanted: device)]
    } catch {
      return [
        .failed(
          "gpsd", "nobody answers on \(place): \(error.reason)",
          hint: "sudo systemctl start gpsd.socket; not installed? sudo apt install gpsd")
      ]
    }
  }

  private func receivers(_ paths: [String], wanted: String?) -> Finding {
    if let wanted, !paths.contains(wanted) {
      return .failed(
        "device", "gpsd has no \(wanted)",
        hint: "gpsdctl add \(wanted), or DEVICES in /etc/default/gpsd")
    }
    guard !paths.isEmpty else {
      return .failed(
        "device", "gpsd has no receiver",
        hint: "plug one in, or name it in DEVICES in /etc/default/gpsd; gpsmon shows what it sends")
    }
    return .ok("device", paths.joined(separator: ", "))
  }
}
