import Glibc
import Places

/// The order of search results: text first, then nearness, then how prominent a place is.
enum SearchScore {
  /// What nearness adds at most, beside up to 1 for the text.
  private static let nearness = 0.7
  /// Distances in metres at which its two parts halve: within a town, and between towns.
  private static let town = 5_000.0
  private static let region = 50_000.0
  /// What a name in another language, or of another kind, loses.
  static let otherName = 0.92

  /// What a name that is exactly the query has more where nobody says from where he asks.
  private static let exactness = 0.25

  /// The most that a name at a distance may have. Of equal names the nearest is shown first, however
  /// prominent another is: so a place's own prominence is left out.
  static func most(distanceMeters: Double?) -> Double {
    score(text: 1, isExact: true, distanceMeters: distanceMeters, prominence: mostProminent)
  }

  /// The score of a text quality at a distance; of one that is not known, nothing is added.
  static func score(
    text: Double, isExact: Bool, distanceMeters: Double?, category: UInt16
  ) -> Double {
    score(
      text: text, isExact: isExact, distanceMeters: distanceMeters,
      prominence: prominence(category))
  }

  private static func score(
    text: Double, isExact: Bool, distanceMeters: Double?, prominence: Double
  ) -> Double {
    var score = text + prominence
    if let distanceMeters {
      score +=
        nearness * (0.8 * exp2(-distanceMeters / town) + 0.2 * exp2(-distanceMeters / region))
    } else if isExact {
      score += exactness
    }
    return score
  }

  private static let mostProminent = 0.2

  /// Towns, airports and stations are meant more often than a shop of the same name.
  private static func prominence(_ code: UInt16) -> Double {
    guard let category = Category(code: code) else { return 0 }
    return switch category.word {
    case "city", "country": mostProminent
    case "town", "state", "region": 0.12
    case "village", "island", "airport": 0.08
    case "suburb", "borough", "station", "hospital", "university": 0.05
    default: 0.01 * min(3, category.popularity)
    }
  }
}
