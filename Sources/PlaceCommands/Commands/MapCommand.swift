import CommandTable
import EventLoop
import Geography
import Glibc
import JSON

enum MapCommand: PlacectlCommand {
  private static let open = Flag("open", "open the page of placed-web in the browser")
  private static let url = Flag("url", "print the address of that page, with its token")
  private static let address = Option(
    "address", .text("HOST:PORT"), "where placed-web listens; 127.0.0.1:8750 by default")
  private static let tokenFile = Option(
    "token-file", .file(), "the token of placed-web; /run/placed-web/token by default")

  static let command = Command(
    "map", "print here, accuracy, likely places and marker as GeoJSON",
    details: [
      "The FeatureCollection can be dropped on any map. Each feature has a `kind`: `fix`, `accuracy`, "
        + "`likely` or `selected`.",
      "The address holds the token that opens the page: it is for this user's own browser.",
    ], options: [Options.limit, open, url, address, tokenFile], section: "Position",
    examples: [
      .init("placectl map >here.geojson", "a file for any map"),
      .init("placectl map --open", "the live map"),
    ])

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let line = context.invocation
    guard line[open] || line[url] else { return try printMap(context) }
    let page = try pageAddress(line)
    if line[url] {
      if context.isJSON {
        context.output.json(["url": .string(page)])
      } else {
        context.output.line(page)
      }
    }
    if line[open] { try openBrowser(page) }
    return .ok
  }

  private static func printMap(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let limit = context.invocation[Options.limit].map { JSONValue.integer(Int64($0)) }
    let likely = try context.call(.likely, [JSONValue.Member]([("limit", limit)]))
    context.output.json(
      MapDocument.collection(likely: likely, selected: try context.call(.selected)))
    return .ok
  }

  private static func pageAddress(_ line: Invocation) throws(CommandError) -> String {
    let path = line[tokenFile] ?? "/run/placed-web/token"
    let token: String
    do throws(SystemError) {
      token = String(decoding: try readFile(path, atMost: 4096), as: UTF8.self).trimmingSpaces
    } catch {
      let isMissing = error.code == ENOENT
      throw CommandError(
        error.code == EACCES ? .denied : .failed, isMissing ? "not_running" : "token",
        isMissing
          ? "placed-web is not running: there is no \(path)"
          : "the token of placed-web cannot be read from \(path): \(error.reason)",
        hint: isMissing
          ? "sudo systemctl start placed-web"
          : "its group is placed: sudo usermod -aG placed $USER, then log out and in again")
    }
    guard !token.isEmpty,
      token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"&#%+\"<>".utf8.contains($0) })
    else {
      throw CommandError(.failed, "token", "\(path) holds no token")
    }
    return "http://\(line[address] ?? "127.0.0.1:8750")/?token=\(token)"
  }

  private static func openBrowser(_ page: String) throws(CommandError) {
    guard let status = ChildProcess.run(["xdg-open", page]) else {
      throw CommandError(
        .failed, "no_browser", "xdg-open cannot be started",
        hint: "sudo apt install xdg-utils, or open the address of placectl map --url")
    }
    guard status == 0 else {
      throw CommandError(
        .failed, "no_browser", "xdg-open found no browser (status \(status))",
        hint: "open the address of placectl map --url")
    }
  }
}

/// The bytes of the file at `path`; EFBIG where they are more than `limit`.
func readFile(_ path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
  let descriptor = try system("open") { Glibc.open(path, O_RDONLY | O_CLOEXEC) }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4096)
  while true {
    let count = try system("read") { read(descriptor, &buffer, buffer.count) }
    if count == 0 { return bytes }
    bytes += buffer.prefix(count)
    guard bytes.count <= limit else { throw SystemError("read", code: EFBIG) }
  }
}
