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

  /// What to do, where the error itself says nothing better.
  var hint: String {
    switch self {
    case .noFix: "'placectl status' tells what the source does"
    case .notFound: "'placectl search' finds places, 'placectl visits' lists visits"
    case .denied: "[access] in placed.conf says who may"
    case .ambiguous: "give the id of one of the candidates"
    case .invalid: "placed-protocol(7) tells what each method takes"
    case .busy: "try again later"
    case .tooLarge: "ask for less with 'limit'"
    case .storage: "'placectl doctor' looks at the database"
    case .config: "'placed --check-config' lists the problems"
    }
  }
}
