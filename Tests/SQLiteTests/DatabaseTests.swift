import SQLite
import Testing

@Suite("SQLite")
struct DatabaseTests {
  @Test("Values of every kind come back as they were bound")
  func values() throws {
    let database = try Database(path: ":memory:")
    try database.execute("CREATE TABLE t(a, b, c, d, e)")
    let insert = try database.prepare("INSERT INTO t VALUES(?, ?, ?, ?, ?)")
    try insert.bind(1, Int64.min)
    try insert.bind(2, 0.1)
    try insert.bind(3, "a\0é")
    try insert.bind(4, [0, 255] as [UInt8])
    try insert.bindNull(5)
    try insert.run()
    let select = try database.prepare("SELECT * FROM t")
    #expect(try select.step())
    #expect(select.integer(0) == .min)
    #expect(select.double(1) == 0.1)
    #expect(select.text(2) == "a\0é")
    #expect(select.blob(3) == [0, 255])
    #expect(select.isNull(4))
    #expect(try !select.step())
  }

  @Test("A transaction that throws leaves nothing behind")
  func rollback() throws {
    let database = try Database(path: ":memory:")
    try database.execute("CREATE TABLE t(a UNIQUE)")
    #expect(throws: SQLiteError.self) {
      try database.transaction { () throws(SQLiteError) in
        try database.execute("INSERT INTO t VALUES(1)")
        try database.execute("INSERT INTO t VALUES(1)")
      }
    }
    #expect(try database.integer("SELECT count(*) FROM t") == 0)
  }

  @Test("An error tells its kind")
  func errors() {
    do {
      _ = try Database(path: "/nonexistent/x.db")
      Issue.record("opened a file in a folder that does not exist")
    } catch {
      #expect(error.code == .cannotOpen)
    }
  }
}
