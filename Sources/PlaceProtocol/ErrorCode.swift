/// The daemon's own error codes, `data.code` of a JSON-RPC error -32000. Never reused; nothing is
/// decided on the message's text.
public enum ErrorCode: String, Hashable, Sendable, CaseIterable {
  /// No position is known yet.
  case noFix = "no_fix"
  /// No such place, visit, rank or suggestion.
  case notFound = "not_found"
  /// This user may not do it.
  case denied
  /// Several places are meant; `candidates` lists them.
  case ambiguous
  /// A parameter is missing, of the wrong kind or out of range.
  case invalid
  /// Try again later.
  case busy
  /// More than the daemon takes or gives at once.
  case tooLarge = "too_large"
  /// The database cannot be read or written.
  case storage
  /// The configuration has problems; `problems` lists them.
  case config
}
