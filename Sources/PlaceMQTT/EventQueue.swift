import Glibc
import SQLite

/// What the broker does not have yet, in a file of its own, and which events it was given.
///
/// A bounded list, in the order in which it is published. Where there are too many the oldest
/// positions go first, then passages, arrivals and departures last. An event is taken once: its `id` is
/// remembered after it was published.
///
/// Whatever is appended is durable when the call returns (`synchronous=FULL`); nothing is written
/// unless something is appended or was delivered. The file is locked for as long as it is open.
public final class EventQueue {
  /// The file's name in the folder.
  public static let fileName = "queue.db"
  /// Ids that are remembered, the newest. Some 30 bytes each: 1.5 MB.
  static let knownEvents = 50_000

  /// A message and its number in the queue.
  public struct Entry {
    /// Its number; later messages have higher ones.
    public let number: Int
    /// What waits.
    public let queued: QueuedMessage
  }

  private let database: Database
  private let limit: Int
  private let insert: Statement
  private let insertEvent: Statement
  private let select: Statement
  private let delete: Statement
  private let find: Statement

  /// Messages that wait.
  public private(set) var count: Int
  /// Messages that were dropped for want of room, by rank, since it was opened.
  public private(set) var dropped: [QueuedMessage.Rank: Int] = [:]

  /// It holds as much as it may.
  public var isFull: Bool { count >= limit }
  /// A tenth of it is free.
  public var hasRoom: Bool { count <= limit - limit / 10 }

  /// Opens the queue at `path`, `:memory:` for one that is gone with the process, for `limit` messages.
  public init(path: String, limit: Int) throws(SQLiteError) {
    // Places and positions: for this user only.
    let mask = umask(0o077)
    defer { umask(mask) }
    database = try Database(path: path, busyTimeout: 100)
    self.limit = max(1, limit)
    try database.execute(
      """
      PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
      PRAGMA cache_size=-128; PRAGMA wal_autocheckpoint=64; PRAGMA journal_size_limit=262144;
      BEGIN IMMEDIATE;
      CREATE TABLE IF NOT EXISTS message(
        number INTEGER PRIMARY KEY AUTOINCREMENT, rank INTEGER NOT NULL, topic TEXT NOT NULL,
        payload BLOB NOT NULL, retained INTEGER NOT NULL);
      CREATE INDEX IF NOT EXISTS message_rank ON message(rank, number);
      CREATE TABLE IF NOT EXISTS event(
        number INTEGER PRIMARY KEY AUTOINCREMENT, id INTEGER NOT NULL UNIQUE);
      CREATE TABLE IF NOT EXISTS fact(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
      COMMIT;
      """)
    if let problem = try database.text("PRAGMA quick_check(1)"), problem != "ok" {
      throw Self.damaged(database)
    }
    count = Int(try database.integer("SELECT count(*) FROM message") ?? 0)
    insert = try database.prepare(
      "INSERT INTO message(rank, topic, payload, retained) VALUES(?, ?, ?, ?)")
    insertEvent = try database.prepare("INSERT OR IGNORE INTO event(id) VALUES(?)")
    select = try database.prepare(
      """
      SELECT number, rank, topic, payload, retained FROM message WHERE number > ?
      ORDER BY number LIMIT ?
      """)
    delete = try database.prepare("DELETE FROM message WHERE number = ?")
    find = try database.prepare("SELECT 1 FROM event WHERE id = ?")
  }

  private static func damaged(_ database: Database) -> SQLiteError {
    // The words of SQLite for a file that fails its own check.
    do { try database.execute("SELECT damaged FROM sqlite_schema") } catch { return error }
    preconditionFailure("a query for a column that does not exist succeeded")
  }

  // MARK: Events

  /// Whether the event with this id was appended before.
  public func isKnown(_ event: Int) throws(SQLiteError) -> Bool {
    try find.bind(1, event)
    defer { find.reset() }
    return try find.step()
  }

  /// Appends what is to be published about an event, or nothing when it is known; whether it was new.
  /// Without messages the event is only remembered.
  @discardableResult
  public func append(
    _ messages: [QueuedMessage], event: Int?
  ) throws(SQLiteError) -> Bool {
    if let event, try isKnown(event) { return false }
    var added = 0
    try database.transaction { () throws(SQLiteError) in
      if let event {
        try insertEvent.bind(1, event)
        try insertEvent.run()
        let newest = database.lastInsertedRow
        if newest > Self.knownEvents {
          try database.execute(
            "DELETE FROM event WHERE number <= \(Int(newest) - Self.knownEvents)")
        }
      }
      for queued in messages {
        try insert.bind(1, queued.rank.rawValue)
        try insert.bind(2, queued.message.topic)
        try insert.bind(3, queued.message.payload)
        try insert.bind(4, queued.message.isRetained ? 1 : 0)
        try insert.run()
        added += 1
      }
      added -= try dropExcess(count + added - limit)
    }
    count += added
    return true
  }

  /// Drops `excess` messages, the least valuable and of those the oldest; how many.
  private func dropExcess(_ excess: Int) throws(SQLiteError) -> Int {
    guard excess > 0 else { return 0 }
    var total = 0
    for rank in QueuedMessage.Rank.allCases where total < excess {
      try database.execute(
        """
        DELETE FROM message WHERE number IN (
          SELECT number FROM message WHERE rank = \(rank.rawValue) ORDER BY number
          LIMIT \(excess - total))
        """)
      let gone = database.changes
      if gone > 0 { dropped[rank, default: 0] += gone }
      total += gone
    }
    return total
  }

  // MARK: Delivery

  /// The messages after `number`, the oldest first, `limit` at most.
  public func messages(after number: Int, limit: Int) throws(SQLiteError) -> [Entry] {
    try select.bind(1, number)
    try select.bind(2, limit)
    defer { select.reset() }
    var entries: [Entry] = []
    while try select.step() {
      entries.append(
        Entry(
          number: select.int(0),
          queued: QueuedMessage(
            MQTTMessage(
              topic: select.text(2), payload: select.blob(3), isRetained: select.int(4) != 0),
            rank: QueuedMessage.Rank(rawValue: select.int(1)) ?? .visit)))
    }
    return entries
  }

  /// Removes messages that the broker has.
  public func remove(_ numbers: [Int]) throws(SQLiteError) {
    guard !numbers.isEmpty else { return }
    var removed = 0
    try database.transaction { () throws(SQLiteError) in
      for number in numbers {
        try delete.bind(1, number)
        try delete.run()
        removed += database.changes
      }
    }
    count -= removed
  }

  // MARK: Facts

  /// Something to be remembered from run to run.
  public func fact(_ name: String) throws(SQLiteError) -> String? {
    let statement = try database.prepare("SELECT value FROM fact WHERE name = ?")
    try statement.bind(1, name)
    guard try statement.step() else { return nil }
    return statement.text(0)
  }

  /// Remembers `value`, or forgets it when it is nil. Writes nothing where it is so already.
  public func setFact(_ name: String, _ value: String?) throws(SQLiteError) {
    guard try fact(name) != value else { return }
    let statement = try database.prepare(
      value == nil
        ? "DELETE FROM fact WHERE name = ?1" : "INSERT OR REPLACE INTO fact VALUES(?1, ?2)")
    try statement.bind(1, name)
    if let value { try statement.bind(2, value) }
    try statement.run()
  }
}
