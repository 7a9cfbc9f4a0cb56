import CommandTable
import Configuration
import Glibc
import Systemd

/// The command line of `placed-web`.
public enum WebProgram {
  static let config = Option(
    "config", .file(), "read this configuration file",
    details:
      "The default is `\(WebSettings.defaultPath)`, which may be missing. The files of "
      + "`placed-web.conf.d` beside it are read after it, in the order of their names.")
  static let checkConfig = Flag(
    "check-config", "check the configuration, print it, and end",
    details:
      "Each problem is printed as `file:line:column: error: ...`, with what to do about it; then "
      + "the settings in force.")
  static let listen = Option(
    "listen", .text("ADDRESS:PORT"), repeats: true,
    "serve the page here, instead of `[web] listen`",
    details: "May be given more than once. The default is `\(ListenAddress.standard)`.")
  static let tokenFile = Option(
    "token-file", .file(), "keep the token that opens the page in this file",
    details:
      "The default is `\(PageToken.defaultPath)`. It is made before the page is served, for "
      + "reading by the group `\(PageToken.group)`.")
  static let socket = Option(
    "socket", .file("PATH"), "connect to the daemon on this socket",
    details:
      "The default is `/run/placed/placed.sock`, else `$XDG_RUNTIME_DIR/placed.sock`, whichever "
      + "is there.")
  static let page = Option(
    "page", .file("FOLDER"), "serve the page of this folder",
    details: "The default is `\(PageFiles.defaultFolder)`.")
  static let kiosk = Flag("kiosk", "make everything larger, for fingers in a vehicle")
  static let logLevel = Option(
    "log-level",
    ValueFormat<LogLevel>(
      "LEVEL", rule: "error, warning, notice, info or debug",
      completion: .words(LogLevel.allCases.map(\.name))
    ) { LogLevel(named: $0) }, "write lines of this urgency and above to the journal",
    details: "The default is `notice`.")

  /// The table that parser, help and manual are made from.
  public static let program = Program(
    Command(
      "placed-web", "show the map page of the place daemon",
      details: [
        "`placed-web` serves a page with a map, the likely places and the selected one, to a touch "
          + "screen in the vehicle or a browser. It needs no internet. `placectl map --open` opens "
          + "the page."
      ],
      options: [config, checkConfig, listen, tokenFile, socket, page, kiosk, logLevel],
      examples: [
        Command.Example("placed-web --kiosk", "serve the page for a touch screen"),
        Command.Example(
          "placed-web --token-file ~/token --listen 127.0.0.1:8760",
          "serve a page of one's own beside the system's"),
      ]))

  /// Runs the program with the words after its name; how it ended.
  public static func run(_ words: [String]) -> ExitCode {
    // A browser that goes away shows as an error of the write.
    signal(SIGPIPE, SIG_IGN)
    switch program.start(words) {
    case .answer(let text):
      print(text, terminator: "")
      return .ok
    case .refuse(let error): return refuse(error)
    case .run(let invocation):
      do throws(UsageError) {
        return try run(invocation)
      } catch {
        return refuse(error)
      }
    }
  }

  private static func refuse(_ error: UsageError) -> ExitCode {
    tell(error.message(for: program))
    return .usage
  }

  private static func tell(_ text: String) {
    let line = text.hasSuffix("\n") ? text : text + "\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
  }

  private static func run(_ invocation: Invocation) throws(UsageError) -> ExitCode {
    var (settings, problems) = WebSettings.files(path: invocation[config]).load()
    let addresses = try invocation.all(listen).map { (text) throws(UsageError) in
      do throws(SettingError) {
        return try ListenAddress(parsing: text)
      } catch {
        throw invocation.error("--listen: \(error.description)")
      }
    }
    if !addresses.isEmpty { settings.listen = addresses }
    for problem in problems { tell(problem.description) }
    if invocation[checkConfig] {
      print(ConfigurationText.effective(settings, keys: WebSettings.keys), terminator: "")
    }
    guard problems.isEmpty else { return .failed }
    if invocation[checkConfig] { return .ok }
    let journal = Journal(program: "placed-web", level: invocation[logLevel] ?? .notice)
    do throws(WebError) {
      let service = try WebService(
        options: WebService.Options(
          settings: settings, tokenPath: invocation[tokenFile] ?? PageToken.defaultPath,
          socketPath: invocation[socket], pageFolder: invocation[page] ?? PageFiles.defaultFolder,
          isKiosk: invocation[kiosk]), manager: ServiceManager(), journal: journal)
      try service.run()
      return .ok
    } catch {
      journal.error(error.description)
      return .failed
    }
  }
}
