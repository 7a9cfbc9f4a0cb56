import Detection
import EventLoop
import Geography
import Glibc

/// The receivers of a gpsd, kept apart: which are there, which is wanted, which one is followed.
struct GPSDReceivers {
  /// The receiver asked for, as gpsd names it, or by a link to it; nil takes any.
  let wanted: String?
  private var devices: [GPSDReport.Device] = []
  private var fixes = GPSDFixes()
  private var followedReceiver: FollowedReceiver

  /// `staleAfter` in seconds.
  init(wanted: String?, staleAfter: Double) {
    self.wanted = wanted
    followedReceiver = FollowedReceiver(staleAfter: staleAfter)
  }

  /// The receiver that fixes are taken from.
  var followed: String? { followedReceiver.name }

  /// The paths of all receivers.
  var paths: [String] { devices.map(\.path) }

  /// The receiver that was asked for, or any, is there.
  var hasWanted: Bool { devices.contains { isWanted($0.path) } }

  /// The receiver that was asked for, or any, if there is just one.
  var onlyWanted: String? {
    let wanted = paths.filter { isWanted($0) }
    return wanted.count == 1 ? wanted[0] : nil
  }

  /// Whether what `device` says counts at all.
  func isWanted(_ device: String?) -> Bool {
    guard let wanted else { return true }
    guard let device else { return false }
    return device == wanted || Self.isSameFile(device, wanted)
  }

  /// Whether `device` is the receiver that is followed, or none is yet.
  func isFollowed(_ device: String?) -> Bool {
    isWanted(device) && followedReceiver.isOrMayBe(device ?? "")
  }

  private static func isSameFile(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard one.hasPrefix("/"), other.hasPrefix("/"), stat(one, &first) == 0,
      stat(other, &second) == 0
    else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Takes gpsd's list of all receivers.
  mutating func replace(with devices: [GPSDReport.Device]) {
    self.devices = devices
  }

  /// Takes news of one receiver; true when it has gone.
  mutating func update(_ device: GPSDReport.Device) -> Bool {
    devices.removeAll { $0.path == device.path }
    if device.isActivated { devices.append(device) }
    if !device.isActivated, followed == device.path { followedReceiver.forget() }
    return !device.isActivated
  }

  /// A receiver says something: it is there, whatever was said of it before. True when that is new.
  mutating func noteActive(_ path: String) -> Bool {
    guard !devices.contains(where: { $0.path == path }) else { return false }
    devices.append(GPSDReport.Device(path: path, isActivated: true, driver: nil))
    return true
  }

  /// Takes a GST report.
  mutating func takeErrors(device: String?, time: UTCTime?, sigmaMeters: Double?) {
    fixes.takeErrors(device: device, time: time, sigmaMeters: sigmaMeters)
  }

  /// What a position report adds, if it is of the receiver that is followed.
  mutating func observation(
    _ position: GPSDReport.Position, at now: MonotonicTime
  ) -> Observation? {
    guard isWanted(position.device), let observation = fixes.observation(position) else {
      return nil
    }
    if case .fix = observation {
      return followedReceiver.takesFix(of: position.device ?? "", at: now) ? observation : nil
    }
    return isFollowed(position.device) ? observation : nil
  }
}
