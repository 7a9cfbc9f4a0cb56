import EventLoop
import Glibc
import Systemd

/// The running page server: everything wired to one event loop, from the start to a clean stop.
final class WebService {
  /// What the command line and the configuration ask.
  struct Options {
    var settings: WebSettings
    var tokenPath: String
    /// The daemon's socket; nil for the usual places.
    var socketPath: String?
    var pageFolder: String
    var isKiosk: Bool
  }

  private let loop: EventLoop
  private let link: DaemonLink
  private let page: PageServer
  private let manager: ServiceManager
  private let journal: Journal
  private let addresses: [ListenAddress]
  private let hosts: [String]
  private var servers: [HTTPServer] = []
  private var signals: Watch?
  private var isConnected: Bool?

  /// A service with its token made and its files open; it listens to nobody yet.
  init(options: Options, manager: ServiceManager, journal: Journal) throws(WebError) {
    self.manager = manager
    self.journal = journal
    addresses = options.settings.listen
    hosts = options.settings.hosts
    let token: PageToken
    do throws(SystemError) {
      token = try PageToken(file: options.tokenPath)
    } catch {
      throw WebError(
        "the token cannot be written to '\(options.tokenPath)': \(error)",
        hint: "name another file with --token-file")
    }
    if let warning = token.warning { journal.warning(warning) }
    let files: PageFiles
    do throws(PageFiles.Missing) {
      files = try PageFiles(folder: options.pageFolder)
    } catch {
      throw WebError(error.message, hint: error.hint)
    }
    let maps = MapLibrary(.init(settings: options.settings, isKiosk: options.isKiosk))
    for problem in maps.problems { journal.warning(problem) }
    do throws(SystemError) {
      loop = try EventLoop()
    } catch {
      throw WebError("the event loop cannot be made: \(error)")
    }
    link = DaemonLink(loop: loop, socket: options.socketPath)
    page = PageServer(token: token, files: files, maps: maps, link: link)
  }

  /// Serves until SIGTERM or SIGINT.
  func run() throws(WebError) {
    do throws(SystemError) {
      signals = try loop.signals([SIGTERM, SIGINT]) { [unowned self] _ in loop.stop() }
    } catch {
      throw WebError("signals cannot be watched: \(error)")
    }
    for address in addresses { try serve(address) }
    link.onChange = { [unowned self] in tell(isConnected: $0, reason: $1) }
    link.start()
    if let seconds = manager.watchdogSeconds {
      loop.timer(after: 0, every: seconds / 2) { [manager] in manager.feedWatchdog() }
    }
    manager.ready(status: "connecting to placed")
    do throws(SystemError) {
      try loop.run()
    } catch {
      throw WebError("the event loop failed: \(error)")
    }
    manager.stopping()
    link.stop()
    for server in servers { server.stop() }
    journal.notice("stopped")
  }

  private func serve(_ address: ListenAddress) throws(WebError) {
    do throws(SystemError) {
      let (descriptor, bound) = try address.listen()
      let rule = HostRule(address: bound, names: hosts)
      servers.append(
        try HTTPServer(listener: descriptor, loop: loop) { [unowned self] exchange in
          page.handle(exchange, rule: rule)
        })
      journal.notice("the page is at http://\(bound)/")
      if !bound.isLoopback {
        journal.warning("\(bound) is on a network: whoever listens to it sees the token")
      }
    } catch {
      throw WebError(
        "'\(address)' cannot be listened on: \(error.reason)",
        hint: error.code == EADDRINUSE
          ? "another program listens there: name another with --listen" : nil)
    }
  }

  /// Each change once: the daemon is tried again and again.
  private func tell(isConnected now: Bool, reason: String?) {
    guard isConnected != now else { return }
    isConnected = now
    if now {
      journal.notice("connected to placed")
      manager.tell(status: "serving the page")
    } else {
      journal.warning("not connected to placed: \(reason ?? "it does not answer")")
      manager.tell(status: "waiting for placed")
    }
  }
}
