import Geography
import PlaceStore
import Places

/// Fills in what addresses leave out: the town from the file's own towns, its region and country from
/// the addresses that name it.
///
/// Addresses are rare in OpenStreetMap, towns are not. Region and country are those that the addresses
/// in a town agree on; where none names it, those that the towns around agree on; else they stay
/// empty: near a border the nearest town may lie in another country.
struct LocalityFiller {
  private struct Town {
    var position: Coordinate
    var radiusMeters: Double
    var polygon: Polygon?
    var category: UInt16
    var name: String
    var key: String
  }

  /// What addresses say of a town of some name in some part of the world.
  private struct Votes {
    var countries: [String: Int] = [:]
    var regions: [String: Int] = [:]
  }

  private struct VoteKey: Hashable {
    var name: String
    /// Half degrees: towns of one name may lie in several countries.
    var row: Int
    var column: Int
  }

  private struct Cell: Hashable {
    var row: Int
    var column: Int
  }

  /// Names of towns that are remembered from addresses.
  private static let mostVotes = 200_000
  /// Share of the addresses that must agree.
  private static let majority = 0.8
  /// Addresses that must agree where they name other towns.
  private static let fewestNeighbours = 3

  private var towns: [Town] = []
  private var cells: [Cell: [Int]] = [:]
  private var votes: [VoteKey: Votes] = [:]
  /// Region and country of each town, once known.
  private var areas: [(region: String?, country: String?)?] = []
  private var near: (anchor: Coordinate, towns: [Int])?

  /// Learns from a row of the file.
  mutating func note(_ row: PlaceRow, polygon: @autoclosure () -> Polygon?) {
    let position = row.position.coordinate
    if LocalityChoice.codes.contains(row.category) {
      cells[Self.cell(position), default: []].append(towns.count)
      towns.append(
        Town(
          position: position, radiusMeters: row.radiusMeters, polygon: polygon(),
          category: row.category, name: row.name, key: NameFolding.folded(row.name)))
      areas.append(nil)
    }
    guard let locality = row.address.locality,
      row.address.countryCode != nil || row.address.region != nil
    else { return }
    let key = Self.voteKey(NameFolding.folded(locality), position)
    guard votes.count < Self.mostVotes || votes[key] != nil else { return }
    if let country = row.address.countryCode {
      votes[key, default: Votes()].countries[country, default: 0] += 1
    }
    if let region = row.address.region {
      votes[key, default: Votes()].regions[region, default: 0] += 1
    }
  }

  private static func cell(_ position: Coordinate) -> Cell {
    Cell(
      row: Int((position.latitude / 0.25).rounded(.down)),
      column: Int((position.longitude / 0.25).rounded(.down)))
  }

  private static func voteKey(_ name: String, _ position: Coordinate) -> VoteKey {
    VoteKey(
      name: name, row: Int((position.latitude * 2).rounded(.down)),
      column: Int((position.longitude * 2).rounded(.down)))
  }

  /// Fills in a row's locality, region and country, each where it is empty.
  mutating func fill(_ row: inout PlaceRow) {
    guard
      row.address.locality == nil || row.address.region == nil || row.address.countryCode == nil
    else { return }
    let position = row.position.coordinate
    guard let town = town(of: position) else { return }
    if row.address.locality == nil { row.address.locality = towns[town].name }
    if row.address.region == nil || row.address.countryCode == nil {
      let area = area(of: town)
      row.address.region = row.address.region ?? area.region
      row.address.countryCode = row.address.countryCode ?? area.country
    }
  }

  /// Rows come along the curve, so that the towns around one serve many.
  private mutating func town(of position: Coordinate) -> Int? {
    if near == nil || near!.anchor.distance(to: position) > 2_000 {
      near = (position, townsAround(position, meters: LocalityChoice.maximumMeters + 2_000))
    }
    var best: (rank: Double, town: Int)?
    for index in near?.towns ?? [] {
      let town = towns[index]
      let distance = EdgeDistance.meters(
        from: position, to: town.position, radiusMeters: town.radiusMeters, polygon: town.polygon)
      if let rank = LocalityChoice.rank(category: town.category, distanceMeters: distance),
        rank < best?.rank ?? .infinity
      {
        best = (rank, index)
      }
    }
    return best?.town
  }

  private func townsAround(_ position: Coordinate, meters: Double) -> [Int] {
    let narrowing = max(0.02, Coordinate.cosine(ofLatitude: position.latitude))
    let rows = Int((meters / Coordinate.metersPerDegree / 0.25).rounded(.up))
    let columns = min(
      720, Int((meters / Coordinate.metersPerDegree / 0.25 / narrowing).rounded(.up)))
    let center = Self.cell(position)
    var found: [Int] = []
    for row in center.row - rows...center.row + rows {
      for column in center.column - columns...center.column + columns {
        // Columns run from -720 to 719, all the way round.
        let wrapped = (column + 720 + 1440) % 1440 - 720
        found += cells[Cell(row: row, column: wrapped)] ?? []
      }
    }
    return found.filter {
      towns[$0].position.distance(to: position) - towns[$0].radiusMeters <= meters
    }
  }

  private mutating func area(of town: Int) -> (region: String?, country: String?) {
    if let known = areas[town] { return known }
    let own = votes(for: town)
    var area = (
      region: Self.agreed(own.regions, atLeast: 1, share: Self.majority),
      country: Self.agreed(own.countries, atLeast: 1, share: Self.majority)
    )
    if own.countries.isEmpty || own.regions.isEmpty {
      var around = Votes()
      for neighbour in townsAround(towns[town].position, meters: LocalityChoice.maximumMeters) {
        let votes = votes(for: neighbour)
        around.countries.merge(votes.countries, uniquingKeysWith: +)
        around.regions.merge(votes.regions, uniquingKeysWith: +)
      }
      if own.countries.isEmpty {
        area.country = Self.agreed(around.countries, atLeast: Self.fewestNeighbours, share: 1)
      }
      if own.regions.isEmpty {
        area.region = Self.agreed(around.regions, atLeast: Self.fewestNeighbours, share: 1)
      }
    }
    areas[town] = area
    return area
  }

  /// What addresses around say of a town by its name.
  private func votes(for town: Int) -> Votes {
    var sum = Votes()
    let key = Self.voteKey(towns[town].key, towns[town].position)
    for row in key.row - 1...key.row + 1 {
      for column in key.column - 1...key.column + 1 {
        if let votes = votes[VoteKey(name: key.name, row: row, column: column)] {
          sum.countries.merge(votes.countries, uniquingKeysWith: +)
          sum.regions.merge(votes.regions, uniquingKeysWith: +)
        }
      }
    }
    return sum
  }

  private static func agreed(_ votes: [String: Int], atLeast: Int, share: Double) -> String? {
    let total = votes.values.reduce(0, +)
    guard let best = votes.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
      total >= atLeast, Double(best.value) >= share * Double(total)
    else { return nil }
    return best.key
  }
}
