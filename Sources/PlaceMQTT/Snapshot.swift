import JSON
import PlaceProtocol

/// What the daemon said last, kept as it said it. What an approximate client is not told is not here.
public struct Snapshot: Hashable, Sendable {
  /// The last position that was published.
  public private(set) var fix: JSONValue?
  /// The words for it.
  public private(set) var here: JSONValue?
  /// Likely places, the likeliest first.
  public private(set) var likely: [JSONValue] = []
  /// Probability of being at no place of the table.
  public private(set) var elsewhere: JSONValue?
  /// Places that hold the position, the smallest first.
  public private(set) var containing: [JSONValue] = []
  /// The current place and since when; nil for none.
  public private(set) var current: JSONValue?
  /// The open visit.
  public private(set) var visit: JSONValue?
  /// What the user picked.
  public private(set) var selected: JSONValue?
  /// How the source of fixes does.
  public private(set) var source: JSONValue?
  /// What is wrong, the worst first.
  public var health: [JSONValue] = []
  /// What this client may see.
  public private(set) var access: String?

  /// Nothing known.
  public init() {}

  /// Takes over the state that comes with a subscription: what it lacks is not so any more.
  public mutating func reset(to state: JSONValue) {
    let state = state.short
    let health = health
    self = Snapshot()
    self.health = health
    if let likely = state["likely"] { take(likely: likely) }
    fix = fix ?? state["fix"]
    current = Self.known(state["current"])
    visit = Self.known(state["visit"])
    selected = Self.known(state["selected"])
    source = state["source"]
    access = state["access"]?.string
  }

  /// What follows from a change.
  public enum Change: Hashable, Sendable {
    /// Nothing that is published.
    case none
    /// The position, or what follows from it alone: it may wait.
    case position
    /// Something that happened: it is published at once.
    case state
  }

  /// Takes over a notification.
  public mutating func apply(_ topic: String, _ params: JSONValue) -> Change {
    let params = params.short
    switch Topic(rawValue: topic) {
    case .fix:
      // One that detection does not use, such as a jump, would show the vehicle where it is not.
      guard params["ignored"] == nil, let fix = params["fix"] else { return .none }
      self.fix = fix
      return .position
    case .likely:
      take(likely: params)
      return .position
    case .current:
      current = Self.known(params["place"]).map { place in
        .object([.init("place", place)] + (params["since"].map { [.init("since", $0)] } ?? []))
      }
      return .state
    case .selected:
      selected = Self.known(params["selected"])
      return .state
    case .arrived:
      visit = params["visit"]
      return .state
    case .departed:
      if params["visit"]?["id"] == visit?["id"] { visit = nil }
      return .state
    case .visit:
      guard let changed = params["visit"], changed["id"] == visit?["id"] else { return .none }
      visit = params["removed"]?.bool == true ? nil : changed
      return .state
    case .here:
      here = params["here"]
      return .state
    case .source:
      source = params.without(["seq"])
      return .state
    case .access:
      access = params["access"]?.string
      return .state
    case .passed, .places, .lagged, nil: return .none
    }
  }

  private mutating func take(likely message: JSONValue) {
    fix = message["fix"] ?? fix
    here = message["here"] ?? here
    likely = message["places"]?.array ?? []
    elsewhere = message["elsewhere"]
    containing = message["containing"]?.array ?? []
  }

  private static func known(_ value: JSONValue?) -> JSONValue? { value == .null ? nil : value }

  // MARK: What is published

  /// The name of the place where the vehicle is.
  public var placeName: String? {
    (current?["place"] ?? Self.known(visit?["place"]))?["name"]?.string
  }

  /// `BASE/state`: everything; what is not known is left out.
  public var stateMessage: JSONValue {
    var members: [JSONValue.Member] = [.init("v", .integer(Int64(TopicNames.version)))]
    func add(_ name: String, _ value: JSONValue?) {
      if let value { members.append(.init(name, value)) }
    }
    add("fix", fix)
    add("here", here)
    add("current", current)
    add("visit", visit)
    add("selected", selected)
    if !likely.isEmpty || elsewhere != nil {
      add("likely", .array(likely))
      add("elsewhere", elsewhere)
    }
    add("source", source)
    add("access", access.map { .string($0) })
    add("health", .array(health))
    return .object(members)
  }

  /// `BASE/current`: `place`, which may be null, and `since`.
  public var currentMessage: JSONValue {
    .object(
      [
        .init("v", .integer(Int64(TopicNames.version))), .init("place", current?["place"] ?? .null),
      ] + (current?["since"].map { [.init("since", $0)] } ?? []))
  }

  /// `BASE/visit`: the open visit, or null.
  public var visitMessage: JSONValue {
    ["v": .integer(Int64(TopicNames.version)), "visit": visit ?? .null]
  }

  /// `BASE/here`: the words for the position, or null.
  public var hereMessage: JSONValue {
    ["v": .integer(Int64(TopicNames.version)), "here": here ?? .null]
  }
}

extension JSONValue {
  /// An object without some of its members; anything else as it is.
  func without(_ names: Set<String>) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { !names.contains($0.name) })
  }

  /// An object with a member before the others; anything else as it is.
  func with(_ name: String, _ value: JSONValue) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object([Member(name, value)] + members)
  }

  /// Without what is long and of little use far away: a place's names in all languages, and the
  /// alternatives of a visit, of which the likeliest has a member of its own.
  var short: JSONValue {
    switch self {
    case .object(let members):
      .object(
        members.compactMap { member in
          switch member.name {
          case "names", "alternatives": nil
          default: Member(member.name, member.value.short)
          }
        })
    case .array(let elements): .array(elements.map(\.short))
    default: self
    }
  }

  /// As text.
  var bytes: [UInt8] {
    var writer = JSONWriter(reservingCapacity: 1024)
    writer.value(self)
    return writer.bytes
  }
}
