import Foundation
import TestSupport

/// A certificate authority of a test's own, and a server's certificate for `localhost` by it.
final class TestAuthority: Sendable {
  private let scratch = ScratchDirectory()

  var certificate: String { scratch.file("ca.pem") }
  var serverCertificate: String { scratch.file("server.pem") }
  var serverKey: String { scratch.file("server.key") }

  static let isPossible = ProgramRun.find("openssl") != nil

  init() throws {
    _ = try scratch.write("subjectAltName=DNS:localhost,IP:127.0.0.1\n", to: "names")
    for words in [
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=Test "
        + "-keyout ca.key -out ca.pem",
      "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost "
        + "-keyout server.key -out server.csr",
      "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names "
        + "-out server.pem",
    ] {
      let run = try ProgramRun(
        "/bin/sh", ["-c", "cd \(scratch.path) && exec openssl \(words)"])
      precondition(run.status == 0, run.error)
    }
  }
}
