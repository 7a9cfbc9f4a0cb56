import CLinux
import Glibc
import Synchronization

/// A call that blocks, such as a name look-up, on a short-lived thread of its own: `EventLoop.background`.
public final class BackgroundWork {
  private var watch: Watch?
  private let abandon: () -> Void

  fileprivate init(abandon: @escaping () -> Void) { self.abandon = abandon }

  fileprivate func attach(_ watch: Watch) { self.watch = watch }

  fileprivate func detach() {
    watch?.cancel()
    watch = nil
  }

  /// Makes sure that the completion is not called any more. The thread runs on until its call
  /// returns, and what it returns is given to `discard`.
  public func cancel() {
    guard watch != nil else { return }
    detach()
    abandon()
  }
}

/// Where a thread leaves its result for the loop.
private final class Handover<Result: Sendable>: Sendable {
  enum State {
    case running
    case finished(Result)
    case taken
    case abandoned
  }

  let state = Mutex(State.running)
  let descriptor: CInt
  let work: @Sendable () -> Result
  let discard: @Sendable (Result) -> Void

  init(
    descriptor: CInt, work: @escaping @Sendable () -> Result,
    discard: @escaping @Sendable (Result) -> Void
  ) {
    self.descriptor = descriptor
    self.work = work
    self.discard = discard
  }

  deinit { close(descriptor) }

  func run() {
    let result = work()
    let isWanted = state.withLock { state in
      if case .abandoned = state { return false }
      state = .finished(result)
      return true
    }
    if isWanted { eventfd_write(descriptor, 1) } else { discard(result) }
  }

  func take() -> Result? {
    state.withLock { state in
      guard case .finished(let result) = state else { return nil }
      state = .taken
      return result
    }
  }

  func abandon() {
    let result: Result? = state.withLock { state in
      defer { state = .abandoned }
      if case .finished(let result) = state { return result }
      return nil
    }
    if let result { discard(result) }
  }
}

extension EventLoop {
  /// Runs `work` on a thread of its own and calls `completion` with its result from the loop.
  ///
  /// The thread blocks every signal. After `cancel` the result goes to `discard` instead, on whatever
  /// thread: it is the place to close a descriptor that nobody wants any more.
  public func background<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result,
    discard: @escaping @Sendable (Result) -> Void = { _ in },
    completion: @escaping (Result) -> Void
  ) throws(SystemError) -> BackgroundWork {
    let descriptor = try system("eventfd") { eventfd(0, CInt(EFD_CLOEXEC)) }
    let handover = Handover(descriptor: descriptor, work: work, discard: discard)
    let call = BackgroundWork { handover.abandon() }
    call.attach(
      try watch(descriptor, for: .read) { [weak call] _ in
        call?.detach()
        if let result = handover.take() { completion(result) }
      })
    do throws(SystemError) {
      try startThread { handover.run() }
    } catch {
      call.detach()
      throw error
    }
    return call
  }

  /// Starts a detached thread, all signals blocked: they belong to the loop.
  private func startThread(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    final class Body: Sendable {
      let call: @Sendable () -> Void
      init(_ call: @escaping @Sendable () -> Void) { self.call = call }
    }
    var all = sigset_t()
    var former = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    let boxed = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { pointer in
        // pthread_create hands over what it was given, which is never nil.
        Unmanaged<Body>.fromOpaque(pointer.unsafelyUnwrapped).takeRetainedValue().call()
        return nil
      }, boxed.toOpaque())
    guard code == 0 else {
      boxed.release()
      throw SystemError("pthread_create", code: code)
    }
    pthread_detach(thread)
  }
}
