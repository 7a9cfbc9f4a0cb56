import PlaceStore

/// Why an import failed. Unless it says otherwise nothing was changed.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure.
  public enum Code: Hashable, Sendable {
    /// The file is missing or cannot be read.
    case cannotRead
    /// The file is of no format that is read here, or empty.
    case unknownFormat
    /// The file ends in the middle.
    case truncated
    /// The file is not what its format demands.
    case malformed
    /// A row is bad, and `--strict` was given.
    case badRows
    /// A program that is needed is not installed.
    case missingProgram
    /// An option makes no sense.
    case invalid
    /// The table could not be read or written; what was changed before is a whole number of steps,
    /// and the same command goes on from there.
    case store(StoreError.Code)
  }

  /// What kind of failure.
  public let code: Code
  /// What happened.
  public let message: String
  /// What to do about it.
  public let hint: String?
  /// Bad rows, with `--strict`.
  public let badRows: [BadRow]

  /// A failure.
  public init(_ code: Code, _ message: String, hint: String? = nil, badRows: [BadRow] = []) {
    self.code = code
    self.message = message
    self.hint = hint
    self.badRows = badRows
  }

  /// A failure of the table.
  public init(_ error: StoreError) {
    self.init(.store(error.code), error.message, hint: error.hint)
  }

  /// The message.
  public var description: String { message }
}
