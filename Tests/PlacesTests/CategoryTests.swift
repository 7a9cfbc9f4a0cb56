import Places
import Testing

@Suite("Categories")
struct CategoryTests {
  @Test("Each has a code, a word and a family of its own")
  func unique() {
    #expect(Set(Category.all.map(\.code)).count == Category.all.count)
    #expect(Set(Category.all.map(\.word)).count == Category.all.count)
    for category in Category.all {
      #expect(Category(word: category.word) == category)
      #expect(Category(code: category.code) == category)
      #expect(category.group.rawValue == category.code / 100)
      #expect(category.popularity >= 0)
      #expect(category.isLocality == (category.popularity == 0))
    }
  }

  @Test(
    "OpenStreetMap's tags",
    arguments: [
      ("amenity", "restaurant", "restaurant"), ("shop", "fishing", "shop"),
      ("shop", "deli; kitchen", "deli"), ("amenity", "nightclub;restaurant", "nightclub"),
      ("office", "it", "company"), ("place", "suburb", "suburb"), ("place", "xyz", "locality"),
      ("highway", "bus_stop", "bus_stop"), ("aeroway", "aerodrome", "airport"),
      ("shop", "Store", "shop"),
    ])
  func osm(_ key: String, _ value: String, _ word: String) {
    #expect(Category(osmKey: key, value: value)?.word == word)
  }

  @Test("Tags that say nothing of what a place is")
  func noCategory() {
    #expect(Category(osmKey: "shop", value: "no") == nil)
    #expect(Category(osmKey: "highway", value: "residential") == nil)
    #expect(Category(osmKey: "cuisine", value: "pizza") == nil)
  }

  @Test(
    "Words of Overture and labels of Foursquare",
    arguments: [
      ("coffee_shop", "cafe"), ("italian_restaurant", "restaurant"), ("gas_station", "fuel"),
      ("fishing_store", "shop"), ("church_cathedral", "place_of_worship"),
      ("Dining and Drinking > Restaurant > Sushi Restaurant", "restaurant"),
      ("Dining and Drinking > Cafe, Coffee, and Tea House > Coffee Shop", "cafe"),
      ("Retail > Zzz", "shop"), ("Travel and Transportation > Fuel Station", "fuel"),
    ])
  func foreign(_ label: String, _ word: String) {
    #expect(Category(foreign: label)?.word == word)
  }

  @Test("A family's word means all of its categories")
  func groups() throws {
    let food = try #require(Category.codes(matching: "food"))
    let (cafe, fuel) = (Category(word: "cafe")?.code ?? 0, Category(word: "fuel")?.code ?? 0)
    #expect(food.contains(cafe) && !food.contains(fuel))
    #expect(Category.codes(matching: "shop")?.count ?? 0 > 10)
    #expect(Category.codes(matching: "cafe")?.count == 1)
    #expect(Category.codes(matching: "nonsense") == nil)
  }

  @Test("A stop at a supermarket is likelier than one at a work of art")
  func popularity() throws {
    func weight(_ word: String) throws -> Double {
      try #require(Category(word: word)).popularity
    }
    #expect(try weight("supermarket") > 2 * weight("restaurant"))
    #expect(try weight("restaurant") > weight("hairdresser"))
    #expect(try weight("artwork") < 0.5)
    #expect(try weight("bus_stop") < 0.5)
    #expect(Category.popularity(ofCode: 0) == 1)
    #expect(Category.popularity(ofCode: 9999) == 1)
  }
}
