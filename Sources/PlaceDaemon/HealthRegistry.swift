import EventLoop
import Geography
import PlaceProtocol
import Systemd

/// What is wrong at present, and the last changes.
///
/// A condition is told once it has lasted its grace, and its end once it was told; a line in the
/// journal for each.
public final class HealthRegistry {
  /// Changes that are kept.
  public static let historyCount = 50

  private struct Condition {
    var message: HealthMessage
    var since: Moment
    var isVisible: Bool
    var timer: Timer?
  }

  private let loop: EventLoop
  private let journal: Journal
  /// A change and when it came; nil for one of an earlier run, which has its date.
  private struct Change {
    var change: HealthChange
    var moment: Moment?

    /// Dated by the wall clock as it is set at present.
    func dated(_ now: UTCTime) -> HealthChange {
      var dated = change
      if let moment { dated.time = moment.date(now: now) }
      return dated
    }
  }

  private let now: () -> UTCTime
  private var conditions: [HealthCode: Condition] = [:]
  /// The newest first.
  private var changes: [Change] = []
  /// How many of the newest of `changes` the database does not have.
  private var unkeptCount = 0
  /// Called after each change that is visible.
  public var changed: () -> Void = {}

  /// Nothing is wrong yet. `now`: the wall clock.
  public init(loop: EventLoop, journal: Journal, now: @escaping () -> UTCTime = { .now }) {
    self.loop = loop
    self.journal = journal
    self.now = now
  }

  /// Says that `code` is the case, or still is. `text` and `hint` hold no position and no place name.
  public func raise(_ code: HealthCode, _ text: String, hint: String? = nil) {
    if var known = conditions[code] {
      guard known.message.text != text || known.message.hint != hint else { return }
      known.message.text = text
      known.message.hint = hint
      conditions[code] = known
      return
    }
    let since = Moment(now: now())
    let message = HealthMessage(
      code: code.rawValue, severity: code.severity, text: text, hint: hint,
      since: since.date(now: now()))
    conditions[code] = Condition(message: message, since: since, isVisible: false)
    if code.graceSeconds == 0 {
      show(code)
    } else {
      conditions[code]?.timer = loop.timer(after: code.graceSeconds) { [weak self] in
        self?.show(code)
      }
    }
  }

  /// Says that `code` is not the case.
  public func clear(_ code: HealthCode) {
    guard let condition = conditions.removeValue(forKey: code) else { return }
    condition.timer?.cancel()
    guard condition.isVisible else { return }
    remember(condition.message, at: Moment(now: now()), isOver: true)
    journal.notice("\(code.rawValue): is over")
    changed()
  }

  private func show(_ code: HealthCode) {
    guard var condition = conditions[code], !condition.isVisible else { return }
    condition.isVisible = true
    condition.timer = nil
    conditions[code] = condition
    remember(condition.message, at: condition.since, isOver: false)
    let hint = condition.message.hint.map { "; \($0)" } ?? ""
    journal.log(
      code.severity == .info ? .notice : code.severity == .warning ? .warning : .error,
      "\(code.rawValue): \(condition.message.text)\(hint)")
    changed()
  }

  private func remember(_ message: HealthMessage, at moment: Moment, isOver: Bool) {
    let change = HealthChange(
      time: moment.date(now: now()), code: message.code, severity: message.severity,
      text: message.text, hint: message.hint, isOver: isOver)
    changes.insert(Change(change: change, moment: moment), at: 0)
    changes.removeLast(max(0, changes.count - Self.historyCount))
    unkeptCount = min(unkeptCount + 1, changes.count)
  }

  /// What is wrong at present, the worst first.
  public var current: [HealthMessage] {
    let now = now()
    return conditions.values.filter(\.isVisible).map { condition in
      var message = condition.message
      message.since = condition.since.date(now: now)
      return message
    }.sorted { ($1.severity, $0.since, $0.code) < ($0.severity, $1.since, $1.code) }
  }

  /// The last changes, the newest first.
  public var history: [HealthChange] {
    let now = now()
    return changes.map { $0.dated(now) }
  }

  /// Takes changes over that an earlier run kept, the newest first.
  public func restore(_ earlier: [HealthChange]) {
    changes += earlier.map { Change(change: $0, moment: nil) }
    changes.removeLast(max(0, changes.count - Self.historyCount))
  }

  /// The changes that were not kept yet, the oldest first.
  public var unkept: [HealthChange] {
    let now = now()
    return changes.prefix(unkeptCount).reversed().map { $0.dated(now) }
  }

  /// Says that the oldest `count` of `unkept` are kept now.
  public func keep(_ count: Int) { unkeptCount = max(0, unkeptCount - count) }
}
