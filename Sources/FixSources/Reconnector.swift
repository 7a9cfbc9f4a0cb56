import EventLoop
import Synchronization

/// Connects to something that may be away, again and again, without ever blocking the loop.
///
/// Looking up a host and connecting block, for minutes where packets vanish. Each attempt therefore
/// has a thread of its own; one that takes too long is given up and left to end by itself.
final class Reconnector<Handle: Sendable> {
  /// An attempt that takes longer, in seconds, is given up.
  private static var patienceSeconds: Double { 10 }
  /// Threads of attempts that were given up, before no new one is begun.
  private static var maximumThreads: Int { 3 }

  typealias Attempt = @Sendable () -> Result<Handle, ConnectionFailure>

  private let loop: EventLoop
  private let attempt: Attempt
  private let discard: @Sendable (Handle) -> Void
  private let threads = ThreadCount()
  private var backoff: Backoff
  private var work: BackgroundWork?
  private var timer: Timer?

  /// Called with each connection.
  var onSuccess: (Handle) -> Void = { _ in }
  /// Called with each failure and the pause in seconds that follows it.
  var onFailure: (ConnectionFailure, Double) -> Void = { _, _ in }

  /// `discard` closes a connection that came too late.
  init(
    loop: EventLoop, backoff: Backoff, attempt: @escaping Attempt,
    discard: @escaping @Sendable (Handle) -> Void
  ) {
    self.loop = loop
    self.backoff = backoff
    self.attempt = attempt
    self.discard = discard
  }

  deinit { cancel() }

  /// Tries now.
  func connect() {
    cancel()
    guard threads.count.load(ordering: .relaxed) < Self.maximumThreads else {
      return fail(.notAnswering)
    }
    threads.count.add(1, ordering: .relaxed)
    let (attempt, discard, threads) = (attempt, discard, threads)
    do {
      work = try loop.background {
        defer { threads.count.subtract(1, ordering: .relaxed) }
        return attempt()
      } discard: { result in
        if case .success(let handle) = result { discard(handle) }
      } completion: { [weak self] result in
        self?.finish(result)
      }
    } catch {
      threads.count.subtract(1, ordering: .relaxed)
      return fail(.failed(error.description))
    }
    timer = loop.timer(after: Self.patienceSeconds) { [weak self] in
      self?.cancel()
      self?.fail(.notAnswering)
    }
  }

  /// Tries after the next pause, which is returned.
  @discardableResult
  func retry() -> Double {
    cancel()
    let pause = backoff.pause()
    timer = loop.timer(after: pause) { [weak self] in self?.connect() }
    return pause
  }

  /// The connection has proved good: the next pause is short again.
  func succeeded() { backoff.reset() }

  /// Gives up what is under way.
  func cancel() {
    timer?.cancel()
    timer = nil
    work?.cancel()
    work = nil
  }

  private func finish(_ result: Result<Handle, ConnectionFailure>) {
    timer?.cancel()
    timer = nil
    work = nil
    switch result {
    case .success(let handle): onSuccess(handle)
    case .failure(let failure): fail(failure)
    }
  }

  private func fail(_ failure: ConnectionFailure) {
    let pause = retry()
    onFailure(failure, pause)
  }
}

/// Why a connection could not be made.
enum ConnectionFailure: Error, Hashable {
  case unknownHost
  case refused
  case notAnswering
  case failed(String)
}

/// Threads that run, counted by themselves.
private final class ThreadCount: Sendable {
  let count = Atomic<Int>(0)
}
