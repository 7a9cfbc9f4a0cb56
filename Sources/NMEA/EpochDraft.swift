import Geography

/// The sentences of one moment, put together: what has been said so far.
struct EpochDraft {
  /// Times of day that differ by no more than this, in milliseconds, are the same moment, written
  /// with more or fewer decimals. The fastest receivers report every 20 ms.
  static let sameMomentMilliseconds = 10

  /// A GLL after RMC and GGA that repeats their position to the last digit, later by no more than
  /// this, in milliseconds, restates it: older Garmin receivers stamp GLL with the time at which they
  /// send it. Other receivers send a single sentence a second, in turn.
  static let restatementMilliseconds = 2000

  /// Positions of one moment further apart than this, in metres, contradict each other. Receivers
  /// round to 18 m at the coarsest.
  static let contradictionMeters = 200.0

  /// Milliseconds since midnight.
  private(set) var timeOfDay: Int?
  /// The midnight that began the receiver's date.
  var date: UTCTime?
  /// The date is one that RMC gave, which goes before ZDA.
  var isDateOfRecommendedMinimum = false
  /// The position of the best sentence that has one.
  private(set) var position: Coordinate?
  /// Two sentences are far apart.
  private(set) var isContradictory = false
  /// A sentence says that there is no fix.
  var isInvalid = false
  /// Largest of the modes of GSA: 1 no fix, 2 two dimensions, 3 three; 0 without GSA. Each
  /// constellation has its own sentence, and one that is not used says 1.
  var activeMode = 0
  /// Metres above mean sea level.
  var altitudeMeters: Double?
  /// Metres a second; RMC goes before VTG.
  var speedMetersPerSecond: Double?
  /// Degrees; RMC goes before VTG.
  var courseDegrees: Double?
  /// Standard error of an axis as each kind of sentence gives it, in metres.
  var errors = StatedErrors()
  /// Satellites that GGA or GNS say the solution uses.
  var satellitesUsed: Int?
  /// Satellites listed in GSA.
  var satellitesActive: Int?
  private var rank = UInt8.max
  private var kinds: UInt16 = 0

  /// True when a sentence says whether there is a position.
  private(set) var statesPosition = false

  /// True before the first sentence.
  var isEmpty: Bool { kinds == 0 }

  /// Whether a sentence speaks of this moment. One with a time does when the times are the same; one
  /// without belongs to what comes before it, unless it repeats a statement of position. A statement
  /// of position with a time is never about the same moment as one without before it: the receiver
  /// has just found its clock, and perhaps its position.
  func includes(_ sentence: Sentence, at clock: Sentence.Clock) -> Bool {
    guard case .time(let time) = clock else {
      return !(sentence.statesPosition && kinds & sentence.kind.bit != 0)
    }
    guard let timeOfDay else { return !(sentence.statesPosition && statesPosition) }
    return abs(time - timeOfDay) <= Self.sameMomentMilliseconds || restates(sentence, at: time)
  }

  private func restates(_ sentence: Sentence, at time: Int) -> Bool {
    let whole = Sentence.Kind.recommendedMinimum.bit | Sentence.Kind.fixData.bit
    guard sentence.kind == .geographicPosition, let timeOfDay, let position,
      kinds & sentence.kind.bit == 0, kinds & whole == whole,
      (0...Self.restatementMilliseconds).contains(time - timeOfDay)
    else { return false }
    var fields = sentence
    guard fields.position() == position else { return false }
    fields.skip(1)
    return fields.field().letter == UInt8(ascii: "A")
  }

  /// Notes that a sentence of `kind` belongs to this moment.
  mutating func note(_ sentence: Sentence, at clock: Sentence.Clock) {
    kinds |= sentence.kind.bit
    if sentence.statesPosition { statesPosition = true }
    if case .time(let time) = clock { timeOfDay = max(time, timeOfDay ?? 0) }
  }

  /// Takes a valid position. The lowest `rank` is preferred: the sentence with the most decimals.
  mutating func take(_ candidate: Coordinate?, rank candidateRank: UInt8) {
    guard let candidate else { return }
    if let position, position != candidate,
      position.distance(to: candidate) > Self.contradictionMeters
    {
      isContradictory = true
    }
    if candidateRank < rank {
      position = candidate
      rank = candidateRank
    }
  }

  /// True when the receiver has a position, and no sentence of the moment says otherwise.
  var isValid: Bool { position != nil && !isInvalid && activeMode != 1 }

  /// Two or three dimensions: as GSA says, else by whether there is an altitude.
  var mode: Fix.Mode {
    switch activeMode {
    case 3: .threeDimensional
    case 2: .twoDimensional
    default: altitudeMeters == nil ? .twoDimensional : .threeDimensional
    }
  }
}

extension Sentence.Kind {
  fileprivate var bit: UInt16 { 1 << UInt16(rawValue) }
}
