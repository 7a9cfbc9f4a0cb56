/// Finds the speed of a receiver by trying: a pure decision on what has come at each speed.
///
/// At a wrong speed bytes come, but no sentence. At the right one the first sentences come within a
/// second or two. A line on which nothing comes at all tells nothing, and the search waits there.
struct BaudSearch {
  /// Speeds in the order in which gpsd tries them: the commonest first.
  static let speeds = [9600, 4800, 38_400, 115_200, 19_200, 57_600, 230_400, 460_800, 921_600]

  /// Sentences with the right checksum, or binary messages, that settle a speed. One may be chance.
  static let settlingMessages = 2
  /// Longest stay at a speed, in seconds: two reports of a receiver that sends one a second.
  static let staySeconds = 2.5
  /// Bytes without a message that end a stay early: five of the longest sentences.
  static let hopelessBytes = 512

  private let order: [Int]
  private var index = 0
  /// All speeds have been tried at least once, in vain.
  private(set) var hasTriedAll = false

  /// `first` are speeds to try before the others: what worked before, and what the line is set to.
  init(first: [Int]) {
    var order: [Int] = []
    for speed in first + Self.speeds where !order.contains(speed) { order.append(speed) }
    self.order = order
  }

  /// The speed to try.
  var speed: Int { order[index] }

  /// Goes on to the next speed.
  mutating func advance() {
    index += 1
    if index == order.count {
      index = 0
      hasTriedAll = true
    }
  }

  /// What to do after `seconds` at a speed, in which `bytes` came and `messages` in them.
  static func verdict(bytes: Int, messages: Int, seconds: Double) -> Verdict {
    if messages >= settlingMessages { return .settled }
    if bytes == 0 { return .wait }
    if messages == 0, bytes >= hopelessBytes { return .advance }
    return seconds >= staySeconds ? .advance : .wait
  }

  /// What to do at a speed.
  enum Verdict {
    case wait
    case advance
    case settled
  }
}
