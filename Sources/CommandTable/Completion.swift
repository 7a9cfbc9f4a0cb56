/// What a shell offers where a value is to be typed.
public enum Completion: Hashable, Sendable {
  /// Nothing.
  case nothing
  /// Files and folders.
  case files
  /// One of these words.
  case words([String])
  /// What the program itself prints for `PROGRAM _complete KIND -- WORD`, one a line, with a
  /// description after a tab; for values that only the program knows, such as the names of places.
  case asked(kind: String)
}
