import SQLite

/// The tables, and how a file of an older version becomes one of this version.
///
/// docs/storage.md explains them. Positions are in units of 1e-7°, times in milliseconds since 1970.
enum Schema {
  /// `PRAGMA application_id` of a place database: `plcd`.
  static let applicationID: Int64 = 0x706C_6364

  /// `PRAGMA user_version` of this version: how many of `migrations` a file has seen.
  static var version: Int { migrations.count }

  /// Each turns a file of the version before into one of the next. Never edited once released.
  private static let migrations: [String] = [first]

  /// Makes the tables of an empty database, or brings an older one up to date, in one transaction.
  static func prepare(_ database: Database) throws(SQLiteError) {
    guard try database.integer("PRAGMA user_version") != Int64(version) else { return }
    try database.transaction { () throws(SQLiteError) in
      // Another process may have done it since.
      let present = Int(try database.integer("PRAGMA user_version") ?? 0)
      guard present < version else { return }
      for migration in migrations[present...] { try database.execute(migration) }
      try database.execute(
        "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
    }
  }

  /// The tables of the search index, made anew by a repair.
  static let searchTables = """
    -- The search index: folded words of the name, of other names, of second spellings, and tokens
    -- for grid cells and the category. The text is ASCII or folded by us, so that the index does not
    -- depend on SQLite's version. Beginnings of two to six letters are kept ready: of others SQLite
    -- merges all words that begin so for each search. Rows are those of `place`.
    CREATE VIRTUAL TABLE search USING fts5(
      words, content='', columnsize=0, detail=none, prefix='2 3 4 5 6', tokenize='ascii');

    -- The same words backwards, to find those whose first letters were mistyped.
    CREATE VIRTUAL TABLE typo USING fts5(
      word, content='', columnsize=0, detail=none, tokenize='ascii');
    """

  private static let first = """
    -- Where places come from.
    CREATE TABLE source(
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, attribution TEXT) STRICT;

    -- Ids are given once and never again. Bulk imports give them in the order of the curve, so that
    -- neighbours share pages. `edited` holds a bit for each field that the user changed.
    CREATE TABLE place(
      id INTEGER PRIMARY KEY, source INTEGER NOT NULL, source_id TEXT NOT NULL,
      name TEXT NOT NULL, category INTEGER NOT NULL, lat INTEGER NOT NULL, lon INTEGER NOT NULL,
      radius_mm INTEGER NOT NULL, has_shape INTEGER NOT NULL, names TEXT,
      street TEXT, housenumber TEXT, postcode TEXT, locality TEXT, region TEXT, country TEXT,
      priority INTEGER NOT NULL, arrive_after REAL, edited INTEGER NOT NULL) STRICT;

    -- Outlines, by place id.
    CREATE TABLE shape(id INTEGER PRIMARY KEY, rings BLOB NOT NULL) STRICT;

    -- A place by its source: `hash` is of the source id, which the place row has in full.
    CREATE TABLE origin(
      source INTEGER NOT NULL, hash INTEGER NOT NULL, place INTEGER NOT NULL,
      PRIMARY KEY(source, hash, place)) WITHOUT ROWID, STRICT;

    -- Places that were removed: by the user, and then no import brings them back, or by an import
    -- with --prune, and then they come back with their old id.
    CREATE TABLE removed(
      source INTEGER NOT NULL, source_id TEXT NOT NULL, place INTEGER NOT NULL,
      by_user INTEGER NOT NULL, PRIMARY KEY(source, source_id)) WITHOUT ROWID, STRICT;

    -- The grid: see GridKey and GridEntry.
    CREATE TABLE tile(key INTEGER PRIMARY KEY, entries BLOB NOT NULL) STRICT;

    \(searchTables)

    -- One row: the next place id, how many places there are, and what was ever done to them.
    CREATE TABLE tally(
      id INTEGER PRIMARY KEY CHECK(id = 1), next_place INTEGER NOT NULL, places INTEGER NOT NULL,
      added INTEGER NOT NULL, updated INTEGER NOT NULL, removed INTEGER NOT NULL) STRICT;
    INSERT INTO tally VALUES(1, 1, 0, 0, 0, 0);

    -- Stops and their places. `began` orders them: the arrival, or the first fix of one without.
    CREATE TABLE visit(
      id INTEGER PRIMARY KEY, began INTEGER NOT NULL, device TEXT, place INTEGER,
      lat INTEGER NOT NULL, lon INTEGER NOT NULL, accuracy REAL NOT NULL, arrived INTEGER,
      departed INTEGER, departed_from INTEGER, departed_to INTEGER, alternatives TEXT,
      confirmed INTEGER NOT NULL, inferred INTEGER NOT NULL) STRICT;
    CREATE INDEX visit_began ON visit(began);

    -- Visits that the user removed: they are not detected again.
    CREATE TABLE removed_visit(id INTEGER PRIMARY KEY) STRICT;

    -- What the user confirmed: at this position he was at that place.
    CREATE TABLE lesson(
      id INTEGER PRIMARY KEY, place INTEGER NOT NULL, lat INTEGER NOT NULL, lon INTEGER NOT NULL,
      sigma REAL NOT NULL, time INTEGER NOT NULL, weight REAL NOT NULL, kind INTEGER NOT NULL
    ) STRICT;

    -- Small values that change with an event, together so that an event writes one page of them:
    -- the detector's state, the selection, settings, the mark of a running import. With row ids,
    -- since without them a value of more than a quarter of a page overflows into two more.
    CREATE TABLE state(key TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) STRICT;
    INSERT INTO state VALUES('identity', randomblob(16));

    -- Health changes, the last fifty.
    CREATE TABLE health(
      id INTEGER PRIMARY KEY, time INTEGER NOT NULL, code TEXT NOT NULL, severity TEXT NOT NULL,
      text TEXT NOT NULL, hint TEXT, is_over INTEGER NOT NULL) STRICT;
    """
}
