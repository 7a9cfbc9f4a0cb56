import SQLite

/// The detector's state: with each event in the database, between events in a small file beside it.
///
/// A provisional stop is written when the vehicle comes to rest, up to once a minute, on an SD card
/// that wears. A commit to the database costs a page and its frame's header in the log, pages of the
/// shared index, and the page again at a checkpoint. The file beside it takes one write inside one
/// page. Whichever of the two is newer counts.
extension PlaceStore {
  /// The state that was stored last; nil when there is none.
  public func detectorState() throws(StoreError) -> [UInt8]? {
    let stored = try attempt { () throws(SQLiteError) in try state("detector") }
    var (sequence, bytes): (UInt64, [UInt8]?) = (0, nil)
    if let stored, stored.count >= 8 {
      sequence = LittleEndian.integer(stored, at: 0)
      bytes = Array(stored[8...])
    }
    if let slot = stateFile?.read(), slot.sequence > sequence {
      (sequence, bytes) = (slot.sequence, slot.payload)
    }
    detectorSequence = max(detectorSequence, sequence)
    return bytes
  }

  /// Stores the state between events: a provisional stop. At most one page is written; durable when
  /// this returns.
  public func saveDetectorState(_ bytes: [UInt8]) throws(StoreError) {
    guard !isReadOnly else {
      throw StoreError(.readOnly, "'\(path)' was opened for reading only")
    }
    if detectorSequence == 0 { _ = try detectorState() }
    guard let stateFile, stateFile.fits(bytes) else {
      return try record(StoreEvent(detectorState: bytes))
    }
    detectorSequence += 1
    try stateFile.write(bytes, sequence: detectorSequence)
  }

  static func sequenced(_ bytes: [UInt8], _ sequence: UInt64) -> [UInt8] {
    LittleEndian.bytes(sequence) + bytes
  }
}
