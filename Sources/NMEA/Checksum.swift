/// The checksum of an NMEA 0183 sentence: exclusive or of the bytes between `$` or `!` and `*`.
func checksum(_ bytes: some Sequence<UInt8>) -> UInt8 {
  bytes.reduce(0, ^)
}
