import Glibc

/// A program run as a child, its standard output a pipe and its errors a file.
final class ChildProgram {
  private var process: pid_t = 0
  private var isRunning = false
  /// The end of the pipe to read its output from.
  let output: Int32
  private let errorPath: String
  private let name: String

  /// Starts `arguments[0]`, searched in PATH; nil where there is no such program.
  init?(_ arguments: [String], errorsTo errorPath: String) throws(ImportError) {
    self.errorPath = errorPath
    name = arguments[0]
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw ImportError(.cannotRead, "no pipe: \(String(cString: strerror(errno)))")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    output = ends[0]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, errorPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var words = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    // The program needs nothing of our environment; PATH is looked up in it all the same.
    let code = posix_spawnp(&process, arguments[0], &actions, nil, words, nil)
    close(ends[1])
    guard code == 0 else {
      close(ends[0])
      if code == ENOENT || code == EACCES { return nil }
      throw ImportError(.cannotRead, "'\(name)' does not start: \(String(cString: strerror(code)))")
    }
    isRunning = true
  }

  deinit {
    close(output)
    if isRunning {
      kill(process, SIGKILL)
      _ = try? wait()
    }
  }

  /// Waits for its end; throws what it last complained of when it failed.
  func wait() throws(ImportError) {
    guard isRunning else { return }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { break }
    }
    isRunning = false
    guard status != 0 else { return }
    throw ImportError(
      .malformed, "'\(name)' cannot read the file\(complaint.map { ": \($0)" } ?? "")",
      hint: "It is damaged, was not downloaded to its end, or is no OpenStreetMap file.")
  }

  /// All of its output, which must be short, once it has ended.
  func text() throws(ImportError) -> String {
    let input = InputBuffer(descriptor: output, closes: false)
    while input.bytes.count < 1 << 16, try input.fill() {}
    let text = String(decoding: input.bytes, as: UTF8.self)
    try wait()
    return text
  }

  /// The first line of its errors.
  private var complaint: String? {
    let descriptor = open(errorPath, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let input = InputBuffer(descriptor: descriptor, closes: true)
    while input.bytes.count < 1 << 12, (try? input.fill()) == true {}
    let text = String(decoding: input.bytes.prefix(1 << 12), as: UTF8.self)
    return text.split(separator: "\n").first.map { String($0) }
  }
}
