/// Where fixes come from, as `[source] url` and `--source` name it.
public enum SourceURL: Hashable, Sendable {
  /// `gpsd://[HOST[:PORT]][/DEVICE]`
  case gpsd(host: String, port: UInt16, device: String?)
  /// `serial:/dev/ttyUSB0[?baud=…]`; nil finds the speed by itself.
  case serial(path: String, baud: Int?, checksum: ChecksumPolicy)
  /// `tcp://HOST:PORT`: NMEA over TCP.
  case tcp(host: String, port: UInt16, checksum: ChecksumPolicy)
  /// `udp://ADDRESS:PORT`: NMEA datagrams to this address.
  case udp(host: String, port: UInt16, checksum: ChecksumPolicy)
  /// `file:PATH[?speed=N|max]`: a recording; nil is as fast as it can.
  case file(path: String, speed: Double?, checksum: ChecksumPolicy)
  /// `none`: no fixes.
  case none

  /// Whether a sentence without a checksum is believed.
  public enum ChecksumPolicy: Hashable, Sendable {
    /// It is dropped.
    case required
    /// It is believed, `checksum=optional`; one with a wrong checksum is dropped all the same.
    case optional
  }
}
