import EventLoop
import Geography
import Systemd
import TestSupport
import Testing

@testable import PlaceDaemon

@Suite("Health")
struct HealthRegistryTests {
  private func registry(
    _ loop: EventLoop, now: @escaping () -> UTCTime = { UTCTime("2026-05-04T00:00:00Z")! }
  ) -> HealthRegistry {
    HealthRegistry(loop: loop, journal: Journal(level: .error, descriptor: -1), now: now)
  }

  @Test("What is wrong is told, the worst first, and its end remembered")
  func changes() throws {
    let health = registry(try EventLoop())
    var changes = 0
    health.changed = { changes += 1 }
    health.raise(.gpsdOpen, "a")
    health.raise(.database, "b", hint: "c")
    health.raise(.database, "b", hint: "c")
    #expect(health.current.map(\.code) == ["database", "gpsd_open"])
    health.clear(.database)
    health.clear(.database)
    #expect(health.current.map(\.code) == ["gpsd_open"])
    #expect(health.history.map(\.code) == ["database", "database", "gpsd_open"])
    #expect(health.history.map(\.isOver) == [true, false, false])
    #expect(changes == 3)
  }

  @Test("What is over within its grace was never told")
  func grace() throws {
    let health = registry(try EventLoop())
    health.raise(.noFix, "none yet")
    #expect(health.current.isEmpty)
    health.clear(.noFix)
    #expect(health.history.isEmpty)
  }

  @Test("The last changes survive a restart, at most fifty")
  func history() throws {
    let loop = try EventLoop()
    let health = registry(loop)
    for _ in 0..<60 {
      health.raise(.frozen, "f", hint: "h")
      health.clear(.frozen)
    }
    #expect(health.history.count == 50)
    let later = registry(loop)
    #expect(health.unkept.count == 50)
    later.restore(health.unkept.reversed())
    #expect(later.history == health.history)
    health.keep(50)
    #expect(health.unkept.isEmpty && later.unkept.isEmpty)
  }

  @Test("What happened before the clock was set is dated by the clock as it is now")
  func clockSet() throws {
    var clock = UTCTime("1970-01-01T00:00:20Z")!
    let health = registry(try EventLoop()) { clock }
    health.raise(.gpsdOpen, "a")
    health.raise(.database, "b")
    health.clear(.database)
    #expect(health.current.map(\.since) == [clock])
    clock = UTCTime("2026-05-04T07:30:00Z")!
    let told = health.history.map(\.time) + health.current.map(\.since) + health.unkept.map(\.time)
    #expect(told.count == 7)
    for time in told { #expect(abs(time.seconds(since: clock)) < 30) }
    // What an earlier run kept stays as it was dated.
    let kept = health.history
    let later = registry(try EventLoop()) { UTCTime("2030-01-01T00:00:00Z")! }
    later.restore(kept)
    #expect(later.history == kept)
  }
}
