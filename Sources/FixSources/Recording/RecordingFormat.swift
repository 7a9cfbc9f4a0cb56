/// The kinds of recordings, told apart by content.
public enum RecordingFormat: Hashable, Sendable {
  /// NMEA 0183, perhaps with binary or comments in between.
  case nmea
  /// gpsd's reports, one a line, as `gpspipe -w` writes them.
  case gpsd
  /// GPX, of which the track points are read.
  case gpx

  /// How much of a recording is looked at.
  static let windowBytes = 1 << 16

  /// The format of a recording that begins with `bytes`; nil when more must be seen. When
  /// `isComplete`, there is no more, and what is like nothing else is taken for NMEA.
  ///
  /// The first telling line decides. gpsd's own greeting does not: `gpspipe -r` writes it before NMEA.
  init?(startingWith bytes: UnsafeBufferPointer<UInt8>, isComplete: Bool) {
    var hasGreeting = false
    var start = bytes.startIndex
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start += 3 }
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D }
      guard let end = end ?? (isComplete ? bytes.endIndex : nil) else { break }
      let line = bytes[start..<end].drop { $0 == 0x20 || $0 == 0x09 }
      start = end + 1
      if Self.isXML(line) {
        self = .gpx
        return
      }
      if Self.isSentence(line) {
        self = .nmea
        return
      }
      if line.starts(with: "{".utf8) {
        if Self.contains(line, "\"TPV\"") {
          self = .gpsd
          return
        }
        hasGreeting = hasGreeting || Self.contains(line, "\"class\"")
      }
    }
    // A GPX file may be one long line.
    if start < bytes.endIndex, Self.isXML(bytes[start...]) {
      self = .gpx
      return
    }
    guard isComplete else { return nil }
    self = hasGreeting ? .gpsd : .nmea
  }

  private static func isXML(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    ["<?xml", "<gpx", "<!--", "<!DOCTYPE"].contains { line.starts(with: $0.utf8) }
  }

  private static func isSentence(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let text =
      line.first == UInt8(ascii: "\\") ? line.dropFirst().drop { $0 != 0x5C }.dropFirst() : line
    guard text.count > 6, text.first == UInt8(ascii: "$") || text.first == UInt8(ascii: "!") else {
      return false
    }
    return text.dropFirst().prefix(4).allSatisfy {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
    }
  }

  private static func contains(_ line: Slice<UnsafeBufferPointer<UInt8>>, _ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard line.count >= wanted.count else { return false }
    return (line.startIndex...line.endIndex - wanted.count).contains { index in
      line[index..<index + wanted.count].elementsEqual(wanted)
    }
  }
}
