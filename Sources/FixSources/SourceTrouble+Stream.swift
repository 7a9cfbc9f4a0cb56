/// The words for a stream that is not what it should be.
extension SourceTrouble {
  static func noPositionSentence(_ device: String) -> SourceTrouble {
    SourceTrouble(
      .noPositionSentence, "'\(device)' sends sentences, but none with a position",
      hint: "RMC, GGA, GNS or GLL must be switched on in the receiver or the multiplexer")
  }

  static func onlyAIS(_ device: String) -> SourceTrouble {
    SourceTrouble(
      .noPositionSentence, "'\(device)' sends only AIS, the positions of other ships",
      hint: "the GPS of the ship is another stream")
  }

  static func noChecksum(_ device: String) -> SourceTrouble {
    SourceTrouble(
      .noChecksum, "the sentences from '\(device)' have no checksum, and are not believed",
      hint: "add checksum=optional to the source, if the line is good")
  }

  static func badChecksums(_ device: String) -> SourceTrouble {
    SourceTrouble(
      .noNMEA, "every sentence from '\(device)' is damaged",
      hint: "the cable is bad, or another program reads from it at the same time")
  }
}
