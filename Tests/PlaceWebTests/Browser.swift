import Foundation
import TestSupport

/// A headless Chromium with one page, driven over its own protocol through a pair of pipes.
final class Browser {
  /// Where it is installed; nil where it is not.
  static let path = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private let scratch = ScratchDirectory()
  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private var received: [UInt8] = []
  private var lastID = 0
  private var session: String?
  /// Everything that the page tried to load.
  private(set) var requests: [String] = []
  /// What the browser or the page complained of: policy violations, exceptions, failed loads.
  private(set) var complaints: [String] = []

  /// Starts it with a window of this size.
  init(width: Int = 1280, height: Int = 720, isDark: Bool = false) throws {
    guard let path = Self.path else { throw Failure(description: "no Chromium") }
    var (toBrowser, fromBrowser): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe(&toBrowser) == 0, pipe(&fromBrowser) == 0 else { throw Failure(description: "pipe") }
    input = toBrowser[1]
    output = fromBrowser[0]
    for end in [input, output] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, scratch.file("log"), O_WRONLY | O_CREAT, 0o600)
    // The protocol is read from descriptor 3 and written to 4. Two steps: the pipes may have them.
    posix_spawn_file_actions_adddup2(&actions, toBrowser[0], 503)
    posix_spawn_file_actions_adddup2(&actions, fromBrowser[1], 504)
    posix_spawn_file_actions_adddup2(&actions, 503, 3)
    posix_spawn_file_actions_adddup2(&actions, 504, 4)
    for descriptor: Int32 in 5..<512 { posix_spawn_file_actions_addclose(&actions, descriptor) }
    let words = [
      path, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--mute-audio",
      "--no-first-run", "--disable-background-networking", "--remote-debugging-pipe",
      "--user-data-dir=" + scratch.file("profile"), "about:blank",
    ]
    var arguments = words.map { strdup($0) } + [nil]
    var variables =
      ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for text in arguments + variables { free(text) }
      posix_spawn_file_actions_destroy(&actions)
      close(toBrowser[0])
      close(fromBrowser[1])
    }
    var started = pid_t()
    let result = posix_spawn(&started, path, &actions, nil, &arguments, &variables)
    process = started
    guard result == 0 else { throw Failure(description: "cannot start \(path): \(result)") }
    try attach(width: width, height: height, isDark: isDark)
  }

  deinit {
    _ = try? call("Browser.close")
    close(input)
    if SpawnedEnd.wait(process, seconds: 5) == nil { kill(process, SIGKILL) }
    _ = SpawnedEnd.wait(process, seconds: 5)
    close(output)
  }

  private func attach(width: Int, height: Int, isDark: Bool) throws {
    let targets = try call("Target.getTargets")["targetInfos"] as? [[String: Any]] ?? []
    guard let page = targets.first(where: { $0["type"] as? String == "page" })?["targetId"] else {
      throw Failure(description: "no page")
    }
    session =
      try call("Target.attachToTarget", ["targetId": page, "flatten": true])["sessionId"] as? String
    for domain in ["Page", "Runtime", "Log", "Network", "Accessibility"] {
      try call(domain + ".enable")
    }
    try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
    let theme = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
    try call("Emulation.setEmulatedMedia", ["features": [theme]])
  }

  // MARK: The protocol

  /// Calls a method of the protocol.
  @discardableResult
  func call(_ method: String, _ params: [String: Any] = [:]) throws -> [String: Any] {
    lastID += 1
    var message: [String: Any] = ["id": lastID, "method": method, "params": params]
    if let session { message["sessionId"] = session }
    let bytes = [UInt8](try JSONSerialization.data(withJSONObject: message)) + [0]
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure(description: "the browser is gone: \(method)") }
      sent += count
    }
    let end = DaemonProcess.now + 30
    while DaemonProcess.now < end {
      guard let answer = try receive(until: end) else { break }
      guard answer["id"] as? Int == lastID else {
        note(answer)
        continue
      }
      if let error = answer["error"] { throw Failure(description: "\(method): \(error)") }
      return answer["result"] as? [String: Any] ?? [:]
    }
    throw Failure(description: "\(method) is not answered")
  }

  private func receive(until end: Double) throws -> [String: Any]? {
    while true {
      if let mark = received.firstIndex(of: 0) {
        let message = Data(received[..<mark])
        received.removeSubrange(...mark)
        return try JSONSerialization.jsonObject(with: message) as? [String: Any]
      }
      var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, Int32(max(0, end - DaemonProcess.now) * 1000)) > 0 else { return nil }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(output, &buffer, buffer.count)
      guard count > 0 else { throw Failure(description: "the browser is gone") }
      received += buffer[..<count]
    }
  }

  private func note(_ event: [String: Any]) {
    let params = event["params"] as? [String: Any] ?? [:]
    switch event["method"] as? String {
    case "Network.requestWillBeSent":
      if let url = (params["request"] as? [String: Any])?["url"] as? String { requests.append(url) }
    case "Log.entryAdded":
      let entry = params["entry"] as? [String: Any] ?? [:]
      complaints.append("\(entry["text"] ?? "") \(entry["url"] ?? "")")
    case "Runtime.exceptionThrown":
      complaints.append("\(params["exceptionDetails"] ?? "")")
    default: break
    }
  }

  // MARK: The page

  /// Opens an address.
  func open(_ address: String) throws { try call("Page.navigate", ["url": address]) }

  /// Evaluates an expression, promises awaited; its value.
  @discardableResult
  func evaluate(_ expression: String) throws -> Any? {
    let answer = try call(
      "Runtime.evaluate", ["expression": expression, "returnByValue": true, "awaitPromise": true])
    if let details = answer["exceptionDetails"] {
      throw Failure(description: "\(expression): \(details)")
    }
    return (answer["result"] as? [String: Any])?["value"]
  }

  /// The text of an expression's value.
  func text(_ expression: String) throws -> String {
    try evaluate("String(\(expression))") as? String ?? ""
  }

  /// The number of an expression's value.
  func number(_ expression: String) throws -> Double {
    (try evaluate(expression) as? NSNumber)?.doubleValue ?? .nan
  }

  /// Waits until an expression is true.
  func wait(_ condition: String, seconds: Double = 30) throws {
    let end = DaemonProcess.now + seconds
    // While a page loads an expression may have nothing to look at.
    while (try? evaluate("Boolean(\(condition))")) as? Bool != true {
      guard DaemonProcess.now < end else {
        let state = try? text("document.body?.innerText")
        throw Failure(description: "not in time: \(condition); \(complaints); \(state ?? "")")
      }
      usleep(30_000)
    }
  }

  /// The middle of an element, in pixels.
  private func middle(_ selector: String) throws -> (x: Double, y: Double) {
    let value = try evaluate(
      """
      (() => { const e = document.querySelector(\(Self.quoted(selector)));
        e.scrollIntoView({block: "nearest"});
        const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()
      """)
    guard let pair = value as? [Any], pair.count == 2, let x = (pair[0] as? NSNumber)?.doubleValue,
      let y = (pair[1] as? NSNumber)?.doubleValue
    else { throw Failure(description: "no \(selector)") }
    return (x, y)
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacingOccurrences(of: "\"", with: "\\\"") + "\""
  }

  /// Taps an element with a finger.
  func tap(_ selector: String) throws {
    let (x, y) = try middle(selector)
    try call(
      "Input.dispatchTouchEvent", ["type": "touchStart", "touchPoints": [["x": x, "y": y]]])
    try call("Input.dispatchTouchEvent", ["type": "touchEnd", "touchPoints": [[String: Any]]()])
  }

  /// Clicks an element with a mouse.
  func click(_ selector: String) throws {
    let (x, y) = try middle(selector)
    for type in ["mousePressed", "mouseReleased"] {
      try call(
        "Input.dispatchMouseEvent",
        ["type": type, "x": x, "y": y, "button": "left", "clickCount": 1])
    }
  }

  /// Drags the map from its middle by so many pixels.
  func dragMap(x dx: Double, y dy: Double) throws {
    let (x, y) = try middle("#map")
    func mouse(_ type: String, _ part: Double) throws {
      try call(
        "Input.dispatchMouseEvent",
        [
          "type": type, "x": x + dx * part, "y": y + dy * part, "button": "left", "buttons": 1,
          "clickCount": 1,
        ])
    }
    try mouse("mousePressed", 0)
    for step in 1...8 { try mouse("mouseMoved", Double(step) / 8) }
    try mouse("mouseReleased", 1)
  }

  /// Types into the element that has the focus.
  func type(_ text: String) throws { try call("Input.insertText", ["text": text]) }

  /// Presses a key that has a name, such as `Enter`.
  func press(_ key: String, code: Int) throws {
    let text = key == "Enter" ? "\r" : ""
    for type in [text.isEmpty ? "rawKeyDown" : "keyDown", "keyUp"] {
      try call(
        "Input.dispatchKeyEvent",
        [
          "type": type, "key": key, "code": key, "windowsVirtualKeyCode": code,
          "text": type == "keyDown" ? text : "",
        ])
    }
  }

  /// The accessibility tree: role, name and whether it can have the focus, of each node that counts.
  func accessibilityTree() throws -> [(role: String, name: String, isFocusable: Bool)] {
    let nodes = try call("Accessibility.getFullAXTree")["nodes"] as? [[String: Any]] ?? []
    return nodes.filter { $0["ignored"] as? Bool != true }.map { node in
      func value(_ name: String) -> String {
        (node[name] as? [String: Any])?["value"] as? String ?? ""
      }
      let properties = node["properties"] as? [[String: Any]] ?? []
      let isFocusable = properties.contains { property in
        property["name"] as? String == "focusable"
          && (property["value"] as? [String: Any])?["value"] as? Bool == true
      }
      return (value("role"), value("name"), isFocusable)
    }
  }
}

/// Waiting for a process that was spawned.
enum SpawnedEnd {
  /// Its status, or nil when it does not end in time.
  static func wait(_ process: pid_t, seconds: Double) -> Int32? {
    let end = DaemonProcess.now + seconds
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      guard DaemonProcess.now < end else { return nil }
      usleep(5000)
    }
    return status
  }
}
