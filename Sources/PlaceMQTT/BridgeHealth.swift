import Systemd

/// What is wrong with the bridge: a line in the journal when it begins, one when it is over, and the
/// service manager's status line. No position and no place is ever in one.
final class BridgeHealth {
  /// A stable word for what is wrong.
  enum Code: String, Hashable, CaseIterable {
    /// The daemon cannot be reached, or lets this user not in.
    case daemon
    /// The broker cannot be connected to.
    case broker
    /// The queue cannot be kept on the disk.
    case queue
    /// The queue is full: messages are dropped.
    case full
  }

  private let journal: Journal
  private let manager: ServiceManager
  private var current: [Code: String] = [:]
  private var connected: Set<Code> = []

  init(journal: Journal, manager: ServiceManager) {
    self.journal = journal
    self.manager = manager
  }

  /// Something is wrong. Told in the journal where it is new or has another reason.
  func raise(_ code: Code, _ text: String) {
    guard current[code] != text else { return }
    current[code] = text
    journal.warning(text)
    tell()
  }

  /// It is over. `text`: what to say about that.
  func clear(_ code: Code, _ text: String? = nil) {
    guard current.removeValue(forKey: code) != nil else { return }
    if let text { journal.notice(text) }
    tell()
  }

  /// One side is connected; told in the journal the first time, and after it was not.
  func connect(_ code: Code, _ text: String) {
    if connected.insert(code).inserted, current[code] == nil { journal.notice(text) }
    clear(code, text)
    tell()
  }

  /// One line on how the bridge does.
  var status: String {
    let wrong = Code.allCases.compactMap { code in current[code].map { "\(code.rawValue): \($0)" } }
    let isComplete = connected.isSuperset(of: [.daemon, .broker])
    return !wrong.isEmpty
      ? wrong.joined(separator: "; ") : isComplete ? "connected" : "connecting"
  }

  /// Tells the service manager. The first line of `systemctl status` shows it.
  func tell() { manager.tell(status: status) }
}
