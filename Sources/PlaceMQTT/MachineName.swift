import Glibc

/// The name of this machine, which `HOSTNAME` in a setting stands for.
struct MachineName {
  private let name: String

  init() {
    var buffer = [CChar](repeating: 0, count: 256)
    let isKnown = gethostname(&buffer, buffer.count - 1) == 0
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let full = String(decoding: bytes, as: UTF8.self)
    let short = full.prefix { $0 != "." }
    name = isKnown && !short.isEmpty ? String(short) : "vehicle"
  }

  /// `text` with the name as a part of a topic or an id: one level, no wildcard.
  func fill(_ text: String) -> String {
    replacing(text, String(name.map { "/+#$".contains($0) || $0.isWhitespace ? "_" : $0 }))
  }

  /// `settings` with the name in the user and the client id.
  func fill(_ settings: BrokerSettings) -> BrokerSettings {
    var filled = settings
    filled.user = settings.user.map(fill)
    filled.clientID = fill(settings.clientID ?? "placed-HOSTNAME")
    return filled
  }

  /// `text` with the name as it is.
  func plain(_ text: String) -> String { replacing(text, name) }

  private func replacing(_ text: String, _ name: String) -> String {
    let word = "HOSTNAME"
    var output = ""
    var rest = Substring(text)
    while !rest.isEmpty {
      if rest.hasPrefix(word) {
        output += name
        rest = rest.dropFirst(word.count)
      } else {
        output.append(rest.removeFirst())
      }
    }
    return output
  }
}
