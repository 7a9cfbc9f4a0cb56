import Spelling
import Testing

@Suite("Nearest name")
struct NearestNameTests {
  @Test(
    "A slip of the fingers finds the word that was meant",
    arguments: [
      ("stale_aftr", "stale_after"), ("stael_after", "stale_after"), ("Stale-After", "stale_after"),
      ("max_acuracy", "max_accuracy"), ("limt", "limit"), ("limits", "limit"), ("ur", "url"),
    ])
  func slips(typed: String, meant: String) {
    #expect(
      nearestName(to: typed, among: ["url", "stale_after", "max_accuracy", "limit"]) == meant)
  }

  @Test(
    "A word that is like none of them finds nothing", arguments: ["", "colour", "x", "urlurlurl"])
  func nothingNear(typed: String) {
    #expect(nearestName(to: typed, among: ["url", "stale_after", "max_accuracy", "limit"]) == nil)
  }

  @Test("Of two equally near the first is taken")
  func ties() {
    #expect(nearestName(to: "bet", among: ["bat", "bit"]) == "bat")
  }
}
