import Geography
import PlaceStore
import Places
import TestSupport
import Testing

@Suite("A position in words")
struct HereTests {
  @Test("The street where a place is near, the town of its kind that is nearest, its country")
  func here() throws {
    let store = try PlaceStore(path: "", access: .memory)
    let city = Address(locality: "Helsinki", region: "Uusimaa", countryCode: "FI")
    _ = try store.add(
      PlaceDraft(
        name: "Helsinki", position: at(60.17, 24.94), category: "city", address: city,
        names: ["sv": "Helsingfors"]))
    _ = try store.add(
      PlaceDraft(name: "Kylä", position: at(60.24, 24.94), category: "village"))
    var shop = city
    shop.street = "Mannerheimintie"
    shop.houseNumber = "5"
    _ = try store.add(PlaceDraft(name: "Shop", position: at(60.18, 24.93), address: shop))

    let door = try #require(try store.here(at: at(60.18001, 24.93)))
    #expect(door.label == "Mannerheimintie 5, Helsinki, Uusimaa, Finland")
    #expect(door.locality == "Helsinki" && door.region == "Uusimaa" && door.countryCode == "FI")
    #expect(
      try store.here(at: at(60.1803, 24.93))?.label == "Mannerheimintie, Helsinki, Uusimaa, Finland"
    )
    #expect(try store.here(at: at(60.15, 24.9))?.label == "Helsinki, Uusimaa, Finland")
    #expect(try store.here(at: at(60.241, 24.94))?.label == "Kylä")
    #expect(try store.here(at: at(10, 10)) == nil)
    store.languages = ["sv"]
    #expect(try store.here(at: at(60.15, 24.9))?.locality == "Helsingfors")
  }

  @Test("Without towns the nearest address tells")
  func addresses() throws {
    let store = try PlaceStore(path: "", access: .memory)
    _ = try store.add(
      PlaceDraft(
        name: "Monaco", position: at(43.73, 7.42),
        address: Address(locality: "Monaco", region: "Monaco", countryCode: "MC")))
    #expect(
      try store.here(at: at(43.735, 7.42))
        == Here(label: "Monaco", locality: "Monaco", region: "Monaco", countryCode: "MC"))
    #expect(try store.here(at: at(43.8, 7.42)) == nil)
  }

  @Test("The nearest address that names a town stands in for the street's own, and none is needed")
  func streetWithoutTown() throws {
    let store = try PlaceStore(path: "", access: .memory)
    _ = try store.add(
      PlaceDraft(name: "Barn", position: at(43.73, 7.42), address: Address(street: "Track")))
    _ = try store.add(
      PlaceDraft(
        name: "Gate", position: at(43.7301, 7.42),
        address: Address(street: "Track", houseNumber: "7")))
    #expect(try store.here(at: at(43.73, 7.42))?.label == "Track 7")
    _ = try store.add(
      PlaceDraft(
        name: "Mill", position: at(43.74, 7.42),
        address: Address(locality: "Vale", countryCode: "FR")))
    let here = try #require(try store.here(at: at(43.73, 7.42)))
    #expect(here.locality == "Vale" && here.countryCode == "FR")
    #expect(try store.here(at: at(43.7299, 7.42))?.label.contains("7") == false)
  }

  @Test("It follows the table, on the way and when it changes")
  func changes() throws {
    let store = try PlaceStore(path: "", access: .memory)
    let first = try store.add(PlaceDraft(name: "A", position: at(0, 0), category: "town"))
    #expect(try store.here(at: at(0, 0.001))?.locality == "A")
    _ = try store.add(PlaceDraft(name: "B", position: at(0, 0.002), category: "town"))
    #expect(try store.here(at: at(0, 0.0015))?.locality == "B")
    _ = try store.remove(id: first.id)
    #expect(try store.here(at: at(0, 0))?.locality == "B")
    for step in 0..<40 {
      let far = try store.here(at: at(0, Double(step) * 0.01))
      #expect((far != nil) == (Double(step) * 0.01 * Coordinate.metersPerDegree <= 15_000 + 222))
    }
  }
}
