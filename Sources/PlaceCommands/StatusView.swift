import Geography
import JSON

/// The result of `status` as lines.
struct StatusView {
  private let status: JSONValue

  init(_ status: JSONValue) { self.status = status }

  func lines(_ context: CommandContext) -> [String] {
    var list = FieldList()
    list.add("daemon", daemon)
    list.add("source", status.object("source").map(SourceView.init)?.text)
    list.add("fix", fix(context.units))
    list.add("here", status.object("here")?.text("label"))
    list.add("current", current(context))
    list.add("selected", SelectionView(status).text(context.time))
    list.add("visit", visit(context))
    list.add("places", status["places"]?.int.map(grouped))
    list.add("reports", reports)
    list.add("subscribers", status["subscribers"]?.int.map { String($0) })
    return list.lines(width: context.output.terminal.width)
  }

  private var daemon: String? {
    var parts: [String] = []
    if let version = status.text("version") { parts.append("placed \(version)") }
    if let uptime = status["uptime_s"]?.double { parts.append("up \(readableDuration(uptime))") }
    if let memory = status["memory_kib"]?.double {
      parts.append("\(decimal(memory / 1024, 1)) MiB")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private func fix(_ units: DisplayUnits) -> String? {
    guard let fix = status.object("fix") else { return nil }
    let age = status["age_s"]?.double.map { ", \(readableDuration($0)) ago" } ?? ""
    return FixView(fix).text(units) + age + (status["stale"]?.bool == true ? " (stale)" : "")
  }

  private func current(_ context: CommandContext) -> String? {
    guard let current = status.object("current") else { return nil }
    let since = current.time("since").map { ", since \(context.time.minutes($0))" } ?? ""
    guard let place = current.object("place") else { return "at no known place" + since }
    return PlaceView(place).name + since
  }

  private func visit(_ context: CommandContext) -> String? {
    guard let visit = status.object("visit").map(VisitView.init) else { return nil }
    let since = visit.arrival.map { ", since \(context.time.minutes($0))" } ?? ""
    return visit.title + since
  }

  /// `3 600 used, 20 published, 5 ignored (jump 3, old 2)`
  private var reports: String? {
    guard let filter = status.object("filter") else { return nil }
    var text =
      "\(grouped(filter["accepted"]?.int ?? 0)) used, \(grouped(filter["published"]?.int ?? 0)) published"
    let ignored = (filter.object("ignored")?.members ?? []).compactMap { member in
      member.value.int.map { (member.name.printable, $0) }
    }
    if !ignored.isEmpty {
      let reasons = ignored.map { "\($0.0) \(grouped($0.1))" }.joined(separator: ", ")
      text += ", ignored: \(reasons)"
    }
    return text
  }
}
