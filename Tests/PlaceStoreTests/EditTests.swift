import Geography
import PlaceStore
import Places
import TestSupport
import Testing

@Suite("Editing places")
struct EditTests {
  @Test("A place comes back as it was added")
  func add() throws {
    let store = try PlaceStore(path: "", access: .memory)
    let draft = PlaceDraft(
      name: " Café Ekberg ", position: at(60.1643, 24.9392), radiusMeters: 12.5, category: "cafe",
      address: Address(
        street: "Bulevardi", houseNumber: "9", locality: "Helsinki", countryCode: "fi"),
      names: ["sv": "Ekbergs"], priority: 2, arriveAfterSeconds: 60)
    let place = try store.add(draft)
    #expect(place.name == "Café Ekberg")
    #expect(place.source == "user")
    #expect(place.radiusMeters == 12.5)
    #expect(place.label == "Café Ekberg, Bulevardi 9, Helsinki, Finland")
    #expect(place.address.countryCode == "FI")
    #expect(place.names == ["sv": "Ekbergs"])
    #expect(try store.place(id: place.id) == place)
    #expect(try store.places(source: "user", sourceID: place.sourceID) == [place])
    #expect(store.placeCount == 1)
  }

  @Test("The name shown is of the first language the place has a name in; its own is kept")
  func languages() throws {
    let store = try PlaceStore(path: "", access: .memory)
    let draft = PlaceDraft(
      name: "Helsinki", position: at(60, 25), names: ["sv": "Helsingfors", "en": "Helsinki"])
    let id = try store.add(draft).id
    store.languages = ["et", "sv"]
    let place = try #require(try store.place(id: id))
    #expect(place.name == "Helsingfors")
    #expect(place.names["name"] == "Helsinki")
  }

  @Test(
    "What is no place is refused, and nothing is stored",
    arguments: [
      PlaceDraft(name: "  ", position: at(0, 0)),
      PlaceDraft(name: "x", position: at(0, 0), radiusMeters: 60_001),
      PlaceDraft(name: "x", position: at(0, 0), radiusMeters: -1),
      PlaceDraft(name: "x", position: at(0, 0), radiusMeters: .nan),
      PlaceDraft(name: "x", position: at(0, 0), category: "restaurnt"),
      PlaceDraft(name: "x\ny", position: at(0, 0)),
      PlaceDraft(name: "x", position: at(0, 0), address: Address(countryCode: "Atlantis")),
      PlaceDraft(name: "x", position: at(0, 0), arriveAfterSeconds: -1),
    ])
  func invalid(_ draft: PlaceDraft) throws {
    let store = try PlaceStore(path: "", access: .memory)
    #expect { try store.add(draft) } throws: { ($0 as? StoreError)?.code == .invalid }
    #expect(store.placeCount == 0)
  }

  @Test("An unknown category is answered with the nearest words")
  func hint() throws {
    let store = try PlaceStore(path: "", access: .memory)
    let draft = PlaceDraft(name: "x", position: at(0, 0), category: "restaurnt")
    #expect { try store.add(draft) } throws: {
      ($0 as? StoreError)?.hint == "Did you mean restaurant?"
    }
  }

  @Test("Only what is given is changed")
  func update() throws {
    let store = try PlaceStore(path: "", access: .memory)
    let before = try store.add(
      PlaceDraft(
        name: "Old", position: at(1, 2), radiusMeters: 30, category: "cafe",
        address: Address(street: "Main"), names: ["sv": "Gammal", "fi": "Vanha"]))
    var expected = before
    expected.name = "New"
    expected.label = "New"
    expected.address.street = nil
    expected.names = ["fi": "Vanha", "en": "New"]
    let after = try store.update(
      id: before.id,
      PlaceChanges(
        name: "New", street: .cleared, names: ["sv": .cleared, "en": .set("New")]))
    #expect(after == expected)
    #expect(try store.place(id: before.id) == expected)
    #expect(throws: StoreError.self) { try store.update(id: 99, PlaceChanges(name: "x")) }
  }

  @Test("Numbers are never given twice")
  func numbers() throws {
    let store = try PlaceStore(path: "", access: .memory)
    let first = try store.add(PlaceDraft(name: "a", position: at(0, 0))).id
    _ = try store.remove(id: first)
    let second = try store.add(PlaceDraft(name: "b", position: at(0, 0))).id
    #expect(second > first)
    #expect(try store.place(id: first) == nil)
    #expect(throws: StoreError.self) { try store.remove(id: first) }
  }

  @Test("An outline is kept to 1e-7 degrees; moving the place drops it")
  func outline() throws {
    let store = try PlaceStore(path: "", access: .memory)
    let rings = [
      [at(60, 179.99), at(60.01, -179.99), at(59.99, -179.98)],
      [at(60, 179.995), at(60.001, 180), at(59.999, -179.999)],
    ]
    let polygon = try #require(Polygon(rings: rings))
    let place = try store.add(
      PlaceDraft(name: "Fiji", position: at(0, 0), polygon: polygon))
    #expect(try store.polygon(id: place.id) == polygon)
    #expect(place.isPolygon)
    #expect(place.position.distance(to: at(60, -179.995)) < 1)
    #expect(
      polygon.rings.joined().allSatisfy {
        $0.distance(to: place.position) <= place.radiusMeters
      })
    let moved = try store.update(id: place.id, PlaceChanges(position: at(1, 1)))
    #expect(!moved.isPolygon)
    #expect(try store.polygon(id: place.id) == nil)
  }

  @Test("Another process sees the change by the count")
  func changeCount() throws {
    let folder = ScratchDirectory()
    let first = try PlaceStore(path: folder.file("p.db"))
    let second = try PlaceStore(path: folder.file("p.db"))
    let before = try second.changeCount()
    let id = try first.add(PlaceDraft(name: "a", position: at(0, 0))).id
    #expect(try second.changeCount() == before + 1)
    #expect(try second.place(id: id)?.name == "a")
    try first.record(StoreEvent(detectorState: [1]))
    #expect(try second.changeCount() == before + 1)
  }
}
