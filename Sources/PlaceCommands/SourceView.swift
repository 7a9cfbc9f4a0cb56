import JSON

/// The state of the source of fixes, in words.
struct SourceView {
  private let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  var state: String? { value["state"]?.string }

  /// `gpsd://localhost:2947 /dev/ttyACM0: fix, 9 of 14 satellites`
  var text: String {
    let source = [value.text("url"), value.text("device")].compactMap { $0 }.joined(separator: " ")
    let text = source.isEmpty ? detail : "\(source): \(detail)"
    return text
  }

  /// `lost: the connection was refused; tried again in 5 s`
  var detail: String {
    var text = words
    if let reason = value.text("reason") { text += " (\(reason))" }
    if let used = value["satellites_used"]?.int, let seen = value["satellites_seen"]?.int {
      text += ", \(used) of \(seen) satellites"
    } else if let seen = value["satellites_seen"]?.int {
      text += ", \(seen) satellites in view"
    }
    if let retry = value["retry_s"]?.double {
      text += ", tried again in \(readableDuration(retry))"
    }
    return text
  }

  private var words: String {
    switch state {
    case "no_device": "no device"
    case "no_fix": "no fix"
    default: value.text("state") ?? "unknown"
    }
  }
}
