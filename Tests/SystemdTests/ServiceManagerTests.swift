import Foundation
import TestSupport
import Testing

@testable import Systemd

@Suite("The service manager")
struct ServiceManagerTests {
  private func address(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int) -> Int {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// A manager's socket, read only when asked, and a service that tells it.
  private func listen(in scratch: ScratchDirectory) throws -> (Int32, ServiceManager) {
    let path = scratch.file("n")
    let (type, flags) = (Int32(SOCK_DGRAM.rawValue), Int32(SOCK_NONBLOCK.rawValue))
    let listener = socket(AF_UNIX, type | flags, 0)
    #expect(address(path) { Int(bind(listener, $0, $1)) } == 0)
    let queue = NotifyQueue(path: path)
    #expect(queue != nil)
    let service = ServiceManager(queue: queue) { message in
      // As sd_notify does, it waits where the queue is full.
      let sender = socket(AF_UNIX, type, 0)
      defer { close(sender) }
      return address(path) { sendto(sender, message, message.utf8.count, 0, $0, $1) } > 0
    }
    return (listener, service)
  }

  private func received(_ descriptor: Int32) -> [String] {
    var messages: [String] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
      messages.append(String(decoding: buffer[..<count], as: UTF8.self))
    }
    return messages
  }

  @Test("Readiness, status, reload and end are told, a status only when it changes")
  func messages() throws {
    let scratch = ScratchDirectory()
    let (descriptor, manager) = try listen(in: scratch)
    defer { close(descriptor) }
    manager.ready(status: "a")
    manager.tell(status: "a")
    manager.tell(status: "b")
    manager.reloading()
    manager.ready(status: "b")
    manager.feedWatchdog()
    manager.stopping()
    let messages = received(descriptor)
    #expect(messages.count == 6, "\(messages)")
    #expect(messages.first == "READY=1\nSTATUS=a" && messages[1] == "STATUS=b")
    #expect(messages[2].hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
    #expect(messages[3...] == ["READY=1\nSTATUS=b", "WATCHDOG=1", "STOPPING=1"])
  }

  @Test("A manager that does not listen delays nobody, and is told the latest when it does")
  func fullQueue() throws {
    let scratch = ScratchDirectory()
    let (descriptor, manager) = try listen(in: scratch)
    defer { close(descriptor) }
    for number in 0..<2000 { manager.tell(status: "\(number)") }
    let early = received(descriptor)
    #expect(!early.isEmpty && early.count < 2000)
    manager.tell(status: "1999")
    #expect(received(descriptor) == ["STATUS=1999"])
  }

  @Test("Without a manager, or with one that is gone, nothing is sent")
  func none() {
    #expect(NotifyQueue(path: "/nonexistent/socket") == nil && NotifyQueue(path: "") == nil)
    let manager = ServiceManager(queue: nil) { _ in
      Issue.record("a message was sent")
      return false
    }
    manager.ready(status: "a")
    manager.feedWatchdog()
  }
}
