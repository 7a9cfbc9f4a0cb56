import Configuration
import EventLoop
import Geography

/// Several sources in order of preference, as one.
///
/// All of them run, so that one can take over at once. Fixes come from the first that has any; when it
/// has had none for `staleAfter`, from the next that has, and again from the first as soon as it has.
/// A recording stands in only when it is its turn.
public final class FixSourceGroup {
  /// A source that takes over never goes back in time by less than this, in seconds: that would be the
  /// same fix again. A larger step is another clock.
  private static let overlapSeconds = 60.0

  private final class Member {
    let url: SourceURL
    var source: (any FixSource)?
    var monitor: SourceMonitor?
    var isFinished = false

    init(_ url: SourceURL) { self.url = url }

    var isRecording: Bool { if case .file = url { true } else { false } }

    func stop() {
      source?.stop()
      source = nil
    }
  }

  private let members: [Member]
  private let staleAfter: Double
  private let loop: EventLoop
  private let handler: (SourceEvent) -> Void
  /// The member that fixes are taken from.
  private var active: Int?
  /// The time of the last fix passed on.
  private var lastTime: UTCTime?
  /// The source has changed, and none of its fixes has been newer than those before.
  private var hasChanged = false
  private var standInTimer: Timer?
  private var lastStatus: SourceStatus?
  private var isRunning = false

  /// `urls` in order of preference; none is the source `none`. `staleAfter` in seconds, at least 1.
  public init(
    urls: [SourceURL], staleAfter: Double, loop: EventLoop,
    handler: @escaping (SourceEvent) -> Void
  ) {
    members = (urls.isEmpty ? [.none] : urls).map { Member($0) }
    self.staleAfter = max(1, staleAfter)
    self.loop = loop
    self.handler = handler
  }

  deinit { stop() }

  /// Begins. Events come from the loop, and from this call.
  public func start() {
    isRunning = true
    publishStatus()
    for index in members.indices where index == 0 || !members[index].isRecording { start(index) }
    if members.dropFirst().contains(where: \.isRecording) {
      standInTimer = loop.timer(after: staleAfter, every: staleAfter) { [weak self] in
        self?.standIn()
      }
    }
  }

  /// Ends: no event comes any more.
  public func stop() {
    isRunning = false
    standInTimer?.cancel()
    standInTimer = nil
    for member in members { member.stop() }
  }

  /// How the source that counts does: the one that fixes come from, else the one that is nearest to
  /// having any.
  public var status: SourceStatus {
    let statuses = statuses
    if let active, isFresh(active), let status = members[active].monitor?.status { return status }
    let order: [SourceStatus.State] = [.fix, .stale, .noFix, .noDevice, .connecting, .lost]
    for state in order {
      if let status = statuses.first(where: { $0.state == state }) { return status }
    }
    return SourceStatus(url: String(describing: members[0].url), state: .connecting)
  }

  /// How each source does, in order of preference.
  public var statuses: [SourceStatus] {
    members.map {
      $0.monitor?.status ?? SourceStatus(url: String(describing: $0.url), state: .connecting)
    }
  }

  private func start(_ index: Int) {
    let member = members[index]
    let monitor = SourceMonitor(
      url: String(describing: member.url), isLive: !member.isRecording, staleAfter: staleAfter,
      loop: loop
    ) { [weak self] event in
      self?.take(event, from: index)
    }
    member.monitor = monitor
    let source = source(member.url, monitor: monitor) { [weak self] in self?.finished(index) }
    member.source = source
    source.start()
  }

  private func source(
    _ url: SourceURL, monitor: SourceMonitor, onEnd: @escaping () -> Void
  ) -> any FixSource {
    switch url {
    case .gpsd(let host, let port, let device):
      GPSDSource(
        host: host, port: port, device: device, staleAfter: staleAfter, loop: loop,
        monitor: monitor)
    case .serial(let path, let baud, let checksum):
      SerialSource(
        path: path, baud: baud, requiresChecksum: checksum == .required, staleAfter: staleAfter,
        loop: loop, monitor: monitor)
    case .tcp(let host, let port, let checksum):
      TCPSource(
        host: host, port: port, requiresChecksum: checksum == .required, staleAfter: staleAfter,
        loop: loop, monitor: monitor)
    case .udp(let host, let port, let checksum):
      UDPSource(
        host: host, port: port, requiresChecksum: checksum == .required, staleAfter: staleAfter,
        loop: loop, monitor: monitor)
    case .file(let path, let speed, let checksum):
      RecordingSource(
        path: path, speed: speed, checksum: checksum, loop: loop, monitor: monitor, onEnd: onEnd)
    case .none: NoSource(monitor: monitor)
    }
  }

  private func isFresh(_ index: Int) -> Bool {
    guard let lastFix = members[index].monitor?.lastFix else { return false }
    return MonotonicTime.now.seconds(since: lastFix) < staleAfter
  }

  private func take(_ event: SourceEvent, from index: Int) {
    guard isRunning else { return }
    switch event {
    case .fix(let fix, let url): take(fix, url, from: index)
    case .time: if index == active ?? 0 { handler(event) }
    case .status: publishStatus()
    case .finished: break
    }
  }

  private func take(_ fix: Fix, _ url: String, from index: Int) {
    if index != active {
      if let active, index > active, isFresh(active) { return }
      hasChanged = active != nil
      active = index
      for later in members[(index + 1)...] where later.isRecording { later.stop() }
      publishStatus()
    }
    if hasChanged, let time = fix.time, let lastTime {
      let step = time.seconds(since: lastTime)
      if step <= 0, step > -Self.overlapSeconds { return }
      hasChanged = false
    }
    lastTime = fix.time ?? lastTime
    handler(.fix(fix, url: url))
  }

  private func publishStatus() {
    let status = status
    if let lastStatus, status.tells(theSameAs: lastStatus) { return }
    lastStatus = status
    handler(.status(status))
  }

  /// Starts the next recording that has not played, when no source has a fix.
  private func standIn() {
    guard !members.indices.contains(where: isFresh),
      let index = members.indices.first(where: {
        members[$0].isRecording && members[$0].source == nil && !members[$0].isFinished
      })
    else { return }
    start(index)
  }

  private func finished(_ index: Int) {
    members[index].isFinished = true
    if isRunning, members.allSatisfy(\.isFinished) { handler(.finished) }
  }
}

extension SourceStatus {
  /// Whether there is no news in this status after `other`; satellites come and go.
  func tells(theSameAs other: SourceStatus) -> Bool {
    url == other.url && state == other.state && trouble?.code == other.trouble?.code
      && device == other.device && retrySeconds == other.retrySeconds
  }
}
