import CLinux
import Glibc

/// Who is at the other end of a connection, as the kernel says.
public struct Peer: Hashable, Sendable {
  /// The user's number.
  public let user: UInt32
  /// The numbers of all groups of the process, the first its effective one.
  public let groups: [UInt32]

  /// A peer.
  public init(user: UInt32, groups: [UInt32]) {
    self.user = user
    self.groups = groups
  }

  /// The peer of a connected Unix socket; nil when the kernel does not say.
  init?(of descriptor: CInt) {
    var user = uid_t()
    var group = gid_t()
    var process = pid_t()
    guard placed_peer_credentials(descriptor, &user, &group, &process) == 0 else { return nil }
    // NGROUPS_MAX is 65 536; asked for in two steps, since hardly anybody has more than a few.
    var groups = [gid_t](repeating: 0, count: 64)
    var count = placed_peer_groups(descriptor, &groups, groups.count)
    if count < 0, errno == ERANGE {
      groups = [gid_t](repeating: 0, count: 65_536)
      count = placed_peer_groups(descriptor, &groups, groups.count)
    }
    guard count >= 0 else { return nil }
    self.init(user: user, groups: [group] + groups.prefix(Int(count)))
  }
}
