import CommandTable
import Geography
import JSON
import PlaceClient
import PlaceProtocol

/// The checks that ask the daemon, from the outside in.
struct DaemonChecks {
  let context: CommandContext

  /// Socket, permission and daemon; then what the daemon's status says, which is returned, too.
  func run() -> (findings: [Finding], status: JSONValue?) {
    let path = context.socket.path
    do throws(CommandError) {
      let client = try context.client()
      let status = try context.call(.status)
      var findings = [
        Finding.ok("socket", path.printable), permission(client.hello),
        Finding.ok("daemon", "placed \(client.hello.version.printable) answers"),
      ]
      findings += version(client.hello)
      findings += source(status)
      findings += fix(status)
      findings += clock(status)
      findings += health(status)
      return (findings, status)
    } catch {
      return (unreachable(error, path: path), nil)
    }
  }

  /// Which of the first three steps failed.
  private func unreachable(_ error: CommandError, path: String) -> [Finding] {
    let reached: [Finding] =
      switch error.code {
      case "not_running", "unreachable": []
      case "denied": [.ok("socket", path.printable)]
      default: [.ok("socket", path.printable), .ok("permission", "this user may connect")]
      }
    let names = ["socket", "permission", "daemon"]
    let rest = names.dropFirst(reached.count + 1).map { Finding.skipped($0, "not reached") }
    return reached + [.failed(names[reached.count], error)] + rest
  }

  private func permission(_ hello: Hello) -> Finding {
    switch hello.access {
    case .precise: .ok("permission", hello.mayManage ? "precise, may manage" : "precise")
    case .approximate: .ok("permission", "approximate positions only")
    case .denied: .failed("permission", "this user is let in nowhere", hint: nil, exit: .denied)
    }
  }

  private func version(_ hello: Hello) -> [Finding] {
    guard hello.version != Release.version else { return [] }
    return [
      .warning(
        "version", "this is \(Release.version), and the daemon is \(hello.version.printable)",
        hint: "after an update: sudo systemctl restart placed")
    ]
  }

  private func source(_ status: JSONValue) -> [Finding] {
    guard let value = status.object("source") else { return [] }
    let source = SourceView(value)
    switch source.state {
    case "fix", "no_fix", "stale": return [.ok("source", source.text)]
    case "connecting":
      return [.warning("source", source.text, hint: "look again in some seconds")]
    default:
      return [.failed("source", source.text, hint: hint(for: value["url"]?.string ?? ""))]
    }
  }

  private func hint(for url: String) -> String {
    if url.hasPrefix("gpsd:") { return "see the check of gpsd below" }
    if url.hasPrefix("serial:") {
      return "is it plugged in, and is the user of the daemon in the group dialout?"
    }
    return "[source] url in /etc/placed/placed.conf says where fixes come from"
  }

  private func fix(_ status: JSONValue) -> [Finding] {
    let state = status.object("source")?["state"]?.string
    guard let fix = status.object("fix") else {
      guard state == "no_fix" else { return [.skipped("fix", "none so far")] }
      return [
        .warning(
          "fix", "the receiver has no position",
          hint: "it needs a view of the sky, and some minutes after a cold start")
      ]
    }
    let age = status["age_s"]?.double.map { ", \(readableDuration($0)) ago" } ?? ""
    guard status["stale"]?.bool != true else {
      return [
        .warning(
          "fix", "the last is old\(age)", hint: "the receiver went silent, or lost the sky")
      ]
    }
    return [.ok("fix", FixView(fix).text(context.units) + age)]
  }

  /// The fix's time is that of the satellites; it was true `age_s` ago.
  private func clock(_ status: JSONValue) -> [Finding] {
    let hint = "timedatectl shows whether it is set by NTP; chrony can take the time from gpsd"
    guard let time = status.object("fix")?.time("time"), let age = status["age_s"]?.double else {
      // Before 2024 no version of this program existed.
      let isUnset = ReadableTime.now < UTCTime(year: 2024, month: 1, day: 1) ?? ReadableTime.now
      guard isUnset else { return [.skipped("clock", "there is no fix to compare it with")] }
      return [.warning("clock", "this machine's clock is not set", hint: hint)]
    }
    let difference = ReadableTime.now.seconds(since: time) - age
    guard abs(difference) > 5 else { return [.ok("clock", "right to some seconds")] }
    // A recording is of another time.
    guard status.object("source")?["url"]?.string?.hasPrefix("file:") != true else {
      return [.skipped("clock", "the source is a recording")]
    }
    let side = difference > 0 ? "ahead of" : "behind"
    return [
      .warning(
        "clock",
        "this machine's clock is \(readableDuration(abs(difference))) \(side) the receiver",
        hint: hint)
    ]
  }

  private func health(_ status: JSONValue) -> [Finding] {
    status.elements("health").map(HealthView.init).map { health in
      let hint = health.hint
      return health.severity == .serious
        ? .failed("health", health.text, hint: hint) : .warning("health", health.text, hint: hint)
    }
  }
}
