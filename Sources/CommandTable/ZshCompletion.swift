/// A completion script for the Z shell: one function for each command, calling those below.
struct ZshCompletion {
  let program: Program

  private func function(_ path: [String]) -> String {
    (["_" + identifier(program.name)] + path.map(identifier)).joined(separator: "__")
  }

  var script: String {
    let functions = program.completedCommands.map { body(path: $0.path, command: $0.command) }
    return """
      #compdef \(program.name)
      # zsh completion for \(program.name); made by its command table.

      \(function([]))_ask() {
        local -a lines values
        lines=(${(f)"$(\(program.name) _complete "$1" -- "$PREFIX" 2>/dev/null)"})
        values=(${lines%%$'\\t'*})
        lines=(${lines/$'\\t'/ -- })
        # The program matched already, without regard to case and accents.
        compadd -U -d lines -a values
      }

      \(functions.joined(separator: "\n"))
      if [[ $funcstack[1] == \(function([])) ]]; then
        \(function([])) "$@"
      else
        compdef \(function([])) \(program.name)
      fi

      """
  }

  private func body(path: [String], command: Command) -> String {
    let own = path.isEmpty ? [] : command.options
    var specifications = (own + program.sharedOptions).map(specification)
    let below = command.visibleCommands
    if below.isEmpty {
      specifications += command.arguments.map { argument in
        let position = argument.count.isRepeated ? "*" : argument.count == .optional ? ":" : ""
        return quotedForShell("\(position):\(escaped(argument.name)):" + action(argument.value))
      }
      return """
        \(function(path))() {
          _arguments -s -S \\
            \(specifications.joined(separator: " \\\n    "))
        }

        """
    }
    let words = below.map { command in
      "\(command.name)\\:" + doubleQuoted(plainSummary(command.summary))
    }
    specifications += [
      quotedForShell("1:command:((" + words.joined(separator: " ") + "))"),
      quotedForShell("*::argument:->below"),
    ]
    let cases = below.map { next in
      "      \(next.name)) \(function(path + [next.name])) && result=0 ;;"
    }
    return """
      \(function(path))() {
        local curcontext=$curcontext state state_descr line result=1
        typeset -A opt_args
        _arguments -s -S -C \\
          \(specifications.joined(separator: " \\\n    ")) && result=0
        if [[ $state == below ]]; then
          case $line[1] in
      \(cases.joined(separator: "\n"))
          esac
        fi
        return result
      }

      """
  }

  private func specification(_ option: OptionDefinition) -> String {
    let exclusions = option.repeats ? "'*'" : "'(\(option.spellings.joined(separator: " ")))'"
    let text = "[" + escaped(plainSummary(option.summary)) + "]"
    let value = option.value.map { ":\(escaped($0.placeholder)):" + action($0) } ?? ""
    let hasValue = option.value != nil
    var spellings = [option.spelling + (hasValue ? "=" : "")]
    if let short = option.short { spellings.append("-\(short)" + (hasValue ? "+" : "")) }
    let words = spellings.count > 1 ? "{\(spellings.joined(separator: ","))}" : spellings[0]
    return exclusions + words + quotedForShell(text + value)
  }

  private func action(_ value: ValueDefinition) -> String {
    switch value.completion {
    case .nothing: " "
    case .files: "_files"
    case .words(let words): "(" + words.joined(separator: " ") + ")"
    case .asked(let kind): "{\(function([]))_ask \(kind)}"
    }
  }

  /// What `_arguments` reads in a description must be taken literally.
  private func escaped(_ text: String) -> String {
    String(text.flatMap { ":[]\\".contains($0) ? ["\\", $0] : [$0] })
  }

  private func doubleQuoted(_ text: String) -> String {
    "\"" + String(escaped(text).flatMap { "\"$`".contains($0) ? ["\\", $0] : [$0] }) + "\""
  }
}
