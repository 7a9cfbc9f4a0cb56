/// The methods of the socket. placed-protocol(7) describes each with an example.
public enum Method: String, Hashable, Sendable, CaseIterable {
  case hello
  case status
  case fix
  case likely
  case select
  case clear
  case selected
  case confirm
  case search
  case nearby
  case placeGet = "place.get"
  case placeList = "place.list"
  case placeAdd = "place.add"
  case placeUpdate = "place.update"
  case placeRemove = "place.remove"
  case visits
  case visitUpdate = "visit.update"
  case visitRemove = "visit.remove"
  case suggestions
  case explain
  case forget
  case subscribe
  case unsubscribe
  case reload

  /// Lowest level that may call it.
  public var level: AccessLevel {
    switch self {
    case .hello: .denied
    case .status, .fix, .search, .nearby, .subscribe: .approximate
    default: .precise
    }
  }

  /// Whether it changes the place table or the daemon, so that the right to manage is needed as well.
  public var needsManage: Bool {
    switch self {
    case .placeAdd, .placeUpdate, .placeRemove, .forget, .reload: true
    default: false
    }
  }
}
