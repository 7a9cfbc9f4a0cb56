import Configuration
import PlaceProtocol
import Systemd

/// The configuration, read again while clients are connected.
extension Daemon {
  func reloadOnSignal() {
    do throws(ProtocolError) {
      try reload()
    } catch {
      // Told line by line already.
    }
  }

  /// Reads the configuration again. With problems the old one stays in force.
  func reload() throws(ProtocolError) {
    manager.reloading()
    defer { manager.ready(status: statusLine) }
    let (read, problems) = Settings.files(path: options.configurationPath).load()
    guard problems.isEmpty else {
      for problem in problems { journal.warning(problem.description) }
      health.raise(
        .configuration, "the configuration has problems; the one before is in force",
        hint: "'placed --check-config' lists them")
      throw ProtocolError(
        .failure(.config),
        "the configuration has \(problems.count == 1 ? "a problem" : "\(problems.count) problems")"
          + " and is not used",
        hint: "the one before stays in force; correct it, then reload again",
        problems: problems.map(\.description))
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
}
