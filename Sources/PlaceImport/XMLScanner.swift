/// Reads XML as GPX files have it, one tag or text after another, in pieces: elements, attributes, text,
/// CDATA and references. Comments, instructions and declarations are passed over; entities that a
/// file declares itself are not known.
struct XMLScanner {
  /// What comes next in the file.
  enum Token {
    /// `<name attribute="value">`; `isEmpty`: closed at once. The name is without its prefix.
    case open(name: String, attributes: [String: String], isEmpty: Bool)
    /// `</name>`
    case close(name: String)
    /// Text between tags, references resolved.
    case text(String)
  }

  private let input: InputBuffer
  private var isLatin1 = false
  /// Elements that are open.
  private(set) var depth = 0

  init(_ input: InputBuffer) { self.input = input }

  /// The next token; nil at the end of the file. A file that ends inside of a tag throws.
  mutating func next() throws(ImportError) -> Token? {
    while true {
      guard let first = try peek(0) else { return nil }
      guard first == UInt8(ascii: "<") else {
        let length = try length(to: UInt8(ascii: "<"), from: 0) ?? input.bytes.count
        let text = string(0..<length)
        input.consume(length)
        return .text(Self.resolved(text))
      }
      switch try peek(1) {
      case UInt8(ascii: "?"): try instruction()
      case UInt8(ascii: "!"): if let text = try declaration() { return .text(text) }
      case UInt8(ascii: "/"):
        let length = try need(to: UInt8(ascii: ">"), from: 0)
        let name = Self.localName(string(2..<length))
        input.consume(length + 1)
        depth -= 1
        return .close(name: name)
      default: return try open()
      }
    }
  }

  private mutating func instruction() throws(ImportError) {
    let length = try need(to: UInt8(ascii: ">"), from: 0)
    let text = string(0..<length).lowercased()
    if text.hasPrefix("<?xml"), text.contains("8859-1") || text.contains("1252") {
      isLatin1 = true
    }
    input.consume(length + 1)
  }

  /// A comment, a document type, or the text of a CDATA section.
  private mutating func declaration() throws(ImportError) -> String? {
    while input.bytes.count < 9, try input.fill() {}
    if input.bytes.starts(with: "<!--".utf8) {
      input.consume(try need(toAll: "-->", from: 4) + 3)
      return nil
    }
    if input.bytes.starts(with: "<![CDATA[".utf8) {
      let length = try need(toAll: "]]>", from: 9)
      let text = string(9..<length)
      input.consume(length + 3)
      return text
    }
    input.consume(try need(to: UInt8(ascii: ">"), from: 0) + 1)
    return nil
  }

  private mutating func open() throws(ImportError) -> Token {
    // A `>` may stand in an attribute's value.
    var length = 1
    var quote: UInt8?
    while true {
      guard let byte = try peek(length) else { throw truncated() }
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        break
      }
      length += 1
    }
    var text = string(1..<length)[...]
    input.consume(length + 1)
    let isEmpty = text.hasSuffix("/")
    if isEmpty { text.removeLast() } else { depth += 1 }
    let name = text.prefix { !$0.isWhitespace }
    return .open(
      name: Self.localName(String(name)),
      attributes: Self.attributes(text.dropFirst(name.count)), isEmpty: isEmpty)
  }

  private static func attributes(_ text: Substring) -> [String: String] {
    var attributes: [String: String] = [:]
    var rest = text
    while let equals = rest.firstIndex(of: "=") {
      let name = rest[..<equals].filter { !$0.isWhitespace }
      rest = rest[rest.index(after: equals)...].drop { $0.isWhitespace }
      guard let quote = rest.popFirst(), quote == "\"" || quote == "'",
        let end = rest.firstIndex(of: quote)
      else { break }
      attributes[String(name)] = resolved(String(rest[..<end]))
      rest = rest[rest.index(after: end)...]
    }
    return attributes
  }

  private static func localName(_ name: String) -> String {
    let name = name.drop { $0 == "/" }.filter { !$0.isWhitespace }
    return String(name.split(separator: ":").last ?? "")
  }

  /// The five named references and those by number.
  static func resolved(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...]
      guard let end = rest.prefix(12).firstIndex(of: ";") else {
        result.append(rest.removeFirst())
        continue
      }
      let reference = rest[rest.index(after: start)..<end]
      if let scalar = scalar(reference) {
        result.unicodeScalars.append(scalar)
      } else {
        result += rest[start...end]
      }
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func scalar(_ reference: Substring) -> Unicode.Scalar? {
    switch reference {
    case "amp": "&"
    case "lt": "<"
    case "gt": ">"
    case "quot": "\""
    case "apos": "'"
    case _ where reference.hasPrefix("#x"):
      UInt32(reference.dropFirst(2), radix: 16).flatMap { Unicode.Scalar($0) }
    case _ where reference.hasPrefix("#"):
      UInt32(reference.dropFirst()).flatMap { Unicode.Scalar($0) }
    default: nil
    }
  }

  private func string(_ range: Range<Int>) -> String {
    let bytes = UnsafeBufferPointer(rebasing: input.bytes[range])
    guard isLatin1 else { return LegacyText.decode(bytes) }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  private func peek(_ offset: Int) throws(ImportError) -> UInt8? {
    while input.bytes.count <= offset { guard try input.fill() else { return nil } }
    return input.bytes[offset]
  }

  private func length(to byte: UInt8, from start: Int) throws(ImportError) -> Int? {
    var searched = start
    while true {
      let bytes = input.bytes
      if searched < bytes.count, let found = bytes[searched...].firstIndex(of: byte) {
        return found
      }
      searched = max(searched, bytes.count)
      if try !input.fill() { return nil }
    }
  }

  private func need(to byte: UInt8, from start: Int) throws(ImportError) -> Int {
    guard let length = try length(to: byte, from: start) else { throw truncated() }
    return length
  }

  private func need(toAll end: String, from start: Int) throws(ImportError) -> Int {
    let wanted = Array(end.utf8)
    var position = start
    while true {
      position = try need(to: wanted[0], from: position)
      while input.bytes.count < position + wanted.count { guard try input.fill() else { break } }
      if input.bytes.dropFirst(position).starts(with: wanted) { return position }
      position += 1
    }
  }

  private func truncated() -> ImportError {
    ImportError(
      .truncated, "line \(input.lines + 1): the file ends in the middle",
      hint: "It was not copied or downloaded to its end.")
  }
}
