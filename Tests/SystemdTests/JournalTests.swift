import Foundation
import Testing

@testable import Systemd

@Suite("Lines for the journal")
struct JournalTests {
  /// What a journal wrote into a pipe, as it would to a person or, with `isJournal`, to journald.
  private func written(
    level: LogLevel = .debug, isJournal: Bool = false, _ body: (Journal) -> Void
  ) -> String {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    var status = stat()
    fstat(descriptor, &status)
    body(
      Journal(
        level: level, descriptor: descriptor,
        journalStream: isJournal ? "\(status.st_dev):\(status.st_ino)" : nil))
    pipe.fileHandleForWriting.closeFile()
    return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  @Test("journald gets each line's urgency as sd-daemon(3) writes it")
  func levels() {
    let text = written(isJournal: true) { journal in
      for level in LogLevel.allCases { journal.log(level, level.name) }
    }
    #expect(text == "<3>error\n<4>warning\n<5>notice\n<6>info\n<7>debug\n")
  }

  @Test("A person gets the program's name, and the urgency where something is wrong")
  func person() {
    let text = written { journal in
      journal.warning("w")
      journal.notice("n")
    }
    #expect(text == "placed: warning: w\nplaced: n\n")
  }

  @Test("Less urgent lines are dropped, and their text is not made")
  func threshold() {
    let text = written(level: .warning) { journal in
      journal.notice(
        {
          Issue.record("the text was made")
          return ""
        }())
      journal.error("e")
    }
    #expect(text == "placed: error: e\n")
  }

  @Test("A line stays one line, however long or strange")
  func oneLine() {
    let text = written { $0.error("a\nb\u{1B}[2J\t" + String(repeating: "x", count: 10_000)) }
    #expect(text.hasPrefix("placed: error: a b [2J x"))
    #expect(text.filter { $0 == "\n" }.count == 1 && text.utf8.count < 2100)
  }

  @Test("A reader that does not read delays nobody")
  func fullPipe() {
    let pipe = Pipe()
    let journal = Journal(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    for _ in 0..<10_000 { journal.error(String(repeating: "x", count: 100)) }
  }
}
