import Glibc

/// Another program that is run with this one's streams.
enum ChildProcess {
  /// Starts `words[0]`, found in PATH, with `environment` and `input` as its standard input, where they
  /// are given. Nil when it cannot be started.
  ///
  /// It starts with no signal blocked and none ignored, whatever this process does with them.
  static func start(
    _ words: [String], environment: [String]? = nil, input: CInt? = nil
  ) -> pid_t? {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { $0.map { strdup($0) } + [nil] } ?? []
    defer { for text in arguments + variables { free(text) } }
    var process = pid_t()
    let result =
      variables.isEmpty
      ? posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ)
      : posix_spawnp(&process, words[0], &actions, &attributes, &arguments, &variables)
    return result == 0 ? process : nil
  }

  /// Runs a program to its end; its exit status, or nil when it cannot be started.
  static func run(_ words: [String]) -> Int32? {
    guard let process = start(words) else { return nil }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 { if errno != EINTR { return nil } }
    return exitStatus(status)
  }

  /// The exit status in what waitpid gives; for a death by signal 128 and its number, as shells say.
  static func exitStatus(_ status: Int32) -> Int32 {
    status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}
