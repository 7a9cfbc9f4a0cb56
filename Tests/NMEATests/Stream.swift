import NMEA

/// `body` as a sentence: `$` before it, its checksum behind it.
func sentence(_ body: String) -> String {
  let sum = body.utf8.reduce(0, ^)
  let digits = String(sum, radix: 16, uppercase: true)
  return "$\(body)*\(sum < 16 ? "0" : "")\(digits)"
}

/// The sentences with `bodies`, each a line.
func sentences(_ bodies: String...) -> String {
  bodies.map { sentence($0) + "\r\n" }.joined()
}

/// All epochs of a stream, which is read in pieces of `pieceLength` bytes.
func epochs(
  of stream: String, pieceLength: Int = .max, requiresChecksum: Bool = true,
  rollover: WeekRollover? = nil
) -> [Epoch] {
  epochs(
    of: Array(stream.utf8), pieceLength: pieceLength, requiresChecksum: requiresChecksum,
    rollover: rollover)
}

/// All epochs of a stream, which is read in pieces of `pieceLength` bytes.
func epochs(
  of stream: [UInt8], pieceLength: Int = .max, requiresChecksum: Bool = true,
  rollover: WeekRollover? = nil
) -> [Epoch] {
  var reader = NMEAReader(requiresChecksum: requiresChecksum, rollover: rollover)
  var epochs: [Epoch] = []
  var start = 0
  while start < stream.count {
    let end = start + min(pieceLength, stream.count - start)
    stream[start..<end].withUnsafeBufferPointer { piece in
      reader.read(piece) { epochs.append($0) }
    }
    start = end
  }
  reader.finish { epochs.append($0) }
  return epochs
}
