/// The version that all programs of the project share.
public enum Release {
  /// Semantic versioning; `--version`, `hello` and the manual show it.
  public static let version = "0.1.0"
}
