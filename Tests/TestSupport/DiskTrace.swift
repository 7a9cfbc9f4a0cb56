import Foundation

/// What programs did to a database's files and told on sockets, in order, as `Tests/Preload/disk.c`
/// wrote it down. Gives the disk of a power cut at any moment.
public struct DiskTrace {
  /// One thing that was done.
  public enum Step: Sendable {
    /// Bytes were written at an offset; they last once the file is synced.
    case written(file: String, offset: Int, bytes: [UInt8])
    /// The file was cut to, or grew to, a length.
    case cut(file: String, length: Int)
    /// What was done to the file until here lasts.
    case synced(file: String)
    /// The file is gone.
    case removed(file: String)
    /// A program sent this on a socket.
    case sent(String)
  }

  /// Everything, in order.
  public let steps: [Step]

  /// Reads the trace at `path`.
  public init(path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var steps: [Step] = []
    var offset = 0
    func number(_ at: Int, _ count: Int) -> Int {
      (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[at + $1]) }
    }
    while offset + 15 <= bytes.count {
      let (nameSize, dataSize) = (number(offset + 1, 2), number(offset + 3, 4))
      let position = number(offset + 7, 8)
      let end = offset + 15 + nameSize + dataSize
      guard end <= bytes.count else { break }
      let name = String(decoding: bytes[offset + 15..<offset + 15 + nameSize], as: UTF8.self)
      let file = name.split(separator: "/").last.map(String.init) ?? ""
      let data = Array(bytes[(offset + 15 + nameSize)..<end])
      switch bytes[offset] {
      case UInt8(ascii: "w"): steps.append(.written(file: file, offset: position, bytes: data))
      case UInt8(ascii: "t"): steps.append(.cut(file: file, length: position))
      case UInt8(ascii: "s"): steps.append(.synced(file: file))
      case UInt8(ascii: "u"): steps.append(.removed(file: file))
      default: steps.append(.sent(String(decoding: data, as: UTF8.self)))
      }
      offset = end
    }
    self.steps = steps
  }

  /// The files as they may be found after a cut.
  public struct Disk {
    private struct File {
      /// What lasts.
      var synced: [UInt8] = []
      /// What was done since, and lasts or not.
      var pending: [Step] = []
    }

    private var files: [String: File] = [:]

    /// An empty disk.
    public init() {}

    /// Takes the next step.
    public mutating func take(_ step: Step) {
      switch step {
      case .written(let file, _, _), .cut(let file, _):
        files[file, default: File()].pending.append(step)
      case .synced(let file):
        for step in files[file, default: File()].pending {
          Self.apply(step, to: &files[file, default: File()].synced)
        }
        files[file]?.pending = []
      case .removed(let file): files[file] = nil
      case .sent: break
      }
    }

    /// What is left of what was not synced.
    public enum Loss: CaseIterable, Sendable {
      /// Nothing is lost: the process was killed, the machine went on.
      case none
      /// All of it is lost.
      case all
      /// Any part: each write made it or not, whole or some of its sectors, in no order.
      case any
    }

    /// Writes the files to `folder`.
    public func write(
      to folder: ScratchDirectory, losing loss: Loss, _ generator: inout SeededGenerator
    ) throws {
      for (name, file) in files.sorted(by: { $0.key < $1.key }) {
        var bytes = file.synced
        for step in file.pending {
          switch loss {
          case .none: Self.apply(step, to: &bytes)
          case .all: break
          case .any:
            if let part = Self.part(of: step, &generator) { Self.apply(part, to: &bytes) }
          }
        }
        _ = try folder.write(bytes, to: name)
      }
    }

    private static func part(of step: Step, _ generator: inout SeededGenerator) -> Step? {
      guard Bool.random(using: &generator) else { return nil }
      guard case .written(let file, let offset, let bytes) = step, bytes.count > 512,
        Bool.random(using: &generator)
      else { return step }
      let sectors = Int.random(in: 1..<(bytes.count + 511) / 512, using: &generator)
      return .written(file: file, offset: offset, bytes: Array(bytes.prefix(sectors * 512)))
    }

    private static func apply(_ step: Step, to bytes: inout [UInt8]) {
      func grow(to length: Int) {
        if length > bytes.count {
          bytes.append(contentsOf: repeatElement(0, count: length - bytes.count))
        }
      }
      switch step {
      case .written(_, let offset, let data):
        grow(to: offset + data.count)
        bytes.replaceSubrange(offset..<offset + data.count, with: data)
      case .cut(_, let length):
        grow(to: length)
        bytes.removeLast(bytes.count - length)
      case .synced, .removed, .sent: break
      }
    }
  }
}
