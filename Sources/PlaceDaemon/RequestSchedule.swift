/// Whose request is next: users take turns, and so do the connections of one user. One user with a
/// thousand busy connections delays another's request by one request, not by a thousand.
struct RequestSchedule<Item> {
  private var queues: [UInt32: [Item]] = [:]
  /// Users that have something waiting, the next one last.
  private var turns: [UInt32] = []

  var isEmpty: Bool { turns.isEmpty }

  /// Puts `item` at the end of its user's queue.
  mutating func append(_ item: Item, of user: UInt32) {
    if queues[user, default: []].isEmpty { turns.insert(user, at: 0) }
    queues[user, default: []].append(item)
  }

  /// Takes the next item out.
  mutating func next() -> Item? {
    guard let user = turns.popLast(), var queue = queues.removeValue(forKey: user) else {
      return nil
    }
    let item = queue.removeFirst()
    if !queue.isEmpty {
      queues[user] = queue
      turns.insert(user, at: 0)
    }
    return item
  }
}
