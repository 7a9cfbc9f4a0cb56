import Glibc

/// Another program that is run and measured.
enum Program {
  /// What a program took.
  struct Usage {
    var status: Int32
    var wallSeconds: Double
    /// Of the program and all it started.
    var cpuSeconds: Double
    /// Resident at most, as far as it was looked at.
    var peakMiB: Double
  }

  /// The path of one of our programs: they are built into one folder.
  static func ours(_ name: String) throws -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let own = String(decoding: buffer.prefix(max(0, count)).map(UInt8.init), as: UTF8.self)
    let folder = own.lastIndex(of: "/").map { own[..<$0] } ?? "."
    let path = "\(folder)/\(name)"
    guard access(path, X_OK) == 0 else {
      throw BenchError("'\(path)' is missing: build all products first")
    }
    return path
  }

  /// The path of a program of the system; nil when it is not installed.
  static func installed(_ name: String) -> String? {
    ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/bin", "/sbin"]
      .map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Starts a program with nothing but the environment given.
  static func start(
    _ words: [String], environment: [String] = [], input: String = "/dev/null",
    output: String = "/dev/null", errors: String = "/dev/null"
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var variables = ["PATH=/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL=C.UTF-8"] + environment
    if let path = getenv("LD_LIBRARY_PATH") {
      variables.append("LD_LIBRARY_PATH=\(String(cString: path))")
    }
    var arguments = words.map { strdup($0) } + [nil]
    var strings = variables.map { strdup($0) } + [nil]
    defer { for text in arguments + strings { free(text) } }
    var process = pid_t()
    let code = posix_spawn(&process, words[0], &actions, nil, &arguments, &strings)
    guard code == 0 else {
      throw BenchError("'\(words[0])' does not start: \(String(cString: strerror(code)))")
    }
    return process
  }

  /// Runs a program to its end.
  static func run(
    _ words: [String], input: String = "/dev/null", output: String = "/dev/null"
  ) throws -> Usage {
    let start = Stopwatch.now
    let process = try self.start(words, input: input, output: output)
    var usage = rusage()
    var status: Int32 = 0
    // The kernel's own maximum counts what this process had when it forked.
    var peak = 0.0
    while wait4(process, &status, WNOHANG, &usage) == 0 {
      let now = ProcessFigures(process).peakMiB
      if now.isFinite { peak = max(peak, now) }
      usleep(2000)
    }
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    return Usage(
      status: status, wallSeconds: Stopwatch.now - start,
      cpuSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime), peakMiB: peak)
  }
}
