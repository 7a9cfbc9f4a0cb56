import Configuration
import PlaceProtocol
import Testing

@testable import PlaceDaemon

@Suite("Access")
struct AccessPolicyTests {
  private func grant(
    _ precise: String, _ approximate: String, _ manage: String = "none", user: UInt32 = 1000,
    groups: [UInt32] = [1000], grantsManage: Bool = true
  ) throws -> AccessGrant {
    var settings = Settings()
    settings.precise = try AccessRule.list(parsing: precise)
    settings.approximate = try AccessRule.list(parsing: approximate)
    settings.manage = try AccessRule.list(parsing: manage)
    return AccessPolicy(settings, ownUser: 77).grant(
      to: Peer(user: user, groups: groups), grantsManage: grantsManage)
  }

  @Test(
    "A user beats a group beats everybody, and on a tie the lower level wins",
    arguments: [
      ("none", "none", AccessLevel.denied), ("user:1000", "none", .precise),
      ("user:1001", "none", .denied), ("group:1000", "none", .precise),
      ("group:50", "none", .precise), ("group:51", "none", .denied), ("*", "none", .precise),
      ("none", "*", .approximate), ("user:1000", "group:50", .precise),
      ("group:50", "user:1000", .approximate), ("group:50", "*", .precise),
      ("*", "group:50", .approximate), ("user:1000", "user:1000", .approximate),
      ("group:50", "group:1000", .approximate), ("*", "*", .approximate), ("root", "none", .denied),
    ])
  func precedence(precise: String, approximate: String, level: AccessLevel) throws {
    #expect(try grant(precise, approximate, groups: [1000, 50]).level == level)
  }

  @Test("The daemon's own user has everything")
  func own() throws {
    let own = try grant("none", "*", "none", user: 77)
    #expect(own == AccessGrant(level: .precise, canManage: true))
  }

  @Test("Root has what the lists say")
  func root() throws {
    #expect(try grant("root", "none", "root", user: 0).canManage)
    #expect(try grant("none", "none", "root", user: 0) == .denied)
  }

  @Test("Manage needs the precise level")
  func manage() throws {
    #expect(try grant("*", "none", "user:1000").canManage)
    #expect(try !grant("*", "none", "user:1001").canManage)
    #expect(try !grant("none", "*", "user:1000").canManage)
    #expect(try !grant("none", "none", "*").canManage)
  }

  @Test("Through the client socket nobody manages, not even root or the own user")
  func clientSocket() throws {
    for user: UInt32 in [0, 77, 1000] {
      let grant = try grant("*", "none", "*", user: user, grantsManage: false)
      #expect(grant == AccessGrant(level: .precise, canManage: false))
    }
  }

  @Test("A name that this machine does not know grants nothing and is told once")
  func unknown() throws {
    var settings = Settings()
    settings.precise = [.group("no_such_group_here"), .user("no_such_user_here")]
    settings.manage = [.group("no_such_group_here")]
    let policy = AccessPolicy(settings, ownUser: 77)
    #expect(policy.unknown == [.group("no_such_group_here"), .user("no_such_user_here")])
    #expect(policy.grant(to: Peer(user: 1, groups: [1]), grantsManage: true) == .denied)
  }
}
