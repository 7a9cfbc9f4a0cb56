/// The text of an attribution, which files write as HTML.
enum PlainText {
  private static let entities = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "copy": "©", "nbsp": " ",
    "#169": "©", "#39": "'",
  ]

  /// `html` without its tags, its usual entities as characters, runs of spaces as one.
  static func withoutMarkup(_ html: String) -> String {
    var text = ""
    var isInTag = false
    for character in html {
      switch character {
      case "<": isInTag = true
      case ">" where isInTag: isInTag = false
      default: if !isInTag { text.append(character) }
      }
    }
    let parts = text.split(separator: "&", omittingEmptySubsequences: false)
    var plain = String(parts[0])
    for part in parts.dropFirst() {
      guard let end = part.firstIndex(of: ";"), let character = entities[String(part[..<end])]
      else {
        plain += "&" + part
        continue
      }
      plain += character + part[part.index(after: end)...]
    }
    return plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
