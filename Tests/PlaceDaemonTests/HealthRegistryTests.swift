import EventLoop
import Geography
import Supervision
import TestSupport
import Testing

@testable import PlaceDaemon

@Suite("Health")
struct HealthRegistryTests {
  private func registry(_ loop: EventLoop) -> HealthRegistry {
    var second = 0.0
    return HealthRegistry(loop: loop, journal: Journal(level: .error, descriptor: -1)) {
      second += 1
      return UTCTime("2026-05-04T00:00:00Z")!.advanced(bySeconds: second)
    }
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
    later.restore(health.takeUnkept().reversed())
    #expect(later.history == health.history)
    #expect(health.takeUnkept().isEmpty && later.takeUnkept().isEmpty)
  }
}
