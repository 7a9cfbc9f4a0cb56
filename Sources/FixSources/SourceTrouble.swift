/// What is wrong with a source: a code to decide on, and the words for it.
public struct SourceTrouble: Hashable, Sendable {
  /// What is wrong. The names are stable.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// No source is configured.
    case noSource = "no_source"
    /// The host's name is not known.
    case unknownHost = "unknown_host"
    /// Nobody listens there.
    case refused
    /// The host, or gpsd itself, does not answer.
    case notAnswering = "not_answering"
    /// The connection ended.
    case disconnected
    /// gpsd has no receiver.
    case noReceiver = "no_receiver"
    /// gpsd does not have the receiver that was asked for.
    case otherReceivers = "other_receivers"
    /// The device is not there.
    case noDevice = "no_device"
    /// The device was unplugged.
    case unplugged
    /// The device may not be opened.
    case denied
    /// Another program has the device.
    case busy
    /// It is no serial device.
    case noTerminal = "no_terminal"
    /// Anything else that the system refuses.
    case failed
    /// Nothing comes from the receiver.
    case silent
    /// What comes is not NMEA.
    case noNMEA = "no_nmea"
    /// Sentences come, but none with a position.
    case noPositionSentence = "no_position_sentence"
    /// Sentences come, but without the checksum that is required.
    case noChecksum = "no_checksum"
    /// The receiver has not found its position yet.
    case noFixYet = "no_fix_yet"
    /// The receiver has lost its position.
    case lostFix = "lost_fix"
    /// The position does not change although the receiver reports a speed.
    case frozen
    /// The system's clock and the receiver's are far apart.
    case clock
    /// The receiver's date is wrong by 1024 weeks, and was put right.
    case weekRollover = "week_rollover"
    /// The recording cannot be read.
    case unreadable
    /// The recording is over.
    case ended
  }

  /// What is wrong.
  public let code: Code
  /// In words, with the names that the user gave; never a position.
  public let reason: String
  /// What to do about it.
  public let hint: String?

  init(_ code: Code, _ reason: String, hint: String? = nil) {
    self.code = code
    self.reason = reason
    self.hint = hint
  }
}
