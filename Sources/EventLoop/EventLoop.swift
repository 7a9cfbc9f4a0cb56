import CLinux

#if canImport(Glibc)
  import Glibc
#endif

/// One thread's wait for descriptors, timers and signals: epoll, one timerfd, one signalfd.
///
/// Everything that it calls runs on the thread that called `run`. A handler may add and cancel
/// anything, itself included; what it cancelled is not called any more, also not in the same round.
/// With nothing ready and no timer due the process sleeps.
public final class EventLoop {
  /// What a descriptor is watched for.
  public struct Interest: OptionSet, Sendable {
    /// The bits of epoll.
    public let rawValue: UInt32
    /// From the bits of epoll.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Something can be read, or the other end is closed.
    public static let read = Interest(rawValue: EPOLLIN.rawValue)
    /// Something can be written.
    public static let write = Interest(rawValue: EPOLLOUT.rawValue)
    /// Reported always, never asked for: the other end hung up, or the descriptor is in error.
    public static let closed = Interest(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
  }

  private let epoll: CInt
  private let timerDescriptor: CInt
  /// What epoll tells at a time.
  private var ready = [epoll_event](repeating: epoll_event(), count: 64)
  private var watches: [UInt64: Watch] = [:]
  private var nextToken: UInt64 = 1
  private var timers = TimerQueue()
  private var armedDeadline: MonotonicTime?
  private var isRunning = false

  /// A loop that waits for nothing yet.
  public init() throws(SystemError) {
    epoll = try system("epoll_create1") { epoll_create1(CInt(EPOLL_CLOEXEC)) }
    timerDescriptor = try system("timerfd_create") {
      timerfd_create(CLOCK_BOOTTIME, CInt(TFD_CLOEXEC) | CInt(TFD_NONBLOCK))
    }
    try register(timerDescriptor, token: 0, interest: .read)
  }

  deinit {
    close(timerDescriptor)
    close(epoll)
  }

  private func register(
    _ descriptor: CInt, token: UInt64, interest: Interest
  ) throws(SystemError) {
    var event = epoll_event(events: interest.rawValue, data: epoll_data_t(u64: token))
    try system("epoll_ctl") { epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) }
  }

  /// Calls `handler` whenever `descriptor` is ready, until the watch is cancelled. Cancel before
  /// closing the descriptor.
  public func watch(
    _ descriptor: CInt, for interest: Interest, _ handler: @escaping (Interest) -> Void
  ) throws(SystemError) -> Watch {
    let token = nextToken
    nextToken += 1
    try register(descriptor, token: token, interest: interest)
    let watch = Watch(
      loop: self, descriptor: descriptor, token: token, interest: interest, handler: handler)
    watches[token] = watch
    return watch
  }

  fileprivate func modify(_ watch: Watch, to interest: Interest) {
    var event = epoll_event(events: interest.rawValue, data: epoll_data_t(u64: watch.token))
    let result = epoll_ctl(epoll, EPOLL_CTL_MOD, watch.descriptor, &event)
    precondition(result == 0, "a watched descriptor was closed before its watch was cancelled")
  }

  fileprivate func remove(_ watch: Watch) {
    guard watches.removeValue(forKey: watch.token) != nil else { return }
    epoll_ctl(epoll, EPOLL_CTL_DEL, watch.descriptor, nil)
  }

  /// Calls `handler` once, `seconds` from now; with `every`, again after each such interval.
  @discardableResult
  public func timer(
    after seconds: Double, every interval: Double? = nil, _ handler: @escaping () -> Void
  ) -> Timer {
    let timer = Timer(interval: interval, handler: handler)
    timers.insert(timer, at: MonotonicTime.now.advanced(bySeconds: max(0, seconds)))
    return timer
  }

  /// Blocks `signals` for this process and calls `handler` with each that arrives from now on.
  public func signals(
    _ signals: [CInt], _ handler: @escaping (CInt) -> Void
  ) throws(SystemError) -> Watch {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in signals { sigaddset(&mask, signal) }
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    let descriptor = try system("signalfd") {
      signalfd(-1, &mask, CInt(SFD_CLOEXEC) | CInt(SFD_NONBLOCK))
    }
    return try watch(descriptor, for: .read) { _ in
      var info = signalfd_siginfo()
      while read(descriptor, &info, MemoryLayout.size(ofValue: info)) > 0 {
        handler(CInt(info.ssi_signo))
      }
    }
  }

  /// Waits and calls handlers until `stop`.
  public func run() throws(SystemError) {
    isRunning = true
    while isRunning { try runOnce() }
  }

  /// Makes `run` return when the handler that called this has returned.
  public func stop() { isRunning = false }

  /// Waits for something to be ready and calls its handlers. `timeout` in milliseconds; -1 waits.
  public func runOnce(timeout: CInt = -1) throws(SystemError) {
    armTimer()
    let count = ready.withUnsafeMutableBufferPointer { buffer in
      epoll_wait(epoll, buffer.baseAddress!, CInt(buffer.count), timeout)
    }
    if count < 0 {
      let error = SystemError.last("epoll_wait")
      if error.code == EINTR { return }
      throw error
    }
    for index in 0..<Int(count) {
      let event = ready[index]
      if event.data.u64 == 0 {
        var expirations: UInt64 = 0
        _ = read(timerDescriptor, &expirations, 8)
        armedDeadline = nil
      } else {
        watches[event.data.u64]?.handler(Interest(rawValue: event.events))
      }
    }
    let now = MonotonicTime.now
    while let (timer, deadline) = timers.popDue(at: now) {
      if let interval = timer.interval {
        let next = deadline.advanced(bySeconds: interval)
        timers.insert(timer, at: next > now ? next : now.advanced(bySeconds: interval))
      }
      timer.handler?()
    }
  }

  private func armTimer() {
    guard timers.earliest != armedDeadline else { return }
    armedDeadline = timers.earliest
    var setting = itimerspec()
    if let deadline = armedDeadline {
      let nanoseconds = max(1, deadline.nanoseconds)
      setting.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
      setting.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
    }
    timerfd_settime(timerDescriptor, CInt(TFD_TIMER_ABSTIME), &setting, nil)
  }
}

/// A descriptor's place in an `EventLoop`.
public final class Watch {
  private weak var loop: EventLoop?
  fileprivate let descriptor: CInt
  fileprivate let token: UInt64
  fileprivate let handler: (EventLoop.Interest) -> Void

  /// What the descriptor is watched for; may be changed at any time.
  public var interest: EventLoop.Interest {
    didSet { if interest != oldValue { loop?.modify(self, to: interest) } }
  }

  fileprivate init(
    loop: EventLoop, descriptor: CInt, token: UInt64, interest: EventLoop.Interest,
    handler: @escaping (EventLoop.Interest) -> Void
  ) {
    self.loop = loop
    self.descriptor = descriptor
    self.token = token
    self.interest = interest
    self.handler = handler
  }

  /// Ends the watch; the descriptor stays open. Calling it again does nothing.
  public func cancel() { loop?.remove(self) }
}
