import Geography

/// What placed.conf sets. A value made by `init()` holds the defaults.
public struct Settings: Hashable, Sendable {
  /// `[source] url`: where fixes come from, the preferred first.
  public var sources: [SourceURL] = [
    .gpsd(host: "localhost", port: SourceURL.gpsdPort, device: nil)
  ]
  /// `[source] stale_after`, in seconds.
  public var staleAfterSeconds = 10.0

  /// `[filter] distance`, in metres; 0 publishes all.
  public var filterDistanceMeters = 50.0
  /// `[filter] max_accuracy`, in metres.
  public var maximumAccuracyMeters = 500.0
  /// `[filter] max_speed`, in metres a second.
  public var maximumSpeedMetersPerSecond = 100.0

  /// `[places] limit`: likely places published.
  public var likelyLimit = 5
  /// `[places] language`, in order of preference; nil for the system's locale.
  public var languages: [String]?
  /// `[places] default_location`.
  public var defaultLocation: Coordinate?

  /// `[visits] arrive_after`, in seconds.
  public var arriveAfterSeconds = 120.0
  /// `[visits] stop_radius`, in metres.
  public var stopRadiusMeters = 50.0
  /// `[visits] keep`, in seconds; nil for ever.
  public var keepVisitsSeconds: Double?

  /// `[selection] until`.
  public var selectionUntil = SelectionEnd.departure

  /// `[storage] require_mount`.
  public var requiresMount = false

  /// `[socket] mode`: permission bits of the socket's file.
  public var socketMode: UInt32 = 0o666
  /// `[socket] client`: path of the second socket, which never grants manage.
  public var clientSocketPath: String?

  /// `[access] precise`.
  public var precise: [AccessRule] = [.root, .group("placed")]
  /// `[access] approximate`.
  public var approximate: [AccessRule] = []
  /// `[access] manage`.
  public var manage: [AccessRule] = [.root, .group("placed")]

  /// `[display] units`.
  public var units = DisplayUnits.metric

  /// The defaults.
  public init() {}

  /// When a selection ends by itself.
  public enum SelectionEnd: String, Hashable, Sendable, CaseIterable {
    /// When the vehicle leaves the place.
    case departure
    /// Not before another place is picked or it is cleared.
    case changed
  }

  /// What tables and the map print.
  public enum DisplayUnits: String, Hashable, Sendable, CaseIterable {
    /// Metres and kilometres.
    case metric
    /// Feet and miles.
    case imperial
  }
}
