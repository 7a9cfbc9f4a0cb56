import CommandTable
import JSON
import PlaceClient
import PlaceProtocol

/// `_complete`: what the completion scripts ask, one value a line with its description after a tab.
///
/// It says nothing rather than something wrong, and never makes a shell wait.
enum CompleteCommand: PlacectlCommand {
  private static let kind = Argument(.text("KIND"), "places, likely or ids")
  private static let word = Argument(
    ValueFormat("WORD", rule: "a text") { $0 }, count: .optional, "")

  /// Seconds that a shell may wait.
  private static let timeout = 0.7
  private static let limit = 20

  static let command = Command(
    "_complete", "answer a completion script", arguments: [kind, word], isHidden: true)

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let word = context.invocation[word] ?? ""
    guard let client = try? PlaceClient(context.socket, timeout: timeout) else { return .ok }
    for (value, description) in candidates(context.invocation[kind] ?? "", word, client) {
      context.output.line(value + "\t" + description)
    }
    return .ok
  }

  private static func candidates(
    _ kind: String, _ word: String, _ client: PlaceClient
  ) -> [(String, String)] {
    let places = find(kind, word, client)
    let names = places.compactMap { $0["name"]?.string }
    return places.compactMap { place in
      guard let id = place["id"]?.int, let name = place["name"]?.string else { return nil }
      let view = PlaceView(place)
      if kind == "ids" || word.hasPrefix("id:") {
        let value = kind == "ids" && !word.hasPrefix("id:") ? String(id) : "id:\(id)"
        return value.hasPrefix(word) ? (value, view.name) : nil
      }
      // A name that would be read as something else, or that several have, is offered as an id.
      let isPlain =
        name == name.printable && PlaceName(name) == .name(name) && !name.hasPrefix("-")
        && names.filter { $0 == name }.count == 1
      return isPlain ? (name, view.whereabouts) : ("id:\(id)", "\(view.name), \(view.whereabouts)")
    }
  }

  private static func find(_ kind: String, _ word: String, _ client: PlaceClient) -> [JSONValue] {
    let limit = JSONValue.Member("limit", .integer(Int64(Self.limit)))
    let isName = !word.isEmpty && kind != "ids" && !word.hasPrefix("id:")
    let methods: [(Method, [JSONValue.Member])] =
      isName
      ? [(.search, [.init("query", .string(word)), limit])]
      : [(.likely, [limit]), (.nearby, [limit])]
    for (method, params) in methods {
      if let result = try? client.call(method, .object(params), timeout: timeout) {
        return result.elements("places").filter { !isName || NameMatch.begins($0, word) }
      }
    }
    return []
  }
}
