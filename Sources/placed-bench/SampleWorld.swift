import Geography
import Glibc
import Places

/// Places as the world has them, made from a seed: 70 % in 3 000 cities of falling size, there in
/// clusters, hot spots, stacks and street grids; 22 % in towns; 8 % anywhere; some around the date
/// line and the poles. 91 % of the radii are 15–100 m, the largest 25 km.
struct SampleWorld {
  /// A place of the world.
  struct Sample {
    var position: Coordinate
    var radiusMeters: Double
    var category: UInt16
    /// It lies in a city.
    var isInCity: Bool
  }

  private struct City {
    var center: Coordinate
    var deviation: Double
    var hotspots: [Coordinate]
  }

  private var random: Random
  private var cities: [City] = []
  private var shares: [Double] = []
  private var towns: [Coordinate] = []
  private let categories: [UInt16]

  init(seed: UInt64) {
    random = Random(seed: seed)
    categories = Category.all.filter { !$0.isLocality }.map(\.code)
    var sum = 0.0
    for rank in 0..<3000 {
      let center = random.position()
      let deviation = 1500 + 8000 * random.unit()
      let hotspots = (0..<60).map { _ in random.near(center, deviation: deviation) }
      cities.append(City(center: center, deviation: deviation, hotspots: hotspots))
      sum += 1 / Double(rank + 10)
      shares.append(sum)
    }
    for _ in 0..<60_000 { towns.append(random.position()) }
  }

  mutating func next() -> Sample {
    let lot = random.unit()
    var sample = Sample(
      position: random.position(), radiusMeters: radius(),
      category: categories[Int(random.next() % UInt64(categories.count))], isInCity: false)
    switch lot {
    case ..<0.7:
      sample.position = inCity()
      sample.isInCity = true
    case ..<0.92:
      let town = towns[Int(random.next() % UInt64(towns.count))]
      sample.position = random.near(town, deviation: 700)
    case ..<0.921:
      sample.position = random.near(
        Coordinate(clampingLatitude: -17.8, wrappingLongitude: 180), deviation: 60_000)
    case ..<0.9212:
      let pole = random.unit() < 0.5 ? 90.0 : -90
      sample.position = Coordinate(
        clampingLatitude: pole - pole / 45 * random.unit(),
        wrappingLongitude: random.unit() * 360)
    default: break
    }
    return sample
  }

  private mutating func inCity() -> Coordinate {
    let wanted = random.unit() * (shares.last ?? 1)
    var (low, high) = (0, shares.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if shares[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    let city = cities[low]
    switch random.unit() {
    case ..<0.4: return random.near(city.center, deviation: city.deviation)
    case ..<0.8:
      let spot = city.hotspots[Int(random.next() % UInt64(city.hotspots.count))]
      return random.unit() < 0.03
        ? spot : random.near(spot, deviation: 100 + 200 * random.unit())
    default:
      let position = random.near(city.center, deviation: city.deviation)
      return Coordinate(
        clampingLatitude: (position.latitude * 1000).rounded() / 1000,
        wrappingLongitude: (position.longitude * 20_000).rounded() / 20_000)
    }
  }

  private mutating func radius() -> Double {
    switch random.unit() {
    case ..<0.91: 15 + 85 * random.unit()
    case ..<0.985: 100 + 300 * random.unit()
    case ..<0.998: 400 + 1200 * random.unit()
    case ..<0.9998: 1600 + 4800 * random.unit()
    default: 6400 + 19_200 * random.unit()
    }
  }
}
