/// A completion script for Fish.
struct FishCompletion {
  let program: Program

  private var prefix: String { "__" + identifier(program.name) }

  var script: String {
    let paths = program.completedCommands.dropFirst().map {
      quotedForShell($0.path.joined(separator: " "))
    }
    return """
      # fish completion for \(program.name); made by its command table.

      # Whether the command is this one, and the number of its arguments so far in these bounds.
      function \(prefix)_at --argument-names wanted least most
          set -l path ''
          set -l count 0
          set -l skip 0
          for word in (commandline -opc)[2..-1]
              if test $skip = 1
                  set skip 0
                  continue
              end
              switch $word
                  case \(program.optionsWithValue.map(quotedForShell).joined(separator: " "))
                      set skip 1
                  case '-*'
                  case '*'
                      set -l longer (string trim -- "$path $word")
                      if contains -- $longer \(paths.joined(separator: " "))
                          set path $longer
                      else
                          set count (math $count + 1)
                      end
              end
          end
          test "$path" = "$wanted"; or return 1
          test -z "$least"; or test $count -ge $least -a $count -le $most
      end

      function \(prefix)_ask --argument-names kind
          \(program.name) _complete $kind -- (commandline -ct) 2>/dev/null
      end

      complete -c \(program.name) -f
      \(lines.joined(separator: "\n"))

      """
  }

  private var lines: [String] {
    program.completedCommands.flatMap { path, command in
      let condition = "\(prefix)_at '\(path.joined(separator: " "))'"
      let place = "-n " + quotedForShell(condition)
      func bounded(_ least: Int, _ most: Int) -> String {
        "-n " + quotedForShell("\(condition) \(least) \(most)")
      }
      var lines = command.visibleCommands.map { below in
        line([bounded(0, 0), "-a", below.name, description(below.summary)])
      }
      lines += command.arguments.enumerated().compactMap { index, argument in
        let most = argument.count.isRepeated ? 999 : index
        return offer(argument.value.completion).map { line([bounded(index, most), $0]) }
      }
      let options = path.isEmpty ? program.sharedOptions : command.options
      lines += options.map { option in
        line(
          (path.isEmpty ? [] : [place]) + option.short.map { ["-s \($0)"] }.orEmpty
            + ["-l \(option.long)"] + value(option).orEmpty + [description(option.summary)])
      }
      return lines
    }
  }

  private func line(_ parts: [String]) -> String {
    (["complete -c \(program.name)"] + parts).joined(separator: " ")
  }

  private func description(_ summary: String) -> String {
    "-d " + quotedForShell(plainSummary(summary))
  }

  private func value(_ option: OptionDefinition) -> [String]? {
    guard let value = option.value else { return nil }
    switch value.completion {
    case .nothing: return ["-x"]
    case .files: return ["-r -F"]
    case .words, .asked: return ["-x"] + offer(value.completion).map { [$0] }.orEmpty
    }
  }

  private func offer(_ completion: Completion) -> String? {
    switch completion {
    case .nothing: nil
    case .files: "-F"
    case .words(let words): "-a " + quotedForShell(words.joined(separator: " "))
    case .asked(let kind): "-a '(\(prefix)_ask \(kind))'"
    }
  }
}

extension Optional where Wrapped: RangeReplaceableCollection {
  fileprivate var orEmpty: Wrapped { self ?? Wrapped() }
}
