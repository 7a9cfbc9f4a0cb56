import Geography

/// Puts the sentences of one moment together.
///
/// A moment ends by content, never by which sentence usually comes last: when a sentence speaks of
/// another time, or repeats a statement of position that has no time. A receiver that has sent all it
/// will send for now is closed by `flush`.
struct EpochAssembler {
  private var draft = EpochDraft()
  private var clock: ReceiverClock
  private var satellitesInView = SatellitesInView()
  /// The time of day told last, and whether with a fix.
  private var told: (timeOfDay: Int, hasFix: Bool)?
  /// The last moment's sentences contradicted each other.
  private var wasContradictory = false

  /// Sentences that said whether there is a position.
  private(set) var positionStatements = 0

  init(rollover: WeekRollover?) { clock = ReceiverClock(rollover: rollover) }

  /// Takes what stands between `$` and `*` of a sentence; `body` is called with the moment it ended.
  mutating func read(_ text: UnsafeBufferPointer<UInt8>, _ body: (Epoch) -> Void) {
    if let sentence = Sentence(text), let epoch = take(sentence) { body(epoch) }
  }

  /// Takes a sentence; the moment that it ended, if it did and had something to say.
  mutating func take(_ sentence: Sentence) -> Epoch? {
    let time = sentence.clock
    if time == .malformed { return nil }
    if sentence.kind == .satellitesInView {
      var fields = sentence
      satellitesInView.take(&fields)
      return nil
    }
    if sentence.statesPosition { positionStatements += 1 }
    let ended = draft.includes(sentence, at: time) ? nil : flush()
    draft.take(sentence, at: time)
    return ended
  }

  /// Ends the moment; what was said of it.
  mutating func flush() -> Epoch? {
    guard !draft.isEmpty else { return nil }
    let moment = draft
    draft = EpochDraft()
    defer { satellitesInView.endEpoch() }
    let isValid = moment.isValid
    let time = moment.timeOfDay.flatMap {
      clock.time(ofDay: $0, date: moment.date, isValid: isValid)
    }
    guard moment.statesPosition else { return nil }
    let isBelieved = isValid && (!moment.isContradictory || wasContradictory)
    if isValid { wasContradictory = moment.isContradictory }
    if let timeOfDay = moment.timeOfDay {
      // What comes late, or is repeated by a receiver that hangs, is no news.
      if let told, told.timeOfDay == timeOfDay, told.hasFix || !isBelieved { return nil }
      told = (timeOfDay, isBelieved)
    }
    var epoch = Epoch(
      time: time, satellitesSeen: satellitesInView.total,
      satellitesUsed: moment.satellitesUsed ?? moment.satellitesActive,
      addedEras: clock.addedEras)
    if isBelieved, let position = moment.position {
      epoch.fix = Fix(
        position: position, time: time,
        accuracyMeters: moment.errors.sigmaMeters.map { $0 * Fix.accuracyPerSigma },
        altitudeMeters: moment.altitudeMeters, speedMetersPerSecond: moment.speedMetersPerSecond,
        courseDegrees: moment.courseDegrees, mode: moment.mode)
    }
    return epoch
  }
}
