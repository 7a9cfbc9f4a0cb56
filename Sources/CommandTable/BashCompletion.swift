/// A completion script for Bash.
struct BashCompletion {
  let program: Program

  private var function: String { "_" + identifier(program.name) }

  var script: String {
    """
    # bash completion for \(program.name); made by its command table.

    \(function)_ask() {
      "${COMP_WORDS[0]}" _complete "$1" -- "$2" 2>/dev/null | cut -f 1
    }

    \(function)() {
      local IFS=$'\\n' path='\(program.name)' option='' count=0 ended='' word current offered=''
      local -a words=()
      COMPREPLY=()
      # Bash breaks words at = and :; here they are put together again.
      for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        if ((${#words[@]})) && [[ $word == [:=]* || ${words[-1]} == *[:=] ]]; then
          words[-1]+=$word
        else
          words+=("$word")
        fi
      done
      current=${words[-1]}
      unset 'words[-1]'
      for word in "${words[@]}"; do
        if [[ $option ]]; then
          option=''
        elif [[ $ended ]]; then
          ((count += 1))
        else
          case $word in
            --) ended=1 ;;
            \(program.optionsWithValue.joined(separator: "|"))) option=$word ;;
            -?*) ;;
            *)
              case "$path $word" in
                \(paths)) path+=" $word" ;;
                *) ((count += 1)) ;;
              esac
              ;;
          esac
        fi
      done
      if [[ ! $option && ! $ended && $current == --*=* ]]; then
        option=${current%%=*}
        current=${current#*=}
        words=("$option=")
      else
        words=('')
      fi
      # A name may be typed with an open quote or with backslashes.
      current=${current#[\\"\\']}
      current=${current//\\\\/}
      if [[ $option ]]; then
        case "$path $option" in
    \(optionCases)
        esac
      elif [[ ! $ended && $current == -* ]]; then
        case $path in
    \(spellingCases)
        esac
      else
        case "$path $count" in
    \(argumentCases)
        esac
      fi
      [[ $offered ]] && COMPREPLY=($(compgen -W "$offered" -- "$current"))
      # Bash replaces only what follows the last = or :.
      if [[ $current == *:* && $COMP_WORDBREAKS == *:* ]]; then
        COMPREPLY=("${COMPREPLY[@]#"${current%"${current##*:}"}"}")
      fi
      if [[ ${words[0]} && $COMP_WORDBREAKS != *=* ]]; then
        COMPREPLY=("${COMPREPLY[@]/#/${words[0]}}")
      fi
    }

    complete -F \(function) \(program.name)

    """
  }

  private func joined(_ path: [String]) -> String {
    ([program.name] + path).joined(separator: " ")
  }

  private var paths: String {
    let all = program.completedCommands.dropFirst().map { quotedForShell(joined($0.path)) }
    return all.isEmpty ? "''" : all.joined(separator: "|")
  }

  private func offer(_ completion: Completion) -> String {
    switch completion {
    case .nothing: ":"
    case .files: "compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- \"$current\"))"
    case .words(let words): "offered=$" + quotedForShell(words.joined(separator: "\\n"))
    case .asked(let kind):
      "compopt -o filenames 2>/dev/null; COMPREPLY=($(\(function)_ask \(kind) \"$current\"))"
    }
  }

  private func lines(_ cases: [(pattern: String, action: String)]) -> String {
    cases.map { "      \($0.pattern)) \($0.action) ;;" }.joined(separator: "\n")
  }

  private var optionCases: String {
    var cases: [(String, String)] = []
    for (path, command) in program.completedCommands {
      for option in command.options {
        guard let value = option.value, value.completion != .nothing else { continue }
        // The program's own options hold below it, too.
        let tail = path.isEmpty ? "*' '" : ""
        for spelling in option.spellings {
          let head =
            path.isEmpty ? quotedForShell(program.name) : quotedForShell(joined(path) + " ")
          cases.append((head + tail + spelling, offer(value.completion)))
        }
      }
    }
    cases.append(("*", ":"))
    return lines(cases)
  }

  private var spellingCases: String {
    lines(
      program.completedCommands.map { path, command in
        let own = path.isEmpty ? [] : command.options
        let spellings = (own + program.sharedOptions).map(\.spelling)
        return (quotedForShell(joined(path)), offer(.words(spellings)))
      })
  }

  private var argumentCases: String {
    var cases: [(String, String)] = []
    for (path, command) in program.completedCommands {
      let names = command.visibleCommands.map(\.name)
      if !names.isEmpty {
        cases.append((quotedForShell(joined(path) + " 0"), offer(.words(names))))
      }
      for (index, argument) in command.arguments.enumerated()
      where argument.value.completion != .nothing {
        let position = argument.count.isRepeated ? "*" : String(index)
        let pattern = quotedForShell(joined(path) + " ") + position
        cases.append((pattern, offer(argument.value.completion)))
      }
    }
    cases.append(("*", ":"))
    return lines(cases)
  }
}

/// `name` with nothing that a shell function's name cannot have.
func identifier(_ name: String) -> String {
  String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
}
