/// The words for what is wrong with a receiver, its position or its clock.
extension SourceTrouble {
  static func noFixYet(satellitesSeen seen: Int?, used: Int?) -> SourceTrouble {
    SourceTrouble(
      .noFixYet, "the receiver has no fix yet" + satellites(seen, used),
      hint: seen == 0
        ? "no satellite is seen: check the antenna, its cable and its view of the sky"
        : "a cold start takes half a minute to two minutes under open sky, and up to a quarter of "
          + "an hour after months without power")
  }

  static func lostFix(
    staleAfter: Double, satellitesSeen seen: Int?, used: Int?
  ) -> SourceTrouble {
    SourceTrouble(
      .lostFix, "no valid fix for more than \(duration(staleAfter))" + satellites(seen, used),
      hint: "it comes back by itself under open sky")
  }

  private static func satellites(_ seen: Int?, _ used: Int?) -> String {
    switch (seen, used) {
    case (let seen?, let used?): ": \(seen) satellites seen, \(used) used"
    case (let seen?, nil): ": \(seen) satellites seen"
    case (nil, let used?): ": \(used) satellites used"
    case (nil, nil): ""
    }
  }

  static let frozen = SourceTrouble(
    .frozen,
    "the position has not changed by a digit for \(duration(FrozenPosition.afterSeconds)), although "
      + "the receiver reports a speed",
    hint: "the receiver hangs or is jammed: take it off power for a moment")

  static func weekRollover(eras: Int) -> SourceTrouble {
    SourceTrouble(
      .weekRollover,
      "the receiver's date is \(eras * 1024) weeks in the past; it has been put right",
      hint: "the receiver needs newer firmware")
  }

  /// `behindSeconds` is how far this machine's clock is behind the receiver's.
  static func clock(behindSeconds: Double, systemIsImpossible: Bool) -> SourceTrouble {
    let direction = behindSeconds > 0 ? "behind" : "ahead of"
    return SourceTrouble(
      .clock,
      "the system's clock is \(duration(abs(behindSeconds))) \(direction) the receiver's",
      hint: systemIsImpossible
        ? "set the system's clock: chrony can take the time from gpsd"
        : "compare with a clock: either timedatectl set-ntp true, or the receiver's date is wrong")
  }

  static func silent(
    _ device: String, seconds: Double, holder: DeviceHolder? = nil
  ) -> SourceTrouble {
    let what = "nothing has come from '\(device)' for more than \(duration(seconds))"
    guard let holder else {
      return SourceTrouble(.silent, what, hint: "check the receiver's power and cable")
    }
    return SourceTrouble(
      .silent, "\(what); \(holder.program) may be reading it instead", hint: holder.remedy)
  }

  /// Seconds in words, the largest two units.
  static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds < 1e12 else { return "an age" }
    let units: [(Double, String)] = [
      (86_400 * 365.25, "y"), (86_400, "d"), (3600, "h"), (60, "min"),
    ]
    for (index, unit) in units.enumerated() where seconds >= unit.0 {
      let whole = (seconds / unit.0).rounded(.down)
      let rest = seconds - whole * unit.0
      let (smaller, name) = index + 1 < units.count ? units[index + 1] : (1, "s")
      let part = (rest / smaller).rounded(.down)
      return "\(Int(whole)) \(unit.1)" + (part > 0 ? " \(Int(part)) \(name)" : "")
    }
    let rounded = (seconds * 10).rounded() / 10
    return rounded == rounded.rounded() ? "\(Int(rounded)) s" : "\(rounded) s"
  }
}
