import PlaceProtocol
import PlaceStore

extension StoredHealth {
  /// A change as the database keeps it.
  init(_ change: HealthChange) {
    self.init(
      time: change.time, code: change.code, severity: change.severity.rawValue, text: change.text,
      hint: change.hint, isOver: change.isOver)
  }
}

extension HealthChange {
  /// A change that the database kept; nil for a severity of a later version.
  init?(_ stored: StoredHealth) {
    guard let severity = HealthMessage.Severity(rawValue: stored.severity) else { return nil }
    self.init(
      time: stored.time, code: stored.code, severity: severity, text: stored.text,
      hint: stored.hint, isOver: stored.isOver)
  }
}
