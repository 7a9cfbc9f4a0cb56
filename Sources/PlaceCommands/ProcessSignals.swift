import Glibc

/// How this process ends by signals.
enum ProcessSignals {
  /// Ctrl-C ends with status 130, unless the program was started with it ignored; a reader that goes
  /// away is seen when writing. Signals that the starter left blocked are let through.
  static func prepare() {
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    signal(SIGPIPE, SIG_IGN)
    var before = sigaction()
    sigaction(SIGINT, nil, &before)
    let isIgnored =
      unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
    if !isIgnored { signal(SIGINT) { _ in _exit(130) } }
  }
}
