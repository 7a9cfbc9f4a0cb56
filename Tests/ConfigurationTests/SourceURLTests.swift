import Configuration
import Testing

@Suite("Source URLs")
struct SourceURLTests {
  @Test(
    "Every form is read, and printed so that it reads back the same",
    arguments: [
      ("none", SourceURL.none, "none"),
      ("gpsd://", .gpsd(host: "localhost", port: 2947, device: nil), "gpsd://localhost:2947"),
      ("gpsd://car", .gpsd(host: "car", port: 2947, device: nil), "gpsd://car:2947"),
      ("gpsd://:3000", .gpsd(host: "localhost", port: 3000, device: nil), "gpsd://localhost:3000"),
      (
        "gpsd:///dev/ttyS0", .gpsd(host: "localhost", port: 2947, device: "/dev/ttyS0"),
        "gpsd://localhost:2947/dev/ttyS0"
      ),
      (
        "gpsd://car:3000/dev/ttyS0", .gpsd(host: "car", port: 3000, device: "/dev/ttyS0"),
        "gpsd://car:3000/dev/ttyS0"
      ),
      ("gpsd://[::1]", .gpsd(host: "::1", port: 2947, device: nil), "gpsd://[::1]:2947"),
      (
        "gpsd://[fe80::1%eth0]:1", .gpsd(host: "fe80::1%eth0", port: 1, device: nil),
        "gpsd://[fe80::1%eth0]:1"
      ),
      ("gpsd://car/", .gpsd(host: "car", port: 2947, device: nil), "gpsd://car:2947"),
      (
        "serial:/dev/ttyUSB0", .serial(path: "/dev/ttyUSB0", baud: nil, checksum: .required),
        "serial:/dev/ttyUSB0"
      ),
      (
        "serial:///dev/ttyUSB0?baud=auto",
        .serial(path: "/dev/ttyUSB0", baud: nil, checksum: .required), "serial:/dev/ttyUSB0"
      ),
      (
        "serial:/dev/ttyUSB0?baud=9600&checksum=optional",
        .serial(path: "/dev/ttyUSB0", baud: 9600, checksum: .optional),
        "serial:/dev/ttyUSB0?baud=9600&checksum=optional"
      ),
      (
        "tcp://[::1]:10110", .tcp(host: "::1", port: 10110, checksum: .required),
        "tcp://[::1]:10110"
      ),
      (
        "udp://0.0.0.0:10110?checksum=optional",
        .udp(host: "0.0.0.0", port: 10110, checksum: .optional),
        "udp://0.0.0.0:10110?checksum=optional"
      ),
      ("file:a b.nmea", .file(path: "a b.nmea", speed: 1, checksum: .required), "file:a b.nmea"),
      (
        "file:///tmp/a.gpx?speed=max", .file(path: "/tmp/a.gpx", speed: nil, checksum: .required),
        "file:/tmp/a.gpx?speed=max"
      ),
      (
        "file:/tmp/a?speed=2.5", .file(path: "/tmp/a", speed: 2.5, checksum: .required),
        "file:/tmp/a?speed=2.5"
      ),
    ])
  func forms(text: String, url: SourceURL, printed: String) throws {
    let read = try SourceURL(parsing: text)
    #expect(read == url)
    #expect(read.description == printed)
    #expect(try SourceURL(parsing: printed) == url)
  }

  @Test(
    "A mistake is quoted, with the next step",
    arguments: [
      ("", "''", "none"), ("gpds://x", "gpds", "did you mean 'gpsd'?"),
      ("/dev/ttyUSB0", "/dev", "serial:/dev/ttyUSB0?"),
      ("./a.nmea", "a.nmea", "file:./a.nmea?"), ("gpsd:localhost", "slashes", "gpsd://localhost?"),
      ("gpsd://::1", "brackets", "[::1]"), ("gpsd://[::1", "]", "[::1]"),
      ("gpsd://[]", "brackets", ""),
      ("gpsd://[::1]2947", "2947", ""), ("gpsd://x:0", "'0'", "65535"),
      ("gpsd://x:70000", "'70000'", "65535"),
      ("gpsd://x:", "''", "65535"), ("gpsd://x:+1", "+1", ""), ("gpsd://a b", "a b", ""),
      ("tcp://x", "no port", "10110"), ("tcp://:1", "no host", "10110"),
      ("udp:x:1", "slashes", "udp://x:1?"),
      ("serial:", "no device", "/dev/ttyUSB0"),
      ("serial:ttyUSB0", "no device", "serial:/dev/ttyUSB0?"),
      ("serial:/dev/x?baud=9601", "9601", "9600"),
      ("serial:/dev/x?bauds=9600", "bauds", "did you mean 'baud'?"),
      ("serial:/dev/x?baud", "no value", ""), ("tcp://x:1?checksum=no", "'no'", "optional"),
      ("tcp://x:1?speed=1", "speed", "checksum"), ("file:", "no path", "file:"),
      ("file:a?speed=0", "'0'", "max"),
      ("file:a?speed=nan", "nan", "max"),
    ])
  func mistakes(text: String, quoted: String, advice: String) {
    let error = #expect(throws: SettingError.self) { try SourceURL(parsing: text) }
    #expect(error?.message.contains(quoted) == true, "\(error?.message ?? "")")
    #expect(
      advice.isEmpty || error?.description.contains(advice) == true, "\(error?.description ?? "")")
  }
}
