import CZlib

/// Unpacks gzip (RFC 1952), also several members one after the other, as `cat a.gz b.gz` makes.
///
/// Every codec error is a value; a damaged stream ends with one, after all that could be unpacked.
final class Inflater {
  /// The compressed bytes are no gzip, or are damaged.
  struct Damage: Error {}

  /// zlib keeps a pointer back to its stream, which therefore never moves.
  private let stream: UnsafeMutablePointer<z_stream>
  /// The last member is complete, and no other has begun.
  private(set) var isBetweenMembers = true
  /// What follows the last member is no other one, but padding, which is ignored.
  private var isPadding = false
  private var hasMember = false

  init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // 15 is the largest window; 16 more asks for gzip's header and checksum.
    let result = inflateInit2_(stream, 15 + 16, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
    precondition(result == Z_OK, "zlib: \(result)")
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Unpacks from `input` into `output`; how many bytes of each it used. When it fills less than all
  /// of `output`, it has used all of `input`.
  func inflate(
    _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
  ) throws(Damage) -> (consumed: Int, produced: Int) {
    if isPadding { return (input.count, 0) }
    // zlib does not write to its input; its interface only lacks the const.
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
    stream.pointee.avail_in = UInt32(input.count)
    stream.pointee.next_out = output.baseAddress
    stream.pointee.avail_out = UInt32(output.count)
    var isStuck = false
    while stream.pointee.avail_out > 0, !isStuck {
      switch CZlib.inflate(stream, Z_NO_FLUSH) {
      case Z_OK: isBetweenMembers = false
      case Z_STREAM_END:
        inflateReset(stream)
        isBetweenMembers = true
        hasMember = true
        isStuck = stream.pointee.avail_in == 0
      case Z_BUF_ERROR: isStuck = true
      case Z_DATA_ERROR where isBetweenMembers && hasMember:
        isPadding = true
        stream.pointee.avail_in = 0
        isStuck = true
      default: throw Damage()
      }
    }
    return (
      input.count - Int(stream.pointee.avail_in), output.count - Int(stream.pointee.avail_out)
    )
  }
}
