/// Reads NMEA 0183 from a receiver, a network or a file: bytes in, epochs out.
///
/// A pure value: it knows no descriptor and no clock. Sentences of any talker and of the editions 1.5
/// to 4.11, any number of decimals, with binary, AIS and damage in between. What it cannot read it
/// counts and passes over.
public struct NMEAReader {
  private var framer: SentenceFramer
  private var assembler: EpochAssembler

  /// `requiresChecksum`: a sentence without checksum is dropped; one with a wrong checksum always is.
  /// `rollover` corrects the date of a live receiver.
  public init(requiresChecksum: Bool = true, rollover: WeekRollover? = nil) {
    framer = SentenceFramer(requiresChecksum: requiresChecksum)
    assembler = EpochAssembler(rollover: rollover)
  }

  /// Reads `bytes` and calls `body` with each epoch that has ended.
  public mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (Epoch) -> Void) {
    framer.read(bytes) { text in assembler.read(text, body) }
  }

  /// Ends a datagram: a sentence that is complete needs no line end.
  public mutating func endDatagram(_ body: (Epoch) -> Void) {
    framer.endDatagram { text in assembler.read(text, body) }
  }

  /// Ends the epoch that has begun: the receiver is silent for now, and has said what there is to say.
  public mutating func flush() -> Epoch? { assembler.flush() }

  /// Ends the stream: also a last line without an end is read.
  public mutating func finish(_ body: (Epoch) -> Void) {
    framer.finish { text in assembler.read(text, body) }
    if let epoch = assembler.flush() { body(epoch) }
  }

  /// Forgets a sentence that was cut off, after the device was opened anew.
  public mutating func discardPartialSentence() { framer.reset() }

  /// What became of the sentences so far.
  public var counts: SentenceCounts {
    var counts = framer.counts
    counts.positionStatements = assembler.positionStatements
    return counts
  }
}
