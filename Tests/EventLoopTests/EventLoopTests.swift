import EventLoop
import Glibc
import Testing

@Suite("Event loop")
struct EventLoopTests {
  @Test("Timers fire in the order of their deadlines, and a cancelled one never")
  func timers() throws {
    let loop = try EventLoop()
    var fired: [Int] = []
    loop.timer(after: 0.02) {
      fired.append(2)
      loop.stop()
    }
    loop.timer(after: 0.01) { fired.append(1) }
    loop.timer(after: 0.005) { fired.append(0) }.cancel()
    try loop.run()
    #expect(fired == [1, 2])
  }

  @Test("A cancelled timer lets go of what its call needed, before it would be due")
  func cancelledTimerForgets() throws {
    final class Needed {}
    let loop = try EventLoop()
    weak var needed: Needed?
    let timer: Timer
    do {
      let object = Needed()
      needed = object
      timer = loop.timer(after: 3600) { withExtendedLifetime(object) {} }
    }
    #expect(needed != nil)
    timer.cancel()
    #expect(needed == nil)
  }

  @Test("A repeating timer fires until it is cancelled from its own call")
  func repeating() throws {
    let loop = try EventLoop()
    var count = 0
    var timer: Timer?
    timer = loop.timer(after: 0.001, every: 0.001) {
      count += 1
      if count == 3 {
        timer?.cancel()
        loop.stop()
      }
    }
    try loop.run()
    #expect(count == 3)
  }

  @Test("A watch that another handler cancels in the same round is not called")
  func cancelInRound() throws {
    let loop = try EventLoop()
    var ends = [CInt](repeating: 0, count: 2)
    #expect(pipe(&ends) == 0)
    let copy = dup(ends[0])
    defer { for end in ends + [copy] { close(end) } }
    var calls = 0
    var watches: [Watch] = []
    // Each call holds them all.
    defer { watches = [] }
    for descriptor in [ends[0], copy] {
      watches.append(
        try loop.watch(descriptor, for: .read) { _ in
          calls += 1
          for watch in watches { watch.cancel() }
        })
    }
    write(ends[1], "x", 1)
    try loop.runOnce()
    try loop.runOnce(timeout: 0)
    #expect(calls == 1)
  }
}

@Suite("Background work")
struct BackgroundWorkTests {
  @Test("A call that blocks does not hold up the loop, and its result arrives there")
  func result() throws {
    let loop = try EventLoop()
    var ends = [CInt](repeating: 0, count: 2)
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let input = ends[0]
    var ticks = 0
    var result: UInt8?
    let work = try loop.background {
      var byte: UInt8 = 0
      _ = read(input, &byte, 1)
      return byte
    } completion: {
      result = $0
      loop.stop()
    }
    loop.timer(after: 0.001, every: 0.001) {
      ticks += 1
      if ticks == 5 { write(ends[1], "!", 1) }
    }
    try loop.run()
    #expect(ticks >= 5)
    #expect(result == UInt8(ascii: "!"))
    work.cancel()
  }

  @Test("What nobody waits for any more is discarded, whether it comes before or after")
  func discarded() throws {
    for attempt in 0..<100 {
      let loop = try EventLoop()
      var input = [CInt](repeating: 0, count: 2)
      var output = [CInt](repeating: 0, count: 2)
      try #require(pipe(&input) == 0 && pipe(&output) == 0)
      defer { for end in input + output { close(end) } }
      let (start, done) = (input[0], output[1])
      let work = try loop.background {
        var byte: UInt8 = 0
        _ = read(start, &byte, 1)
        return 7
      } discard: { (value: Int) in
        var byte = UInt8(value)
        write(done, &byte, 1)
      } completion: { _ in
        Issue.record("a cancelled call was completed")
      }
      if attempt % 2 == 0 { work.cancel() }
      write(input[1], "!", 1)
      if attempt % 2 == 1 { work.cancel() }
      var byte: UInt8 = 0
      #expect(read(output[0], &byte, 1) == 1)
      #expect(byte == 7)
      try loop.runOnce(timeout: 0)
    }
  }
}
