import Geography
import Places
import TestSupport
import Testing

@Suite("Labels")
struct LabelTests {
  @Test("What repeats is said once")
  func monaco() {
    let address = Address(locality: "Monaco", region: "MONACO", countryCode: "MC")
    #expect(Label.text(name: "Monaco", address: address) == "Monaco")
    #expect(Label.text(name: nil, address: address) == "Monaco")
    let berlin = Address(locality: "Berlin", region: "Berlin", countryCode: "DE")
    #expect(Label.text(name: "Café Kranzler", address: berlin) == "Café Kranzler, Berlin, Germany")
    #expect(Label.text(name: "São Paulo", address: Address(locality: "Sao Paulo")) == "São Paulo")
  }

  @Test("The number stands where the country puts it")
  func street() {
    var address = Address(street: "Main Street", houseNumber: "12", countryCode: "US")
    #expect(Label.street(of: address) == "12 Main Street")
    address.countryCode = "DE"
    #expect(Label.street(of: address) == "Main Street 12")
    address.houseNumber = nil
    #expect(Label.street(of: address) == "Main Street")
    #expect(Label.street(of: Address(houseNumber: "12")) == nil)
  }

  @Test("Equal labels in one list are told apart")
  func distinguished() {
    func place(_ id: Int, _ latitude: Double, _ category: String?) -> Place {
      Place(
        id: id, source: "s", sourceID: "\(id)", name: "Lidl", category: category,
        position: at(latitude, 25), label: "Lidl, Helsinki")
    }
    let different = Label.distinguished([place(1, 60, "supermarket"), place(2, 60, "fuel")])
    #expect(different.map(\.label) == ["Lidl (supermarket), Helsinki", "Lidl (fuel), Helsinki"])
    let apart = Label.distinguished([place(1, 60, nil), place(2, 60.1, nil)])
    #expect(apart.map(\.label) == ["Lidl (south), Helsinki", "Lidl (north), Helsinki"])
    let stacked = Label.distinguished([place(1, 60, nil), place(2, 60, nil), place(3, 61, nil)])
    #expect(Set(stacked.map(\.label)).count == 3)
    let alone = Label.distinguished([place(1, 60, nil)])
    #expect(alone.map(\.label) == ["Lidl, Helsinki"])
  }
}
