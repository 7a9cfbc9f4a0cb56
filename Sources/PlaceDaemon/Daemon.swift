import CommandTable
import Configuration
import EventLoop
import FixSources
import Glibc
import PlaceProtocol
import PlaceStore
import Systemd

/// The running daemon: everything wired to one event loop, from the start to a clean stop.
public final class Daemon {
  let options: DaemonOptions
  let manager: ServiceManager
  let journal: Journal
  let loop: EventLoop
  let health: HealthRegistry
  let database: PlaceDatabase
  let tracker: Tracker
  let monitor: SourceMonitor
  private let status: StatusReporter
  private let databasePath: String

  var settings: Settings
  private var dispatcher: Dispatcher?
  var server: SocketServer?
  private var sink: ServerSink?
  var sockets: [ListeningSocket] = []
  var client: (path: String, socket: ListeningSocket)?
  var sources: FixSourceGroup?
  private var tableWatcher: TableWatcher?
  private var signals: Watch?

  /// A daemon with its database open; it listens to nobody yet.
  public init(
    options: DaemonOptions, settings: Settings, manager: ServiceManager, journal: Journal
  ) throws(DaemonError) {
    self.options = options
    self.settings = settings
    self.manager = manager
    self.journal = journal
    do {
      loop = try EventLoop()
      health = HealthRegistry(loop: loop, journal: journal)
      databasePath = options.databasePath ?? DefaultPaths.database
      if options.databasePath == nil { DefaultPaths.makeFolder(of: databasePath) }
      database = try PlaceDatabase(
        path: databasePath, languages: settings.languages ?? DefaultPaths.languages,
        requiresMount: settings.requiresMount, health: health, loop: loop)
    } catch {
      throw DaemonError(.system, "the daemon cannot start: \(error)")
    }
    tracker = Tracker(
      settings: settings, database: database, health: health, loop: loop, isLive: true)
    monitor = SourceMonitor(
      url: Self.sources(options, settings).first?.description ?? "none", health: health)
    status = StatusReporter(
      version: Release.version, tracker: tracker, monitor: monitor, health: health)
  }

  static func sources(_ options: DaemonOptions, _ settings: Settings) -> [SourceURL] {
    options.sources.isEmpty ? settings.sources : options.sources
  }

  /// Serves until SIGTERM or SIGINT.
  public func run() throws(DaemonError) {
    raiseDescriptorLimit()
    let dispatcher = Dispatcher(
      tracker: tracker, status: status,
      reload: { [unowned self] () throws(ProtocolError) in try reload() })
    self.dispatcher = dispatcher
    let policy = AccessPolicy(settings)
    let server = SocketServer(loop: loop, policy: policy, handler: dispatcher, journal: journal)
    self.server = server
    let sink = ServerSink(server)
    self.sink = sink
    tracker.attach(sink)
    status.subscriberCount = { [unowned server] in server.subscriberCount }
    monitor.changed = { [unowned self, unowned server] message in
      server.publish(Notification(.source) { message.members(to: &$0) })
      tellManager()
    }
    health.changed = { [unowned self] in tellManager() }
    do throws(SystemError) {
      signals = try loop.signals([SIGTERM, SIGINT, SIGHUP]) { [unowned self] number in
        number == SIGHUP ? reloadOnSignal() : loop.stop()
      }
    } catch {
      throw DaemonError(.system, "signals cannot be watched: \(error)")
    }
    try openSockets(server)
    judge(policy)
    tableWatcher = TableWatcher(path: databasePath, loop: loop) { [unowned self] in
      tracker.checkTable()
    }
    startSources()
    startWatchdog()
    manager.ready(status: statusLine)
    journal.notice("placed \(Release.version) is ready")
    do throws(SystemError) {
      try loop.run()
    } catch {
      throw DaemonError(.system, "the event loop failed: \(error)")
    }
    stop()
  }

  private func stop() {
    manager.stopping()
    sources?.stop()
    tracker.stop()
    server?.shutDown()
    journal.notice("stopped")
  }

  // MARK: Sources

  func startSources() {
    let group = FixSourceGroup(
      urls: Self.sources(options, settings), staleAfter: settings.staleAfterSeconds, loop: loop
    ) { [unowned self] event in
      switch event {
      case .fix(let fix, let url): tracker.handle(.fix(fix), source: url)
      case .time(let time): tracker.handle(.time(time), source: nil)
      case .status(let status): monitor.update(status)
      case .finished: journal.notice("the recording is over")
      }
    }
    sources = group
    group.start()
  }

  // MARK: Service manager

  var statusLine: String {
    let source = "source: \(monitor.message.state)"
    let serious = health.current.filter { $0.severity != .info }
    return serious.isEmpty
      ? source : source + "; wrong: " + serious.map(\.code).joined(separator: ", ")
  }

  private func tellManager() { manager.tell(status: statusLine) }

  private func startWatchdog() {
    guard let seconds = manager.watchdogSeconds else { return }
    loop.timer(after: 0, every: seconds / 2) { [manager] in manager.feedWatchdog() }
  }
}
