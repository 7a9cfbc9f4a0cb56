import Glibc

/// The sanitizer that the tests, and with them the programs that they start, are built with.
public enum Sanitizer {
  /// There is one: memory is several times what it is without, and no library may be loaded before it.
  public static let isOn = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}
