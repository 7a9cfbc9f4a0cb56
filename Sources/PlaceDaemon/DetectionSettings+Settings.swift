import Configuration
import Detection

extension DetectionSettings {
  /// What detection needs of the configuration.
  init(_ settings: Settings) {
    self.init()
    filterDistanceMeters = settings.filterDistanceMeters
    maximumAccuracyMeters = settings.maximumAccuracyMeters
    maximumSpeed = settings.maximumSpeedMetersPerSecond
    arriveAfterSeconds = settings.arriveAfterSeconds
    stopRadiusMeters = settings.stopRadiusMeters
    staleAfterSeconds = settings.staleAfterSeconds
    selectionOutlivesDeparture = settings.selectionUntil == .changed
  }
}
