import JSON
import Places
import Spelling

extension CommandContext {
  /// The id of the place that is named. Nothing is guessed: where a name fits no place, or several,
  /// the error lists those that may be meant.
  func placeID(_ name: PlaceName) throws(CommandError) -> Int {
    switch name {
    case .id(let id): return id
    case .name(let name):
      let places = try placesNamed(name)
      guard places.count == 1, let id = places[0]["id"]?.int else {
        throw ambiguous(name, places)
      }
      return id
    }
  }

  /// The places that have this name, case and accents apart; never none.
  func placesNamed(_ name: String) throws(CommandError) -> [JSONValue] {
    let found = try call(.search, [.init("query", .string(name)), .init("limit", 50)])
      .elements("places")
    let exact = found.filter { NameMatch.matches($0, name) }
    guard exact.isEmpty else { return exact }
    var error = CommandError(
      .notFound, "not_found", "no place is called '\(name)'",
      hint: found.isEmpty
        ? "placectl search finds places by a part of their name" : "one of these may be meant")
    error.candidates = Array(found.prefix(5))
    throw error
  }

  private func ambiguous(_ name: String, _ places: [JSONValue]) -> CommandError {
    var error = CommandError(
      .notFound, "ambiguous", "\(places.count) places are called '\(name)'",
      hint: "say which by its id, such as id:\(places.first?["id"]?.int ?? 0)")
    error.candidates = places
    return error
  }
}
