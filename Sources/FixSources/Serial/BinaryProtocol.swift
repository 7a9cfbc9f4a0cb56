/// Recognises the binary messages of receivers by their framing and checksum, to name what a device
/// speaks that speaks no NMEA.
struct BinaryProtocol {
  /// The protocols that are recognised.
  enum Name: String, CaseIterable {
    /// u-blox: B5 62, class, id, length, payload, two bytes of Fletcher's checksum.
    case ublox = "u-blox binary (UBX)"
    /// SiRF: A0 A2, length, payload, sum, B0 B3.
    case sirf = "SiRF binary"
  }

  /// Longest message that is followed.
  private static let maximumLength = 1100

  private var bytes: [UInt8] = []
  /// Messages so far.
  private(set) var count = 0
  /// What the last one was.
  private(set) var name: Name?

  init() { bytes.reserveCapacity(2 * Self.maximumLength) }

  /// Forgets everything.
  mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    count = 0
    name = nil
  }

  /// Looks through what has come.
  mutating func read(_ new: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: new)
    var start = 0
    while start < bytes.count {
      switch message(at: start) {
      case .none: start += 1
      case .incomplete:
        if bytes.count - start > Self.maximumLength {
          start += 1
          continue
        }
        bytes.removeFirst(start)
        return
      case .complete(let name, let length):
        self.name = name
        count += 1
        start += length
      }
    }
    bytes.removeAll(keepingCapacity: true)
  }

  private enum Message {
    case none
    case incomplete
    case complete(Name, length: Int)
  }

  private func message(at start: Int) -> Message {
    let first = bytes[start]
    guard first == 0xB5 || first == 0xA0 else { return .none }
    guard start + 1 < bytes.count else { return .incomplete }
    switch (first, bytes[start + 1]) {
    case (0xB5, 0x62): return ublox(at: start)
    case (0xA0, 0xA2): return sirf(at: start)
    default: return .none
    }
  }

  private func ublox(at start: Int) -> Message {
    guard start + 6 <= bytes.count else { return .incomplete }
    let payload = Int(bytes[start + 4]) | Int(bytes[start + 5]) << 8
    guard payload <= Self.maximumLength - 8 else { return .none }
    let end = start + 6 + payload
    guard end + 2 <= bytes.count else { return .incomplete }
    var (a, b): (UInt8, UInt8) = (0, 0)
    for byte in bytes[start + 2..<end] {
      a &+= byte
      b &+= a
    }
    return bytes[end] == a && bytes[end + 1] == b
      ? .complete(.ublox, length: payload + 8) : .none
  }

  private func sirf(at start: Int) -> Message {
    guard start + 4 <= bytes.count else { return .incomplete }
    let payload = Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])
    guard payload <= Self.maximumLength - 8 else { return .none }
    let end = start + 4 + payload
    guard end + 4 <= bytes.count else { return .incomplete }
    let sum = bytes[start + 4..<end].reduce(0) { ($0 + Int($1)) & 0x7FFF }
    let isRight =
      Int(bytes[end]) << 8 | Int(bytes[end + 1]) == sum && bytes[end + 2] == 0xB0
      && bytes[end + 3] == 0xB3
    return isRight ? .complete(.sirf, length: payload + 8) : .none
  }
}
