import CommandTable
import Configuration
import ServiceProgram
import Systemd

/// The command line of `placed-web`.
public enum WebProgram {
  static let config = ServiceProgram.config(default: WebSettings.defaultPath)
  static let checkConfig = ServiceProgram.checkConfig()
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

  /// The table that parser, help and manual are made from.
  public static let program = Program(
    Command(
      "placed-web", "show the map page of the place daemon",
      details: [
        "`placed-web` serves a page with a map, the likely places and the selected one, to a touch "
          + "screen in the vehicle or a browser. It needs no internet. `placectl map --open` opens "
          + "the page."
      ],
      options: [
        config, checkConfig, listen, tokenFile, socket, page, kiosk, ServiceProgram.logLevel,
      ],
      examples: [
        Command.Example("placed-web --kiosk", "serve the page for a touch screen"),
        Command.Example(
          "placed-web --token-file ~/token --listen 127.0.0.1:8760",
          "serve a page of one's own beside the system's"),
      ]))

  /// Runs the program with the words after its name; how it ended.
  public static func run(_ words: [String]) -> ExitCode {
    ServiceProgram.run(program, words, run)
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
    ServiceProgram.tell(problems)
    if invocation[checkConfig] {
      print(ConfigurationText.effective(settings, keys: WebSettings.keys), terminator: "")
    }
    guard problems.isEmpty else { return .failed }
    if invocation[checkConfig] { return .ok }
    let journal = Journal(
      program: "placed-web", level: invocation[ServiceProgram.logLevel] ?? .notice)
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
