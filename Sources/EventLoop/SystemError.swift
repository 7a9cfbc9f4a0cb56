#if canImport(Glibc)
  import Glibc
#endif

/// A failed system call.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call's name.
  public let call: String
  /// Its `errno`.
  public let code: CInt

  /// A failure of `call` with `code`.
  public init(_ call: String, code: CInt) {
    self.call = call
    self.code = code
  }

  /// A failure of `call` with the `errno` it left.
  public static func last(_ call: String) -> SystemError { SystemError(call, code: errno) }

  /// The system's words for `code`.
  public var reason: String { String(cString: strerror(code)) }

  /// The call and the system's words.
  public var description: String { "\(call): \(reason)" }
}

/// Runs a system call that reports failure with -1, again when a signal interrupted it.
@discardableResult
public func system<Result: SignedInteger>(
  _ call: String, _ body: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = body()
    if result != -1 { return result }
    let error = SystemError.last(call)
    if error.code != EINTR { throw error }
  }
}
