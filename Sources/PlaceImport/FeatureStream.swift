import JSON

/// Finds the features of a GeoJSON file, one after another, without reading the rest first.
///
/// GeoJSONSeq has a feature a line, or, by RFC 8142, one after each record separator; a FeatureCollection
/// has them in its array `features`. A feature is handed on as its bytes.
struct FeatureStream {
  /// How features follow each other.
  private enum Mode {
    case unknown
    /// One a line.
    case lines
    /// Each after a record separator.
    case records
    /// In the array of a collection; `isOpen` once that has begun.
    case collection(isOpen: Bool)
    /// The file is one feature.
    case single
    case finished
  }

  private static let separator: UInt8 = 0x1E

  private let input: InputBuffer
  private var mode = Mode.unknown

  init(_ input: InputBuffer) { self.input = input }

  /// Gives `body` the bytes of the next feature and the line it starts on; nil at the end. A truncated
  /// file throws.
  mutating func next<Result>(
    _ body: (UnsafeBufferPointer<UInt8>, Int) -> Result
  ) throws(ImportError) -> Result? {
    if case .unknown = mode { mode = try detect() }
    switch mode {
    case .unknown, .finished: return nil
    case .lines: return try nextLine(body)
    case .records: return try nextRecord(body)
    case .single:
      mode = .finished
      let bytes = input.bytes
      defer { input.consume(bytes.count) }
      return body(bytes, input.lines + 1)
    case .collection(let isOpen):
      if !isOpen {
        try enterCollection()
        mode = .collection(isOpen: true)
      }
      if let result = try nextElement(body) { return result }
      mode = .finished
      return nil
    }
  }

  private func detect() throws(ImportError) -> Mode {
    try input.skipByteOrderMark()
    while input.bytes.count < 1 << 20, try input.fill() {}
    let bytes = input.bytes
    guard let start = bytes.firstIndex(where: { !Self.isBlank($0) }) else {
      throw ImportError(.unknownFormat, "the file is empty")
    }
    if bytes[start] == Self.separator { return .records }
    // A whole value in the first line that is no collection: a feature a line.
    let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.endIndex
    if end < bytes.endIndex || input.isAtEnd {
      let first = UnsafeBufferPointer(rebasing: bytes[start..<end])
      var reader = JSONReader(first)
      if (try? reader.skipValue()) != nil {
        switch Self.kind(first) {
        case .collection: return .collection(isOpen: false)
        case .feature: return .lines
        case .other: throw Self.noGeoJSON
        }
      }
      if Self.looksLikeLines(first, bytes[end...]) { return .lines }
    }
    if input.isAtEnd {
      var whole = JSONReader(bytes)
      if (try? whole.skipValue()) != nil {
        switch Self.kind(bytes) {
        case .collection: break
        case .feature: return .single
        case .other: throw Self.noGeoJSON
        }
      }
    }
    guard bytes[start] == UInt8(ascii: "{") else { throw Self.noGeoJSON }
    return .collection(isOpen: false)
  }

  private static let noGeoJSON = ImportError(
    .malformed, "the file is no GeoJSON",
    hint: "A FeatureCollection, or a feature a line, is expected.")

  private enum Kind {
    case collection, feature, other
  }

  /// What a whole value is, by the names in it.
  private static func kind(_ bytes: UnsafeBufferPointer<UInt8>) -> Kind {
    var reader = JSONReader(bytes)
    guard (try? reader.beginObject()) != nil else { return .other }
    var kind = Kind.other
    while let key = try? reader.nextKey() {
      if key == "features" { return .collection }
      if key == "geometry" || key == "properties" { kind = .feature }
      guard (try? reader.skipValue()) != nil else { break }
    }
    return kind
  }

