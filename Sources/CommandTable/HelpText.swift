/// The help of a program or of one of its commands.
struct HelpText {
  let program: Program
  let path: [String]
  /// `-h`: one line for each thing.
  let isShort: Bool
  let width: Int

  private var command: Command { program.command(at: path) }

  /// `placectl likely [OPTIONS]`
  static func usage(program: Program, path: [String]) -> String {
    let command = program.command(at: path)
    let below = command.commands.isEmpty ? [] : [command.isGroup ? "COMMAND" : "[COMMAND]"]
    return ([program.name] + path + ["[OPTIONS]"] + below + command.arguments.map(\.usage))
      .joined(separator: " ")
  }

  var text: String {
    var lines = [
      ([program.name] + path).joined(separator: " ") + " - " + plain(command.summary), "",
      "Usage: " + Self.usage(program: program, path: path),
    ]
    if !isShort {
      for paragraph in command.details {
        lines += [""] + wrapped(plain(paragraph), width: width)
      }
    }
    lines += commandSections()
    lines += section(
      "Arguments", command.arguments.map { ($0.usage, $0.summary, choices($0.value)) })
    if path.isEmpty {
      lines += section("Options", program.sharedOptions.map(row))
    } else {
      lines += section("Options", command.options.map(row))
      // What there is to say of these is said once, in the program's help.
      lines += section(
        "Options of every command", program.sharedOptions.map { (term($0), $0.summary, nil) })
    }
    if !isShort, !command.examples.isEmpty {
      lines += ["", "Examples:"]
      for example in command.examples {
        lines.append("  " + example.line)
        lines += wrapped(plain(example.meaning), width: width, indent: 6)
      }
    }
    if path.isEmpty, !command.commands.isEmpty {
      lines += [
        "", "See '\(program.name) COMMAND --help' for one of them, and \(program.name)(1).",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private typealias Row = (term: String, summary: String, details: String?)

  /// The commands below, each with its whole path, under the headings of the first words.
  private func commandSections() -> [String] {
    command.sections.flatMap { title, commands in
      let rows: [Row] = commands.map { path, command in
        let arguments = command.arguments.map(\.usage)
        return ((path + arguments).joined(separator: " "), command.summary, nil)
      }
      return section(title, rows)
    }
  }

  private func row(_ option: OptionDefinition) -> Row {
    let details = [option.details, option.value.flatMap(choices)].compactMap { $0 }
    return (term(option), option.summary, details.isEmpty ? nil : details.joined(separator: " "))
  }

  private func term(_ option: OptionDefinition) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    return short + option.spelling + (option.value.map { " " + $0.placeholder } ?? "")
  }

  /// The words that a value can be, where the summary cannot be expected to name them all.
  private func choices(_ value: ValueDefinition) -> String? {
    guard case .words(let words) = value.completion, words.count > 3 else { return nil }
    return "One of \(words.joined(separator: ", "))."
  }

  private func section(_ title: String, _ rows: [Row]) -> [String] {
    guard !rows.isEmpty else { return [] }
    let column = min(26, (rows.map(\.term.count).max() ?? 0) + 4)
    return ["", title + ":"]
      + rows.flatMap { row in
        var lines = wrapped(plain(row.summary), width: width, indent: column)
        let term = "  " + row.term
        if term.count + 2 > column {
          lines.insert(term, at: 0)
        } else {
          lines[0] = term + lines[0].dropFirst(term.count)
        }
        if !isShort, let details = row.details {
          lines += wrapped(plain(details), width: width, indent: column)
        }
        return lines
      }
  }

  /// The text with quotes for back-quotes.
  private func plain(_ text: String) -> String {
    String(text.map { $0 == "`" ? "'" : $0 })
  }
}

/// `text` broken at spaces into lines of `width` characters, each after `indent` spaces.
func wrapped(_ text: String, width: Int, indent: Int = 0) -> [String] {
  let margin = String(repeating: " ", count: indent)
  var lines: [String] = []
  var line = margin
  for word in text.split(separator: " ") {
    if line.count > indent, line.count + 1 + word.count > width {
      lines.append(line)
      line = margin
    }
    line += (line.count > indent ? " " : "") + word
  }
  return lines + [line]
}
