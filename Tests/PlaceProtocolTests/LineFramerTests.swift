import PlaceProtocol
import Testing

@Suite("Line framer")
struct LineFramerTests {
  private func feed(_ text: String, to framer: inout LineFramer) {
    var text = text
    text.withUTF8 { framer.append(UnsafeRawBufferPointer($0)) }
  }

  private func next(_ framer: inout LineFramer) -> String? {
    framer.next { String(decoding: $0, as: UTF8.self) }
  }

  @Test("Lines come out whole however the stream is cut", arguments: [1, 2, 3, 5, 100])
  func cuts(size: Int) {
    let text = "{}\n\nabc\n\u{E4}\u{F6}\n"
    var framer = LineFramer(maximumBytes: 100)
    var lines: [String] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      let piece = Array(bytes[start..<min(bytes.count, start + size)])
      piece.withUnsafeBytes { framer.append($0) }
      while let line = next(&framer) { lines.append(line) }
    }
    #expect(lines == ["{}", "", "abc", "\u{E4}\u{F6}"])
    #expect(framer.count == 0)
  }

  @Test("A line of exactly the bound passes, one byte more does not")
  func bound() {
    var framer = LineFramer(maximumBytes: 4)
    feed("abcd\n", to: &framer)
    #expect(next(&framer) == "abcd")
    feed("abcde\n", to: &framer)
    #expect(framer.state == .tooLong)
    #expect(next(&framer) == nil)
  }

  @Test("A line that never ends is too long as soon as it is over the bound")
  func endless() {
    var framer = LineFramer(maximumBytes: 4)
    feed("abcd", to: &framer)
    #expect(framer.state == .incomplete)
    feed("e", to: &framer)
    #expect(framer.state == .tooLong)
  }

  @Test("Lines before one that is too long are still given")
  func before() {
    var framer = LineFramer(maximumBytes: 4)
    feed("ab\nabcdefgh", to: &framer)
    #expect(next(&framer) == "ab")
    #expect(framer.state == .tooLong)
  }

  @Test("What is left at the end of the stream is a last line")
  func rest() {
    var framer = LineFramer(maximumBytes: 10)
    feed("a\nb", to: &framer)
    #expect(next(&framer) == "a")
    let hasRest = framer.finish()
    #expect(hasRest)
    #expect(next(&framer) == "b")
    let hasMore = framer.finish()
    #expect(!hasMore)
  }

  @Test("A long line's buffer is given back when it was taken out")
  func memory() {
    var framer = LineFramer(maximumBytes: 65_536)
    feed(String(repeating: "x", count: 65_536) + "\n", to: &framer)
    #expect(next(&framer)?.utf8.count == 65_536)
    #expect(framer.capacity <= 4096)
  }
}
