/// What the place store could not do. Carries no position and no place name.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure.
  public enum Code: Hashable, Sendable {
    /// The file cannot be opened or created.
    case cannotOpen
    /// The file is no place database, or damaged.
    case corrupt
    /// The file is of a later version of this program.
    case newerSchema
    /// The file or its folder cannot be written.
    case readOnly
    /// No room on the disk.
    case full
    /// Another process holds the file.
    case busy
    /// No such row.
    case notFound
    /// A value that the table does not take.
    case invalid
    /// The device failed, or anything else.
    case failed
  }

  /// What kind of failure.
  public let code: Code
  /// What happened, in words that name the file or the rule.
  public let message: String
  /// What to do about it.
  public let hint: String?

  /// A failure.
  public init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// The message.
  public var description: String { message }
}
