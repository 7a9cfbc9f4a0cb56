import CommandTable
import Configuration
import EventLoop
import FixSources
import Glibc
import PlaceProtocol
import PlaceStore
import Supervision

/// The running daemon: everything wired to one event loop, from the start to a clean stop.
public final class Daemon {
  private let options: DaemonOptions
  private let manager: ServiceManager
  private let journal: Journal
  private let loop: EventLoop
  private let health: HealthRegistry
  private let database: PlaceDatabase
  private let tracker: Tracker
  private let monitor: SourceMonitor
  private let status: StatusReporter
  private let databasePath: String

  private var settings: Settings
  private var dispatcher: Dispatcher?
  private var server: SocketServer?
  private var sink: ServerSink?
  private var sockets: [ListeningSocket] = []
  private var client: (path: String, socket: ListeningSocket)?
  private var sources: FixSourceGroup?
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

  private static func sources(_ options: DaemonOptions, _ settings: Settings) -> [SourceURL] {
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
    manager.notify("READY=1\n\(statusLine)")
    journal.notice("placed \(Release.version) is ready")
    do throws(SystemError) {
      try loop.run()
    } catch {
      throw DaemonError(.system, "the event loop failed: \(error)")
    }
    stop()
  }

  private func stop() {
    manager.notify("STOPPING=1")
    sources?.stop()
    tracker.stop()
    server?.shutDown()
    journal.notice("stopped")
  }

  // MARK: Sockets

  private func openSockets(_ server: SocketServer) throws(DaemonError) {
    if options.socketPath == nil, !manager.passedSockets.isEmpty {
      for passed in manager.passedSockets {
        sockets.append(
          ListeningSocket(
            passed: passed.descriptor, mode: settings.socketMode,
            grantsManage: passed.name != "client"))
      }
    } else {
      let path = options.socketPath ?? DefaultPaths.socket
      if options.socketPath == nil { DefaultPaths.makeFolder(of: path) }
      sockets.append(
        try ListeningSocket(path: path, mode: settings.socketMode, grantsManage: true))
    }
    for socket in sockets { try listen(server, socket) }
    try openClientSocket(server)
  }

  private func listen(_ server: SocketServer, _ socket: ListeningSocket) throws(DaemonError) {
    do throws(SystemError) {
      try server.listen(on: socket)
    } catch {
      throw DaemonError(.system, "the socket cannot be watched: \(error)")
    }
  }

  private func openClientSocket(_ server: SocketServer) throws(DaemonError) {
    guard client?.path != settings.clientSocketPath else { return }
    if let old = client { server.stopListening(on: old.socket) }
    client = nil
    guard let path = settings.clientSocketPath else { return }
    let socket = try ListeningSocket(path: path, mode: settings.socketMode, grantsManage: false)
    try listen(server, socket)
    client = (path, socket)
  }

  /// A thousand clients and more are served; the soft limit of 1 024 is for programs that use select.
  private func raiseDescriptorLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    let wanted = rlim_t(ServerLimits().connections + 256)
    guard limit.rlim_cur < wanted else { return }
    limit.rlim_cur = min(limit.rlim_max, wanted)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  // MARK: Sources

  private func startSources() {
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

  // MARK: Reload

  private func reloadOnSignal() {
    do throws(ProtocolError) {
      try reload()
    } catch {
      // Told line by line already.
    }
  }

  /// Reads the configuration again. With problems the old one stays in force.
  private func reload() throws(ProtocolError) {
    manager.notifyReloading()
    defer { manager.notify("READY=1\n\(statusLine)") }
    let (read, problems) = ConfigurationFiles(path: options.configurationPath).load()
    guard problems.isEmpty else {
      for problem in problems { journal.warning(problem.description) }
      health.raise(
        .configuration, "the configuration has problems; the one before is in force",
        hint: "'placed --check-config' lists them")
      throw ProtocolError(
        .failure(.config), "the configuration has \(problems.count) problems and is not used",
        hint: problems[0].description, problems: problems.map(\.description))
    }
    let old = settings
    settings = read
    if let server { try reopen(server, old) }
    health.clear(.configuration)
    database.apply(
      languages: settings.languages ?? DefaultPaths.languages,
      requiresMount: settings.requiresMount)
    tracker.apply(settings)
    applyAccess()
    if Self.sources(options, settings) != Self.sources(options, old)
      || settings.staleAfterSeconds != old.staleAfterSeconds
    {
      sources?.stop()
      startSources()
    }
    journal.notice("the configuration was read again")
  }

  private func reopen(_ server: SocketServer, _ old: Settings) throws(ProtocolError) {
    do throws(DaemonError) {
      try openClientSocket(server)
    } catch {
      settings = old
      throw ProtocolError(.config, error.message, hint: error.hint)
    }
    if settings.socketMode != old.socketMode {
      for socket in sockets { socket.setMode(settings.socketMode) }
      client?.socket.setMode(settings.socketMode)
    }
  }

  private func applyAccess() {
    let policy = AccessPolicy(settings)
    judge(policy)
    server?.apply(policy) { [unowned self] session in
      let access = Notification(.access) { writer in
        writer.member("access", session.grant.level.rawValue)
        writer.member("manage", session.grant.canManage)
      }
      return [access] + news(for: session)
    }
  }

  /// What a client whose level changed now may see.
  private func news(for session: Session) -> [Notification] {
    switch session.grant.level {
    case .denied: return []
    case .approximate:
      return (try? tracker.releasedPosition()).map { [ServerSink.notification($0)] } ?? []
    case .precise:
      let limit = session.subscription?.limit ?? settings.likelyLimit
      guard var message = try? tracker.likely(at: nil, limit: limit) else { return [] }
      message.reason = "access"
      return [Notification(.likely) { message.members(limit: limit, to: &$0) }]
    }
  }

  private func judge(_ policy: AccessPolicy) {
    if policy.unknown.isEmpty {
      health.clear(.unknownName)
    } else {
      health.raise(
        .unknownName,
        "[access] names who does not exist here: "
          + policy.unknown.map(\.description).joined(separator: ", "),
        hint: "'getent group' and 'getent passwd' list who does; a new one counts after a reload")
    }
    let hasLocalGPSD = Self.sources(options, settings).contains { source in
      guard case .gpsd(let host, _, _) = source else { return false }
      return host == "localhost" || host.hasPrefix("127.") || host == "::1"
    }
    if hasLocalGPSD, policy.deniesSomebody {
      health.raise(
        .gpsdOpen, "gpsd shows exact positions to every user of this machine, [access] does not",
        hint: "placed.conf(5) tells how to close gpsd to others")
    } else {
      health.clear(.gpsdOpen)
    }
  }

  // MARK: Service manager

  private var statusLine: String {
    let source = "STATUS=source: \(monitor.message.state)"
    let serious = health.current.filter { $0.severity != .info }
    return serious.isEmpty
      ? source : source + "; wrong: " + serious.map(\.code).joined(separator: ", ")
  }

  private func tellManager() { manager.notify(statusLine) }

  private func startWatchdog() {
    guard let seconds = manager.watchdogSeconds else { return }
    loop.timer(after: 0, every: seconds / 2) { [manager] in manager.notify("WATCHDOG=1") }
  }
}
