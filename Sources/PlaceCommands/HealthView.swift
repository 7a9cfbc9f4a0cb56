import Geography
import JSON
import PlaceProtocol

/// A warning of an answer. Its texts are printable.
struct HealthView {
  private let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  var code: String { value.text("code") ?? "?" }
  var text: String { value.text("text") ?? code }
  var hint: String? { value.text("hint") }
  var since: UTCTime? { value.time("since") }
  var until: UTCTime? { value.time("until") }
  /// The severity in words; one that this version does not know, too.
  var severityWord: String { value.text("severity") ?? "warning" }
  var severity: HealthMessage.Severity? {
    value["severity"]?.string.flatMap(HealthMessage.Severity.init(rawValue:))
  }
}
