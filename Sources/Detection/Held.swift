import Geography

/// Fixes that do not fit what came before, but fit each other.
struct Held: Hashable, Codable {
  /// What is doubtful about them.
  enum Doubt: String, Hashable, Codable {
    /// Not newer than the anchor.
    case old
    /// Far ahead of the stream.
    case future
    /// Too far away for the time that passed, or for the speed that is reported.
    case jump
    /// So far away that no vehicle gets there: a receiver under jamming, or one that has just
    /// learned where it is.
    case teleport

    var reason: IgnoredReason {
      switch self {
      case .old: .old
      case .future: .future
      case .jump, .teleport: .jump
      }
    }
  }

  /// Metres beyond which an impossible speed is no multipath.
  static let teleportMeters = 2000.0

  let doubt: Doubt
  let first: Sighting
  private(set) var count = 1
  /// The newest, oldest first, of at most eight.
  private var newest: [Sighting] = []
  /// Metres driven step by step, each at a possible speed.
  private var driven = 0.0

  init(doubt: Doubt, first: Sighting) {
    self.doubt = doubt
    self.first = first
  }

  private var last: Sighting { newest.last ?? first }

  /// The fixes kept, in their order.
  var sightings: [Sighting] { [first] + newest }

  /// Adds a fix that fits; false when it does not.
  mutating func add(_ sighting: Sighting, settings: DetectionSettings) -> Bool {
    let seconds = sighting.time.seconds(since: last.time)
    let distance = sighting.position.distance(to: last.position)
    guard seconds > 0, seconds <= 60 || doubt == .future,
      distance <= 2 * (sighting.sigma + last.sigma) + settings.maximumSpeed * seconds
    else { return false }
    if distance / seconds >= 2 { driven += distance }
    count += 1
    newest.append(sighting)
    if newest.count > 8 { newest.removeFirst() }
    return true
  }

  /// Whether `sighting` goes with these displaced fixes rather than with `anchor`: what was doubted
  /// once does not become true by the time that passes.
  func isNearer(to sighting: Sighting, than anchor: Sighting) -> Bool {
    guard doubt == .jump || doubt == .teleport,
      sighting.time.seconds(since: last.time) <= StopTracker.gapSeconds
    else { return false }
    return sighting.position.distance(to: last.position)
      < sighting.position.distance(to: anchor.position)
  }

  /// Whether the vehicle can be where `anchor` was when these fixes began: a clock that was set leaves
  /// it where it is.
  func isHere(_ anchor: Sighting) -> Bool {
    last.position.distance(to: anchor.position)
      <= 200 + 2 * (last.sigma + anchor.sigma) + 50 * last.time.seconds(since: first.time)
  }

  /// Whether these fixes are to be believed against `anchor`, whose run lasted `anchored` seconds.
  func isBorneOut(anchor: Sighting, anchored: Double) -> Bool {
    guard count >= 3 else { return false }
    let lasted = last.time.seconds(since: first.time)
    switch doubt {
    case .future: return true
    case .old:
      // Old reports from elsewhere are a backlog, unless they go on and on.
      return isHere(anchor) || count >= 30
    case .jump:
      // While the receiver reports that it stands, a displacement is multipath until it has lasted.
      if let speed = last.speed, speed < 3 { return lasted >= 90 }
      return true
    case .teleport:
      // A position that was held for a minute is not given up for one that nobody can have reached,
      // until the vehicle is seen to drive there or an hour has passed.
      return anchored < 60 || (driven >= 300 && count >= 10) || lasted >= 3600
    }
  }
}
