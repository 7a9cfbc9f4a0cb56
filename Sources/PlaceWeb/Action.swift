import PlaceProtocol

/// What a page may have done, as the path of a `POST` whose body is the method's params.
enum Action: String, CaseIterable {
  /// Pick a place.
  case select
  /// Drop the selection.
  case clear
  /// Say which place a visit was at.
  case correct
  /// Remove a visit.
  case remove
  /// Save a new place.
  case add

  /// The daemon's method.
  var method: Method {
    switch self {
    case .select: .select
    case .clear: .clear
    case .correct: .visitUpdate
    case .remove: .visitRemove
    case .add: .placeAdd
    }
  }
}
