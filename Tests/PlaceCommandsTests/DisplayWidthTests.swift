import Testing

@testable import PlaceCommands

@Suite("Columns of text on a terminal")
struct DisplayWidthTests {
  @Test(
    "Columns are counted as terminals draw them",
    arguments: [
      ("Kamppi", 6), ("Ångström", 8), ("A\u{30A}ngström", 8), ("東京駅", 6), ("ｱｲｳ", 3), ("한글", 4),
      ("☕ Café", 7), ("👩‍👩‍👧", 2), ("❤️", 2), ("สยาม", 4), ("", 0), ("…", 1), ("ありがとう", 10),
    ])
  func width(text: String, columns: Int) {
    #expect(text.displayWidth == columns)
  }

  @Test(
    "What does not fit ends in an ellipsis and never gets wider than asked",
    arguments: [
      ("Kamppi Center", 13, "Kamppi Center"), ("Kamppi Center", 7, "Kamppi…"),
      ("東京駅", 5, "東京…"), ("東京駅", 4, "東…"), ("東京駅", 1, "…"), ("abc", 0, ""), ("", 3, ""),
      ("a東", 2, "a…"),
    ])
  func fitting(text: String, width: Int, expected: String) {
    #expect(text.fitted(to: width) == expected)
  }

  @Test("A sentence that is too wide goes on below its own beginning")
  func hanging() {
    #expect("go and look".hanging(from: "ok  ", columns: 4, width: nil) == ["ok  go and look"])
    let text = "the receiver has no position, look outside"
    #expect(
      text.hanging(from: "ok  ", columns: 4, width: 26)
        == ["ok  the receiver has no", "    position, look outside"])
    #expect(text.hanging(from: "", columns: 0, width: 1).allSatisfy { $0.displayWidth <= 20 })
  }

  @Test("Padding counts columns, not characters")
  func padding() {
    #expect("東京".padded(to: 6) == "東京  ")
    #expect("7".aligned(to: 3) == "  7")
    #expect("long".padded(to: 2) == "long")
  }
}
