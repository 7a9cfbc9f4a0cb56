# bash completion for ferry; made by its command table.

_ferry_ask() {
  "${COMP_WORDS[0]}" _complete "$1" -- "$2" 2>/dev/null | cut -f 1
}

_ferry() {
  local IFS=$'\n' path='ferry' option='' count=0 ended='' word current offered=''
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
        --color|--limit|--socket|--tag|--within|-n|-t) option=$word ;;
        -?*) ;;
        *)
          case "$path $word" in
            'ferry list'|'ferry ship'|'ferry ship add'|'ferry ship show'|'ferry visits'|'ferry visits remove'|'ferry load'|'ferry completions') path+=" $word" ;;
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
  current=${current#[\"\']}
  current=${current//\\/}
  if [[ $option ]]; then
    case "$path $option" in
      'ferry'*' '--socket) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")) ;;
      'ferry'*' '--color) offered=$'auto\nalways\nnever' ;;
      *) : ;;
    esac
  elif [[ ! $ended && $current == -* ]]; then
    case $path in
      'ferry') offered=$'--socket\n--color\n--quiet\n--json\n--help\n--version' ;;
      'ferry list') offered=$'--limit\n--tag\n--within\n--verbose\n--socket\n--color\n--quiet\n--json\n--help\n--version' ;;
      'ferry ship') offered=$'--socket\n--color\n--quiet\n--json\n--help\n--version' ;;
      'ferry ship add') offered=$'--socket\n--color\n--quiet\n--json\n--help\n--version' ;;
      'ferry ship show') offered=$'--socket\n--color\n--quiet\n--json\n--help\n--version' ;;
      'ferry visits') offered=$'--limit\n--socket\n--color\n--quiet\n--json\n--help\n--version' ;;
      'ferry visits remove') offered=$'--socket\n--color\n--quiet\n--json\n--help\n--version' ;;
      'ferry load') offered=$'--socket\n--color\n--quiet\n--json\n--help\n--version' ;;
      'ferry completions') offered=$'--socket\n--color\n--quiet\n--json\n--help\n--version' ;;
    esac
  else
    case "$path $count" in
      'ferry 0') offered=$'list\nship\nvisits\nload\ncompletions' ;;
      'ferry list '*) compopt -o filenames 2>/dev/null; COMPREPLY=($(_ferry_ask harbours "$current")) ;;
      'ferry ship 0') offered=$'add\nshow' ;;
      'ferry visits 0') offered=$'remove' ;;
      'ferry load '*) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")) ;;
      'ferry completions '0) offered=$'bash\nzsh\nfish' ;;
      *) : ;;
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

complete -F _ferry ferry
