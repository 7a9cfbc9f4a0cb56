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
    framer.read(bytes) { text in
      if let sentence = Sentence(text), let epoch = assembler.take(sentence) { body(epoch) }
    }
  }

  /// Ends the epoch that has begun: the receiver is silent for now, and has said what there is to say.
  public mutating func flush() -> Epoch? { assembler.flush() }

  /// Ends the stream: also a last line without an end is read.
  public mutating func finish(_ body: (Epoch) -> Void) {
    framer.finish { text in
      if let sentence = Sentence(text), let epoch = assembler.take(sentence) { body(epoch) }
    }
    if let epoch = assembler.flush() { body(epoch) }
  }

  /// Forgets a sentence that was cut off, after the device was opened anew.
  public mutating func discardPartialSentence() { framer.reset() }

  /// Sentences read, their checksum right.
  public var sentenceCount: Int { framer.counts.sentences }
  /// Sentences dropped for a wrong checksum.
  public var badChecksumCount: Int { framer.counts.badChecksums }
  /// Sentences dropped because they had none.
  public var missingChecksumCount: Int { framer.counts.missingChecksums }
  /// AIS sentences, which are not read.
  public var encapsulatedCount: Int { framer.counts.encapsulated }
}
