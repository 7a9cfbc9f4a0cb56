import Configuration
import PlaceProtocol

/// Who may do what, as the configuration in force says.
extension Daemon {
  func applyAccess() {
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
      return (try? tracker.coarse.position()).map { [ServerSink.notification($0)] } ?? []
    case .precise:
      let limit = session.subscription?.limit ?? settings.likelyLimit
      guard var message = try? tracker.likely(at: nil, limit: limit) else { return [] }
      message.reason = "access"
      return [Notification(.likely) { message.members(limit: limit, to: &$0) }]
    }
  }

  func judge(_ policy: AccessPolicy) {
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
}
