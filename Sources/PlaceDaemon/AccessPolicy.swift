import Configuration
import Glibc
import PlaceProtocol

/// What one connection may do.
public struct AccessGrant: Hashable, Sendable {
  /// What it may see.
  public var level: AccessLevel
  /// Whether it may change the place table and the daemon.
  public var canManage: Bool

  /// A grant.
  public init(level: AccessLevel, canManage: Bool) {
    self.level = level
    self.canManage = canManage
  }

  /// Nothing but `hello`.
  public static let denied = AccessGrant(level: .denied, canManage: false)
}

/// The `[access]` lists with names looked up once, so that judging a peer asks no directory service.
///
/// A rule for a user beats one for a group, which beats `*`; where two of the same kind speak for a
/// peer the lower level wins. Manage needs the precise level. The daemon's own user has all.
public struct AccessPolicy: Hashable, Sendable {
  /// A rule with its number, in the order of strength.
  private enum Subject: Hashable, Sendable {
    case user(UInt32)
    case group(UInt32)
    case everyone

    /// Larger is stronger.
    var strength: Int {
      switch self {
      case .user: 2
      case .group: 1
      case .everyone: 0
      }
    }

    func names(_ peer: Peer) -> Bool {
      switch self {
      case .user(let user): peer.user == user
      case .group(let group): peer.groups.contains(group)
      case .everyone: true
      }
    }
  }

  private var precise: [Subject] = []
  private var approximate: [Subject] = []
  private var manage: [Subject] = []
  private let ownUser: UInt32

  /// Names in the lists that this machine does not know, as they are written; they grant nothing.
  public private(set) var unknown: [AccessRule] = []

  /// Looks the names of `settings` up. Blocks while a directory service is asked: at start and reload
  /// only.
  public init(_ settings: Settings, ownUser: UInt32 = geteuid()) {
    self.ownUser = ownUser
    precise = resolve(settings.precise)
    approximate = resolve(settings.approximate)
    manage = resolve(settings.manage)
  }

  private mutating func resolve(_ rules: [AccessRule]) -> [Subject] {
    rules.compactMap { rule in
      switch rule {
      case .root: return .user(0)
      case .everyone: return .everyone
      case .user(let name):
        if let number = UInt32(name) ?? getpwnam(name)?.pointee.pw_uid { return .user(number) }
      case .group(let name):
        if let number = UInt32(name) ?? getgrnam(name)?.pointee.gr_gid { return .group(number) }
      }
      if !unknown.contains(rule) { unknown.append(rule) }
      return nil
    }
  }

  /// What `peer` may do. `grantsManage`: false for the socket that never does.
  public func grant(to peer: Peer, grantsManage: Bool) -> AccessGrant {
    if peer.user == ownUser { return AccessGrant(level: .precise, canManage: grantsManage) }
    let level = level(of: peer)
    return AccessGrant(
      level: level,
      canManage: grantsManage && level == .precise && manage.contains { $0.names(peer) })
  }

  private func level(of peer: Peer) -> AccessLevel {
    func strength(_ subjects: [Subject]) -> Int {
      subjects.filter { $0.names(peer) }.map(\.strength).max() ?? -1
    }
    let (exact, coarse) = (strength(precise), strength(approximate))
    if exact < 0, coarse < 0 { return .denied }
    return exact > coarse ? .precise : .approximate
  }

  /// Whether somebody on this machine may see less than everything, so that a gpsd open to all matters.
  public var deniesSomebody: Bool { !precise.contains(.everyone) || !approximate.isEmpty }
}
