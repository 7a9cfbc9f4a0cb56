import CMicroHTTPD

/// One request and its answer. Answering one whose connection is gone does nothing.
final class HTTPExchange {
  private var pointer: OpaquePointer?
  private var stream: EventStream?
  private let onWake: () -> Void

  /// The request's method.
  let method: String
  /// The request's path, decoded.
  let path: String

  /// `onWake`: called when there is something to send outside of the server's own round.
  init(_ pointer: OpaquePointer, onWake: @escaping () -> Void) {
    self.pointer = pointer
    self.onWake = onWake
    method = String(cString: placed_http_method(pointer))
    path = String(cString: placed_http_path(pointer))
  }

  /// A header of the request.
  func header(_ name: String) -> String? {
    pointer.flatMap { placed_http_header($0, name) }.map { String(cString: $0) }
  }

  /// A parameter of the query; empty where it has no value.
  func parameter(_ name: String) -> String? {
    pointer.flatMap { placed_http_parameter($0, name) }.map { String(cString: $0) }
  }

  /// The request's body.
  var body: [UInt8] {
    guard let pointer else { return [] }
    var size = 0
    guard let bytes = placed_http_body(pointer, &size) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: size))
  }

  /// Whether the client still waits.
  var isOpen: Bool { pointer != nil }

  /// Answers the request.
  func answer(_ answer: HTTPAnswer) {
    guard let pointer else { return }
    let response =
      switch answer.body {
      case .bytes(let bytes): bytes.withUnsafeBytes { placed_http_bytes($0.baseAddress, $0.count) }
      case .file(let descriptor, let size): placed_http_file(descriptor, UInt64(size))
      case .stream(let stream): open(stream, on: pointer)
      }
    if let response {
      for (name, value) in answer.headers { placed_http_add_header(response, name, value) }
    }
    placed_http_answer(pointer, UInt32(answer.status), response)
    onWake()
  }

  private func open(_ stream: EventStream, on pointer: OpaquePointer) -> OpaquePointer? {
    self.stream = stream
    stream.wake = { [onWake] in
      placed_http_wake(pointer)
      onWake()
    }
    return placed_http_stream(pointer)
  }

  func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int { stream?.take(into: buffer) ?? -1 }

  func end() {
    pointer = nil
    stream?.end()
    stream = nil
  }
}
