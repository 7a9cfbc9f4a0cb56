import CommandTable
import Geography
import JSON

/// A file format that places and visits can be written in.
enum ExportFormat: String, CaseIterable, Sendable {
  case geojson, csv, gpx

  /// What writes it. `columns`: the fields of a record, for formats that name them once.
  func encoder(_ columns: [String]) -> any ExportEncoder {
    switch self {
    case .geojson: GeoJSONExport()
    case .csv: CSVExport(columns: columns)
    case .gpx: GPXExport()
    }
  }
}

/// Writes records one piece after another.
protocol ExportEncoder {
  /// The bytes of the next records, with the file's head before the first.
  mutating func text(of records: [ExportRecord]) -> [UInt8]
  /// The bytes that end the file, with its head where there was no record.
  mutating func end() -> [UInt8]
}

/// RFC 7946: one FeatureCollection, a feature on each line.
struct GeoJSONExport: ExportEncoder {
  private var hasBegun = false

  mutating func text(of records: [ExportRecord]) -> [UInt8] {
    var text: [UInt8] = []
    for record in records {
      text += hasBegun ? Array(",\n".utf8) : head
      hasBegun = true
      let feature = MapDocument.feature(
        MapDocument.point(record.position), record.fields, id: record.id)
      text += Output.line(of: feature).dropLast()
    }
    return text
  }

  mutating func end() -> [UInt8] { (hasBegun ? [] : head) + Array("\n]}\n".utf8) }

  private var head: [UInt8] { Array("{\"type\":\"FeatureCollection\",\"features\":[\n".utf8) }
}

/// RFC 4180, with line feeds alone, as the tools of this system expect.
struct CSVExport: ExportEncoder {
  private let columns: [String]
  private var hasBegun = false

  init(columns: [String]) { self.columns = columns }

  mutating func text(of records: [ExportRecord]) -> [UInt8] {
    var text = head()
    for record in records {
      let cells = [
        record.text("name"), "\(record.position.latitude)", "\(record.position.longitude)",
      ]
      text += line(cells + columns.dropFirst().map(record.text))
    }
    return Array(text.utf8)
  }

  mutating func end() -> [UInt8] { Array(head().utf8) }

  private mutating func head() -> String {
    guard !hasBegun else { return "" }
    hasBegun = true
    return line(["name", "lat", "lon"] + columns.dropFirst())
  }

  private func line(_ cells: [String]) -> String {
    cells.map(quoted).joined(separator: ",") + "\n"
  }

  private func quoted(_ cell: String) -> String {
    guard cell.contains(where: { $0 == "," || $0 == "\"" }) else { return cell }
    return "\""
      + cell.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}

/// GPX 1.1: waypoints.
struct GPXExport: ExportEncoder {
  private var hasBegun = false

  mutating func text(of records: [ExportRecord]) -> [UInt8] {
    var text = head()
    for record in records {
      text +=
        "<wpt lat=\"\(record.position.latitude)\" lon=\"\(record.position.longitude)\">"
        + element("time", record.text("arrived_at")) + element("name", record.text("name"))
        + element("type", record.text("category")) + "</wpt>\n"
    }
    return Array(text.utf8)
  }

  mutating func end() -> [UInt8] { Array((head() + "</gpx>\n").utf8) }

  private mutating func head() -> String {
    guard !hasBegun else { return "" }
    hasBegun = true
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<gpx version=\"1.1\" creator=\"placectl \(Release.version)\" "
      + "xmlns=\"http://www.topografix.com/GPX/1/1\">\n"
  }

  private func element(_ name: String, _ text: String) -> String {
    text.isEmpty ? "" : "<\(name)>\(escaped(text))</\(name)>"
  }

  private func escaped(_ text: String) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}
