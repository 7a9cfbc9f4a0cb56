import Geography

/// Decides when the list of likely places is worth publishing. It limits what is said, never what is
/// evaluated.
struct PublishFilter: Hashable, Codable {
  /// What was published last.
  private(set) var last: Published?

  struct Published: Hashable, Codable {
    var position: Coordinate
    var sigma: Double
  }

  /// Why the list at `sample` is to be published, if it is.
  func reason(for sample: Sample, settings: DetectionSettings) -> LikelyReason? {
    guard let last else { return .start }
    let moved = last.position.distance(to: sample.position)
    // Twice the standard error of the difference: what one's own error explains is no move.
    let noise =
      2 * (last.sigma * last.sigma + sample.sigmaMeters * sample.sigmaMeters).squareRoot()
    if settings.filterDistanceMeters == 0
      || (moved >= settings.filterDistanceMeters && moved > noise)
    {
      return .moved
    }
    if sample.sigmaMeters <= last.sigma / 2 { return .accuracy }
    return nil
  }

  /// Remembers what was published.
  mutating func published(_ sample: Sample) {
    last = Published(position: sample.position, sigma: sample.sigmaMeters)
  }
}
