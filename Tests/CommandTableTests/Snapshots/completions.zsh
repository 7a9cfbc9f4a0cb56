#compdef ferry
# zsh completion for ferry; made by its command table.

_ferry_ask() {
  local -a lines values
  lines=(${(f)"$(ferry _complete "$1" -- "$PREFIX" 2>/dev/null)"})
  values=(${lines%%$'\t'*})
  lines=(${lines/$'\t'/ -- })
  # The program matched already, without regard to case and accents.
  compadd -U -d lines -a values
}

_ferry() {
  local curcontext=$curcontext state state_descr line result=1
  typeset -A opt_args
  _arguments -s -S -C \
    '(--socket)'--socket='[where the harbour listens]:PATH:_files' \
    '(--color)'--color='[colours]:WHEN:(auto always never)' \
    '(--quiet -q)'{--quiet,-q}'[numbers only]' \
    '(--json)'--json'[one JSON document]' \
    '(--help -h)'{--help,-h}'[show help; -h is shorter]' \
    '(--version)'--version'[show the version]' \
    '1:command:((list\:"ferries, the next one first" ship\:"the ships" visits\:"calls at a harbour" load\:"reads timetables" completions\:"a script for a shell"))' \
    '*::argument:->below' && result=0
  if [[ $state == below ]]; then
    case $line[1] in
      list) _ferry__list && result=0 ;;
      ship) _ferry__ship && result=0 ;;
      visits) _ferry__visits && result=0 ;;
      load) _ferry__load && result=0 ;;
      completions) _ferry__completions && result=0 ;;
    esac
  fi
  return result
}

_ferry__list() {
  _arguments -s -S \
    '(--limit -n)'{--limit=,-n+}'[how many to list]:N: ' \
    '*'{--tag=,-t+}'[only ferries with this tag]:TAG: ' \
    '(--within)'--within='[how far to look, in metres]:M: ' \
    '(--verbose -v)'{--verbose,-v}'[more]' \
    '(--socket)'--socket='[where the harbour listens]:PATH:_files' \
    '(--color)'--color='[colours]:WHEN:(auto always never)' \
    '(--quiet -q)'{--quiet,-q}'[numbers only]' \
    '(--json)'--json'[one JSON document]' \
    '(--help -h)'{--help,-h}'[show help; -h is shorter]' \
    '(--version)'--version'[show the version]' \
    '*:HARBOUR:{_ferry_ask harbours}'
}

_ferry__ship() {
  local curcontext=$curcontext state state_descr line result=1
  typeset -A opt_args
  _arguments -s -S -C \
    '(--socket)'--socket='[where the harbour listens]:PATH:_files' \
    '(--color)'--color='[colours]:WHEN:(auto always never)' \
    '(--quiet -q)'{--quiet,-q}'[numbers only]' \
    '(--json)'--json'[one JSON document]' \
    '(--help -h)'{--help,-h}'[show help; -h is shorter]' \
    '(--version)'--version'[show the version]' \
    '1:command:((add\:"adds a ship" show\:"shows a ship"))' \
    '*::argument:->below' && result=0
  if [[ $state == below ]]; then
    case $line[1] in
      add) _ferry__ship__add && result=0 ;;
      show) _ferry__ship__show && result=0 ;;
    esac
  fi
  return result
}

_ferry__ship__add() {
  _arguments -s -S \
    '(--socket)'--socket='[where the harbour listens]:PATH:_files' \
    '(--color)'--color='[colours]:WHEN:(auto always never)' \
    '(--quiet -q)'{--quiet,-q}'[numbers only]' \
    '(--json)'--json'[one JSON document]' \
    '(--help -h)'{--help,-h}'[show help; -h is shorter]' \
    '(--version)'--version'[show the version]' \
    ':NAME: '
}

_ferry__ship__show() {
  _arguments -s -S \
    '(--socket)'--socket='[where the harbour listens]:PATH:_files' \
    '(--color)'--color='[colours]:WHEN:(auto always never)' \
    '(--quiet -q)'{--quiet,-q}'[numbers only]' \
    '(--json)'--json'[one JSON document]' \
    '(--help -h)'{--help,-h}'[show help; -h is shorter]' \
    '(--version)'--version'[show the version]' \
    ':NUMBER: '
}

_ferry__visits() {
  local curcontext=$curcontext state state_descr line result=1
  typeset -A opt_args
  _arguments -s -S -C \
    '(--limit -n)'{--limit=,-n+}'[how many to list]:N: ' \
    '(--socket)'--socket='[where the harbour listens]:PATH:_files' \
    '(--color)'--color='[colours]:WHEN:(auto always never)' \
    '(--quiet -q)'{--quiet,-q}'[numbers only]' \
    '(--json)'--json'[one JSON document]' \
    '(--help -h)'{--help,-h}'[show help; -h is shorter]' \
    '(--version)'--version'[show the version]' \
    '1:command:((remove\:"removes one"))' \
    '*::argument:->below' && result=0
  if [[ $state == below ]]; then
    case $line[1] in
      remove) _ferry__visits__remove && result=0 ;;
    esac
  fi
  return result
}

_ferry__visits__remove() {
  _arguments -s -S \
    '(--socket)'--socket='[where the harbour listens]:PATH:_files' \
    '(--color)'--color='[colours]:WHEN:(auto always never)' \
    '(--quiet -q)'{--quiet,-q}'[numbers only]' \
    '(--json)'--json'[one JSON document]' \
    '(--help -h)'{--help,-h}'[show help; -h is shorter]' \
    '(--version)'--version'[show the version]' \
    ':NUMBER: '
}

_ferry__load() {
  _arguments -s -S \
    '(--socket)'--socket='[where the harbour listens]:PATH:_files' \
    '(--color)'--color='[colours]:WHEN:(auto always never)' \
    '(--quiet -q)'{--quiet,-q}'[numbers only]' \
    '(--json)'--json'[one JSON document]' \
    '(--help -h)'{--help,-h}'[show help; -h is shorter]' \
    '(--version)'--version'[show the version]' \
    '*:FILE:_files'
}

_ferry__completions() {
  _arguments -s -S \
    '(--socket)'--socket='[where the harbour listens]:PATH:_files' \
    '(--color)'--color='[colours]:WHEN:(auto always never)' \
    '(--quiet -q)'{--quiet,-q}'[numbers only]' \
    '(--json)'--json'[one JSON document]' \
    '(--help -h)'{--help,-h}'[show help; -h is shorter]' \
    '(--version)'--version'[show the version]' \
    '::SHELL:(bash zsh fish)'
}

if [[ $funcstack[1] == _ferry ]]; then
  _ferry "$@"
else
  compdef _ferry ferry
fi
