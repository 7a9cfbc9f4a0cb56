import Foundation
import Geography
import TestSupport
import Testing

@testable import NMEA

/// A locale that writes a decimal comma, compiled for the test into a folder of its own: a machine
/// that builds this has none installed as a rule.
private final class CommaLocale {
  private let folder = ScratchDirectory()
  private let locale: locale_t

  init?() {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/localedef")
    process.arguments = ["-i", "de_DE", "-f", "UTF-8", folder.file("de_DE.UTF-8")]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    setenv("LOCPATH", folder.path, 1)
    defer { unsetenv("LOCPATH") }
    guard let locale = newlocale(1 << LC_NUMERIC, "de_DE.UTF-8", nil) else { return nil }
    self.locale = locale
  }

  deinit { freelocale(locale) }

  /// Runs `body` with this as the thread's locale.
  func use<Result>(_ body: () -> Result) -> Result {
    let former = uselocale(locale)
    defer { uselocale(former) }
    return body()
  }

  static var isPossible: Bool {
    FileManager.default.fileExists(atPath: "/usr/share/i18n/locales/de_DE")
  }
}

@Suite("Locale")
struct LocaleTests {
  @Test(
    "A decimal comma changes no number, and makes none of what is no number (marnav#27, GeoclueShare#7)",
    .enabled(if: CommaLocale.isPossible, "the package locales is not installed"))
  func comma() throws {
    let stream =
      sentences("GPGGA,120000.50,6010.5000,N,02456.5000,E,1,08,1.5,5.5,M,20.0,M,,")
      + sentences("GPRMC,120001.50,A,6010,5000,N,02456,5000,E,0,5,90,0,010324,,,A")
    let plain = epochs(of: stream)
    let locale = try #require(CommaLocale())
    let (told, foreign) = locale.use { (epochs(of: stream), strtod("1,5", nil)) }
    try #require(foreign == 1.5, "the locale is not in use")
    #expect(told == plain)
    #expect(told.compactMap(\.fix).count == 1)
    #expect(told.first?.fix?.altitudeMeters == 5.5)
  }
}
