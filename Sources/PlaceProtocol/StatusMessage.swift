import Geography
import JSON

/// How the daemon does: the result of `status`.
public struct StatusMessage: Hashable, Sendable {
  /// The program's version.
  public var version: String
  /// Seconds since it started.
  public var uptimeSeconds: Double
  /// Its resident memory.
  public var memoryKibibytes: Int?
  /// Where fixes come from.
  public var source: SourceMessage
  /// The last valid report.
  public var fix: FixMessage?
  /// What became of the reports.
  public var filter: FilterCounts
  /// Rows of the place table; nil where it cannot be read.
  public var places: Int?
  /// Where the vehicle is.
  public var current: CurrentMessage?
  /// What the user picked.
  public var selected: SelectionMessage?
  /// The open visit.
  public var visit: VisitMessage?
  /// Connections that are told of events.
  public var subscribers: Int
  /// What is wrong, the worst first.
  public var health: [HealthMessage]
  /// The last changes of `health`, the newest first; only where the param `history`
  /// asked for them.
  public var history: [HealthChange]?

  /// What became of the reports since the start.
  public struct FilterCounts: Hashable, Sendable {
    /// Used by detection.
    public var accepted = 0
    /// Followed by a published list of likely places.
    public var published = 0
    /// Not used, by reason.
    public var ignored: [String: Int] = [:]

    /// Nothing yet.
    public init() {}
  }

  /// A status.
  public init(
    version: String, uptimeSeconds: Double, memoryKibibytes: Int?, source: SourceMessage,
    fix: FixMessage?, filter: FilterCounts, places: Int?, current: CurrentMessage?,
    selected: SelectionMessage?, visit: VisitMessage?, subscribers: Int, health: [HealthMessage],
    history: [HealthChange]? = nil
  ) {
    self.version = version
    self.uptimeSeconds = uptimeSeconds
    self.memoryKibibytes = memoryKibibytes
    self.source = source
    self.fix = fix
    self.filter = filter
    self.places = places
    self.current = current
    self.selected = selected
    self.visit = visit
    self.subscribers = subscribers
    self.health = health
    self.history = history
  }
}

extension JSONWriter {
  /// Writes a status: all of it, or for an approximate client the source's state and the health.
  public mutating func value(_ status: StatusMessage, level: AccessLevel) {
    beginObject()
    if level == .precise {
      member("version", status.version)
      member("uptime_s", status.uptimeSeconds, decimals: 1)
      member("memory_kib", status.memoryKibibytes)
    }
    object("source") { writer in
      if level == .precise {
        status.source.members(to: &writer)
      } else {
        writer.member("state", status.source.state)
      }
    }
    if level == .precise {
      status.fix?.members(to: &self)
      object("filter") { writer in
        writer.member("accepted", status.filter.accepted)
        writer.member("published", status.filter.published)
        writer.object("ignored") { writer in
          for (reason, count) in status.filter.ignored.sorted(by: { $0.key < $1.key }) {
            writer.member(reason, count)
          }
        }
      }
      member("places", status.places)
      nullable("current", status.current) { writer, current in
        writer.object { current.members(to: &$0) }
      }
      nullable("selected", status.selected) { $0.value($1) }
      nullable("visit", status.visit) { $0.value($1) }
      member("subscribers", status.subscribers)
    }
    array("health", status.health) { $0.value($1) }
    if let history = status.history {
      array("history", history) { $0.value($1) }
    }
    endObject()
  }
}
