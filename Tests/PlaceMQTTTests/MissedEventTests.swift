import JSON
import PlaceProtocol
import TestSupport
import Testing

@testable import PlaceMQTT

@Suite("Arrivals and departures read off visits")
struct MissedEventTests {
  private func visit(_ id: Int64, _ more: JSONValue) -> JSONValue {
    .object([.init("id", .integer(id))] + (more.members ?? []))
  }

  @Test("They come in the order in which they happened, whatever the order of the visits")
  func order() {
    let visits = [
      visit(2, ["arrived_at": "2026-05-04T08:00:00Z", "departed_at": "2026-05-04T08:00:00Z"]),
      visit(1, ["arrived_at": "2026-05-04T07:00:00Z", "departed_at": "2026-05-04T08:00:00Z"]),
    ]
    for visits in [visits, visits.reversed()] {
      let events = MissedEvent.all(in: visits)
      #expect(
        events.map { "\($0.topic) \($0.params["visit"]?["id"]?.int ?? 0)" }
          == ["arrived 1", "departed 1", "arrived 2", "departed 2"])
    }
  }

  @Test("A visit that began before the first fix has no arrival, an open one no departure")
  func halves() {
    #expect(MissedEvent.all(in: [visit(1, ["departed_at": "2026-05-04T08:00:00Z"])]).count == 1)
    let open = MissedEvent.all(in: [visit(1, ["arrived_at": "2026-05-04T08:00:00Z"])])
    #expect(open.map(\.topic) == [.arrived])
    #expect(MissedEvent.all(in: [visit(1, .object([]))]).isEmpty)
  }

  @Test("A departure that is an interval counts with its end, as the daemon counts it")
  func interval() {
    let events = MissedEvent.all(in: [
      visit(5, ["departed_between": ["2026-05-04T08:00:00Z", "2026-05-04T09:00:00Z"]])
    ])
    #expect(events.map(\.id) == [EventID.make(.departed, 5, 1_777_885_200_000)])
  }

  @Test("An arrival does not tell of the departure")
  func arrivalIsOpen() {
    let events = MissedEvent.all(in: [
      visit(1, ["arrived_at": "2026-05-04T07:00:00Z", "departed_at": "2026-05-04T08:00:00Z"])
    ])
    #expect(events[0].params["visit"]?["departed_at"] == nil)
    #expect(events[1].params["visit"]?["departed_at"] != nil)
  }
}
