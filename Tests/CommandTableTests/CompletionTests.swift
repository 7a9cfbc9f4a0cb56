import CommandTable
import Foundation
import TestSupport
import Testing

@Suite("Completion scripts in their shells")
struct CompletionTests {
  private let scratch = ScratchDirectory()

  /// A folder with a `ferry` that answers what the scripts ask.
  private func prepare(_ shell: Shell) throws -> (script: String, path: String) {
    let ferry = try scratch.write(
      """
      #!/bin/sh
      [ "$1 $2 $3" = "_complete harbours --" ] || exit 1
      printf '%s\\n' 'Kauppatori\tmarket square' 'Katajanokka' "Skeppar's Ö" 'id:7\tKauppatori' |
        grep -i "^$4"

      """, to: "ferry")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: ferry)
    let script = try scratch.write(shell.completions(for: Ferry.program), to: "script")
    return (script, scratch.path + ":/usr/bin:/bin")
  }

  private static let lines: [([String], [String])] = [
    (["l"], ["list", "load"]),
    (["ship", ""], ["add", "show"]),
    (["--color", "never", "ship", "s"], ["show"]),
    (["--json", "-q", "visits", ""], ["remove"]),
    (["list", "--li"], ["--limit"]),
    (["list", "--color", "a"], ["auto", "always"]),
    (["completions", ""], ["bash", "zsh", "fish"]), (["completions", "bash", "z"], []),
    (["list", "ka"], ["Kauppatori", "Katajanokka"]),
    (["list", "--tag", "list", "Skeppar"], ["Skeppar's Ö"]),
    (["ship", "add", "Sk"], []),
    (["lo", "x"], []),
  ]

  @Test(
    "Bash", .enabled(if: ProgramRun.find("bash") != nil, "bash is not installed"),
    arguments: lines)
  func bash(words: [String], expected: [String]) throws {
    let (script, path) = try prepare(.bash)
    let code = """
      set -u; source '\(script)'; COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
      COMP_WORDS=(ferry "$@"); COMP_CWORD=$#; _ferry; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try ProgramRun("/bin/bash", ["-c", code, "-"] + words, environment: ["PATH": path])
    #expect(Set(run.output.split(separator: "\n").map(String.init)) == Set(expected))
    #expect(run.error == "")
  }

  @Test(
    "Bash puts together what it broke at = and :",
    .enabled(if: ProgramRun.find("bash") != nil, "bash is not installed"),
    arguments: [
      (["list", "--color", "=", "n"], ["never"]),
      (["list", "--color", "="], ["auto", "always", "never"]),
      (["list", "id", ":", ""], ["7"]), (["list", "\"Kau"], ["Kauppatori"]),
    ])
  func bashBrokenWords(words: [String], expected: [String]) throws {
    try bash(words: words, expected: expected)
  }

  @Test(
    "Fish", .enabled(if: ProgramRun.find("fish") != nil, "fish is not installed"),
    arguments: lines)
  func fish(words: [String], expected: [String]) throws {
    let (script, path) = try prepare(.fish)
    let line = (["ferry"] + words).joined(separator: " ")
    let run = try ProgramRun(
      "/usr/bin/fish", ["-N", "-c", "source \(script); complete -C '\(line)'"],
      environment: ["PATH": path, "HOME": scratch.path])
    // Fish quotes what it offers; a description follows a tab.
    let offered = run.output.split(separator: "\n").map { line in
      line.prefix { $0 != "\t" }.filter { $0 != "\\" }
    }
    #expect(Set(offered) == Set(expected))
    #expect(run.error == "")
  }

  @Test(
    "Zsh", .enabled(if: ProgramRun.find("zsh") != nil, "zsh is not installed"),
    arguments: lines)
  func zsh(words: [String], expected: [String]) throws {
    let (script, path) = try prepare(.zsh)
    // An interactive shell in a pseudo-terminal, whose list of matches is told through compadd.
    let code = #"""
      zmodload zsh/zpty zsh/zselect
      zpty shell zsh -f -i
      zpty -w shell 'PS1=; stty -echo; autoload -Uz compinit; compinit -u -D; source $SCRIPT'
      zpty -w shell 'compadd() {
        local -a found; builtin compadd -O found "$@"; print -rl -- $found >> $MATCHES
        builtin compadd "$@" }'
      zpty -w shell 'tell() { print -r -- finished >> $MATCHES }; zle -N tell; bindkey "^]" tell'
      zpty -w shell 'print -r -- ready >> $MATCHES'
      until grep -q ready $MATCHES 2>/dev/null; do zselect -t 1; done
      zpty -w -n shell "ferry $LINE"$'\t\x1d'
      until grep -q finished $MATCHES; do zselect -t 1; done
      zpty -d shell
      """#
    let run = try ProgramRun(
      "/usr/bin/timeout", ["20", "zsh", "-f", "-c", code],
      environment: [
        "PATH": path, "HOME": scratch.path, "SCRIPT": script, "TERM": "xterm",
        "MATCHES": scratch.file("matches"), "LINE": words.joined(separator: " "),
      ])
    #expect(run.status == 0)
    let matches = try String(contentsOfFile: scratch.file("matches"), encoding: .utf8)
      .split(separator: "\n").map(String.init).filter { !["ready", "finished"].contains($0) }
    #expect(Set(matches) == Set(expected))
  }
}