  /// The first line is damaged, and not the beginning of a collection, but the second is whole.
  private static func looksLikeLines(
    _ first: UnsafeBufferPointer<UInt8>, _ rest: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Bool {
    let beginning = Array("\"features\"".utf8)
    let isBeginning =
      first.allSatisfy { isBlank($0) || $0 == UInt8(ascii: "{") }
      || first.indices.contains { first[$0...].starts(with: beginning) }
    guard !isBeginning, let second = rest.split(separator: 0x0A, maxSplits: 1).first,
      second.first == UInt8(ascii: "{")
    else { return false }
    var reader = JSONReader(UnsafeBufferPointer(rebasing: second))
    do {
      try reader.skipValue()
      try reader.expectEnd()
      return true
    } catch {
      return false
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private mutating func nextLine<Result>(
    _ body: (UnsafeBufferPointer<UInt8>, Int) -> Result
  ) throws(ImportError) -> Result? {
    while let (text, length) = try input.line() {
      defer { input.consume(length) }
      guard !text.allSatisfy({ Self.isBlank($0) || $0 == Self.separator }) else { continue }
      if input.isAtEnd, length == input.bytes.count, text.count == length {
        try Self.refuseTruncated(text, line: input.lines + 1)
      }
      return body(text, input.lines + 1)
    }
    return nil
  }

  /// Throws when the last line, which no line break ends, is a value cut off in the middle.
  private static func refuseTruncated(
    _ text: UnsafeBufferPointer<UInt8>, line: Int
  ) throws(ImportError) {
    var reader = JSONReader(text)
    do {
      try reader.skipValue()
    } catch  where error.code == .unexpectedEnd {
      throw truncated(line: line)
    } catch {}
  }

  private static func truncated(line: Int) -> ImportError {
    ImportError(
      .truncated, "line \(line): the file ends in the middle of a feature",
      hint: "It was not copied or downloaded to its end.")
  }

  private mutating func nextRecord<Result>(
    _ body: (UnsafeBufferPointer<UInt8>, Int) -> Result
  ) throws(ImportError) -> Result? {
    while true {
      while let byte = input.bytes.first, Self.isBlank(byte) || byte == Self.separator {
        input.consume(1)
      }
      if input.bytes.isEmpty {
        if try input.fill() { continue }
        return nil
      }
      var searched = 0
      while true {
        let bytes = input.bytes
        if let end = bytes[searched...].firstIndex(of: Self.separator) {
          defer { input.consume(end) }
          return body(UnsafeBufferPointer(rebasing: bytes[..<end]), input.lines + 1)
        }
        searched = bytes.count
        if try input.fill() { continue }
        let rest = input.bytes
        try Self.refuseTruncated(rest, line: input.lines + 1)
        defer { input.consume(rest.count) }
        return body(rest, input.lines + 1)
      }
    }
  }
}

/// The array of a FeatureCollection.
extension FeatureStream {
  /// Moves into the array `features`.
  private func enterCollection() throws(ImportError) {
    var scanner = ValueScanner(input)
    try scanner.expect(UInt8(ascii: "{"))
    var isFirst = true
    while true {
      let byte = try scanner.nextSignificant()
      if byte == UInt8(ascii: "}") {
        throw ImportError(
          .malformed, "the file is JSON, but has no 'features'",
          hint: "A FeatureCollection, or a feature a line, is expected.")
      }
      if isFirst { isFirst = false } else { try scanner.expect(UInt8(ascii: ",")) }
      _ = try scanner.nextSignificant()
      let key = try scanner.valueLength()
      let isFeatures = input.bytes.prefix(key).elementsEqual("\"features\"".utf8)
      input.consume(key)
      try scanner.expect(UInt8(ascii: ":"))
      if isFeatures {
        return try scanner.expect(UInt8(ascii: "["))
      }
      _ = try scanner.nextSignificant()
      input.consume(try scanner.valueLength())
    }
  }

  private func nextElement<Result>(
    _ body: (UnsafeBufferPointer<UInt8>, Int) -> Result
  ) throws(ImportError) -> Result? {
    var scanner = ValueScanner(input)
    var byte = try scanner.nextSignificant()
    if byte == UInt8(ascii: ",") {
      input.consume(1)
      byte = try scanner.nextSignificant()
    }
    if byte == UInt8(ascii: "]") {
      try leaveCollection()
      return nil
    }
    let length = try scanner.valueLength()
    defer { input.consume(length) }
    return body(UnsafeBufferPointer(rebasing: input.bytes[..<length]), input.lines + 1)
  }

  /// Reads to the end of the object, so that a file that was cut off behind the features is noticed.
  private func leaveCollection() throws(ImportError) {
    var scanner = ValueScanner(input)
    try scanner.expect(UInt8(ascii: "]"))
    while try scanner.nextSignificant() != UInt8(ascii: "}") {
      try scanner.expect(UInt8(ascii: ","))
      _ = try scanner.nextSignificant()
      input.consume(try scanner.valueLength())
      try scanner.expect(UInt8(ascii: ":"))
      _ = try scanner.nextSignificant()
      input.consume(try scanner.valueLength())
    }
  }
}
