import Places
import Testing

@Suite("Names as they are compared")
struct NameFoldingTests {
  @Test(
    "Letters become plain, whatever their script's relation to Latin",
    arguments: [
      ("Łódź", "lodz"), ("København", "kobenhavn"), ("Straße", "strasse"), ("Ёлка", "elka"),
      ("Æbleskiver", "aebleskiver"), ("Þingvellir", "thingvellir"), ("Νησί", "nisi"),
      ("İstanbul", "istanbul"), ("ISPARTA ılıca", "isparta ilica"), ("Phở", "pho"),
      ("Москва", "moskva"), ("ﬁsh", "fish"), ("ＡＢＣ１", "abc1"), ("e\u{301}", "e"),
      ("O'Hare", "ohare"), ("McDonald’s", "mcdonalds"), ("7-Eleven", "7 eleven"),
      ("A & B", "a b"), ("दिल्ली", "दिल्ली"), ("Αθήνα ουζερί", "athina ouzeri"), ("", ""),
      ("!!!", ""), ("ラーメン", "らーめん"), ("東京Tower", "東京 tower"),
    ])
  func folding(_ name: String, _ folded: String) {
    #expect(NameFolding.folded(name) == folded)
  }

  @Test("Folding what is folded changes nothing")
  func idempotent() {
    for name in ["Łódź Café", "Ёлка", "วัดพระแก้ว", "京都大学", "Straße 12"] {
      let once = NameFolding.folded(name)
      #expect(NameFolding.folded(once) == once)
    }
  }

  @Test(
    "Second spellings",
    arguments: [
      ("Müller", ["mueller"]), ("Ёлка", ["yolka"]), ("O'Hare", ["o", "hare"]), ("Åbo", ["aabo"]),
    ])
  func variants(_ name: String, _ words: [String]) {
    #expect(NameFolding.variantWords(name) == words)
  }

  @Test("A plain name has no second spelling")
  func noVariant() {
    #expect(NameFolding.variantWords("Central Park") == nil)
    #expect(NameFolding.variantWords("Café") == nil)
  }

  @Test("Words of scripts without blanks are found from each letter on")
  func parts() {
    #expect(NameFolding.searchableParts(of: "京都大学") == ["京都大学", "都大学", "大学", "学"])
    #expect(NameFolding.searchableParts(of: "tower") == ["tower"])
    #expect(NameFolding.words("วัดพระแก้ว") == ["วัดพระแก้ว"])
    // Not at a vowel sign or tone mark, which belongs to the letter before it.
    let parts = NameFolding.searchableParts(of: "แก้ว")
    #expect(parts == ["แก้ว", "ก้ว", "ว"])
  }
}
