import Detection
import EventLoop
import Glibc

/// Fixes from gpsd.
///
/// gpsd says nothing when a receiver falls silent or is unplugged behind its back, and a dead socket
/// says nothing either. So silence itself is watched: after `staleAfter` the connection is made anew,
/// which also moves gpsd to open a receiver again, with pauses that grow as long as it does not help.
final class GPSDSource: FixSource {
  /// gpsd greets at once. systemd may listen for it and fail to start it.
  static let greetingSeconds = 10.0

  private let host: String
  private let port: UInt16
  private let loop: EventLoop
  private let monitor: SourceMonitor
  private let reconnector: Reconnector<GPSDConnection.Handle>
  private var receivers: GPSDReceivers
  private var connection: GPSDConnection?
  private var watch: Watch?
  private var silence: SilenceWatch?
  private let staleAfter: Double
  private let greetingSeconds: Double
  /// Silence before the connection is made anew; grows while that does not help.
  private var patience: Backoff
  private var hasGreeted = false

  /// `device` is the receiver's path as gpsd knows it; nil takes any. `staleAfter` in seconds.
  init(
    host: String, port: UInt16, device: String?, staleAfter: Double,
    greetingSeconds: Double = greetingSeconds, loop: EventLoop, monitor: SourceMonitor
  ) {
    self.host = host
    self.port = port
    self.loop = loop
    self.monitor = monitor
    self.staleAfter = staleAfter
    self.greetingSeconds = greetingSeconds
    receivers = GPSDReceivers(wanted: device, staleAfter: staleAfter)
    patience = Backoff(initial: staleAfter, maximum: max(60, staleAfter))
    reconnector = Reconnector(
      loop: loop, backoff: Backoff(initial: 0.5, maximum: 10),
      attempt: { GPSDConnection.open(host: host, port: port) }, discard: { $0.close() })
    reconnector.onSuccess = { [weak self] in self?.connected($0) }
    reconnector.onFailure = { [weak self] failure, pause in
      self?.monitor.lost(
        .unreachable(failure, host: host, port: port, isGPSD: true), retrySeconds: pause)
    }
  }

  func start() {
    monitor.connecting()
    reconnector.connect()
  }

  func stop() {
    reconnector.cancel()
    disconnect()
    monitor.stop()
  }

  private func connected(_ handle: GPSDConnection.Handle) {
    let connection = GPSDConnection(handle)
    do {
      watch = try loop.watch(connection.descriptor, for: .read) { [weak self] _ in self?.drain() }
    } catch {
      let pause = reconnector.retry()
      monitor.lost(
        .unreachable(.failed(error.description), host: host, port: port, isGPSD: true),
        retrySeconds: pause)
      return
    }
    self.connection = connection
    hasGreeted = false
    silence = SilenceWatch(loop: loop) { [weak self] in self?.endSilence(after: $0) }
    silence?.start(greetingSeconds)
  }

  private func disconnect() {
    silence?.stop()
    silence = nil
    watch?.cancel()
    watch = nil
    connection = nil
  }

  /// Closes the connection, says why, and makes another one after a pause.
  private func lose(_ trouble: SourceTrouble) {
    disconnect()
    let pause = reconnector.retry()
    monitor.lost(trouble, retrySeconds: pause)
  }

  private func drain() {
    guard let connection else { return }
    let isOpen = connection.drain { line in
      // What handles a fix may have stopped this source.
      if self.connection === connection, let report = GPSDReport(line: line) { take(report) }
    }
    if !isOpen, self.connection === connection { lose(.disconnected("gpsd")) }
  }

  private func take(_ report: GPSDReport) {
    switch report {
    case .version: greeted()
    case .devices(let devices):
      receivers.replace(with: devices)
      updateLink(gone: nil)
    case .device(let device):
      let isGone = receivers.update(device)
      updateLink(gone: isGone ? device.path : nil)
    case .position(let position):
      heard(from: position.device)
      if let observation = receivers.observation(position, at: .now) {
        if case .fix = observation { reconnector.succeeded() }
        monitor.observe(observation)
      }
    case .errors(let device, let time, let sigma):
      heard(from: device)
      receivers.takeErrors(device: device, time: time, sigmaMeters: sigma)
    case .sky(let device, let seen, let used):
      heard(from: device)
      if receivers.isFollowed(device) { monitor.satellites(seen: seen, used: used) }
    case .error, .other: break
    }
  }

  private func greeted() {
    hasGreeted = true
    silence?.start(max(staleAfter, patience.pause()))
  }

  private func heard(from device: String?) {
    guard receivers.isWanted(device) else { return }
    silence?.heard()
    patience.reset()
    monitor.complain(nil)
    if let device, receivers.noteActive(device) { updateLink(gone: nil) }
  }

  /// Tells the monitor whether there is a receiver.
  private func updateLink(gone: String?) {
    if receivers.hasWanted {
      monitor.connected(device: receivers.followed ?? receivers.onlyWanted)
    } else if let gone {
      monitor.lost(.receiverGone(gone), retrySeconds: nil)
    } else if receivers.paths.isEmpty {
      monitor.noDevice(.noReceiver)
    } else {
      monitor.noDevice(.otherReceivers(wanted: receivers.wanted ?? "", receivers.paths))
    }
  }

  private func endSilence(after seconds: Double) {
    // gpsd is stuck, or systemd listens for one that does not start.
    guard hasGreeted else { return lose(.gpsdSilent) }
    if receivers.hasWanted {
      monitor.complain(.silent(receivers.followed ?? "the receiver", seconds: seconds))
    }
    disconnect()
    reconnector.connect()
  }
}
