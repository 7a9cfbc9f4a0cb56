import CommandTable
import PlaceStore

extension CommandError {
  /// Why the database cannot be used.
  init(_ error: StoreError) {
    self.init(error.code, error.message, hint: error.hint)
  }

  init(_ code: StoreError.Code, _ message: String, hint: String?) {
    let exit: ExitCode =
      switch code {
      case .readOnly: .denied
      case .newerSchema: .incompatible
      case .notFound: .notFound
      default: .failed
      }
    self.init(exit, "storage", message, hint: hint)
  }
}
