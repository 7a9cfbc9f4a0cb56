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
