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
  /// In the history: when it came or went.
  var time: UTCTime? { value.time("time") }
  /// In the history: it went.
  var isOver: Bool { value["over"]?.bool == true }
  /// The severity in words; one that this version does not know, too.
  var severityWord: String { value.text("severity") ?? "warning" }
  var severity: HealthMessage.Severity? {
    value["severity"]?.string.flatMap(HealthMessage.Severity.init(rawValue:))
  }
}
