/// How a place, an address or a position is put in words.
///
/// Name, street with house number, locality, region and country, from the nearest to the widest;
/// what is empty or repeats an earlier part is left out: `Monaco`, not `Monaco, Monaco, Monaco`.
public enum Label {
  /// The label of a place called `name`; nil for an address or a position without a name.
  public static func text(name: String?, address: Address) -> String {
    var parts: [String] = []
    var seen: Set<String> = []
    func add(_ part: String?) {
      guard let part, case let key = NameFolding.folded(part), !key.isEmpty,
        seen.insert(key).inserted
      else { return }
      parts.append(part)
    }
    add(name)
    add(street(of: address))
    add(address.locality)
    add(address.region)
    add(address.countryCode.map { Country.name(ofCode: $0) ?? $0 })
    return parts.joined(separator: ", ")
  }

  /// The street and the number of the house, in the order of the country.
  public static func street(of address: Address) -> String? {
    guard let street = address.street, !street.isEmpty else { return nil }
    guard let number = address.houseNumber, !number.isEmpty else { return street }
    return Country.putsHouseNumberFirst(address.countryCode ?? "")
      ? "\(number) \(street)" : "\(street) \(number)"
  }

  /// The same places, those with equal labels told apart: by their street where only some have one,
  /// by their category, their postal code, by where they lie to each other, at last by their number.
  public static func distinguished(_ places: [Place]) -> [Place] {
    var result = places
    for indices in Dictionary(grouping: places.indices, by: { places[$0].label }).values
    where indices.count > 1 {
      let group = indices.map { places[$0] }
      let marks = distinguishingMarks(of: group)
      for (index, mark) in zip(indices, marks) {
        result[index].label = insert(mark, intoLabelOf: places[index])
      }
    }
    return result
  }

  private static func distinguishingMarks(of places: [Place]) -> [String] {
    let attempts: [(Place) -> String?] = [
      { $0.category?.split(separator: "_").joined(separator: " ") },
      { $0.address.postcode },
    ]
    for attempt in attempts {
      let marks = places.map(attempt)
      let known = marks.compactMap { $0 }
      if known.count == places.count, Set(known).count == places.count { return known }
    }
    if places.count == 2, let directions = directions(of: places) { return directions }
    return places.map { "#\($0.id)" }
  }

  /// `north` and `south`, or `east` and `west`, for two places that are 20 m apart or more.
  private static func directions(of places: [Place]) -> [String]? {
    let (first, second) = (places[0].position, places[1].position)
    guard first.distance(to: second) >= 20 else { return nil }
    switch first.bearing(to: second) {
    case 45..<135: return ["west", "east"]
    case 135..<225: return ["north", "south"]
    case 225..<315: return ["east", "west"]
    default: return ["south", "north"]
    }
  }

  /// `Lidl (north), Helsinki`: the mark follows the name, not the town.
  private static func insert(_ mark: String, intoLabelOf place: Place) -> String {
    guard place.label.hasPrefix(place.name) else { return "\(place.label) (\(mark))" }
    return "\(place.name) (\(mark))" + place.label.dropFirst(place.name.count)
  }
}
