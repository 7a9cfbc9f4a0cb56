# fish completion for ferry; made by its command table.

# Whether the command is this one, and the number of its arguments so far in these bounds.
function __ferry_at --argument-names wanted least most
    set -l path ''
    set -l count 0
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
            continue
        end
        switch $word
            case '--color' '--limit' '--socket' '--tag' '--within' '-n' '-t'
                set skip 1
            case '-*'
            case '*'
                set -l longer (string trim -- "$path $word")
                if contains -- $longer 'list' 'ship' 'ship add' 'ship show' 'visits' 'visits remove' 'load' 'completions'
                    set path $longer
                else
                    set count (math $count + 1)
                end
        end
    end
    test "$path" = "$wanted"; or return 1
    test -z "$least"; or test $count -ge $least -a $count -le $most
end

function __ferry_ask --argument-names kind
    ferry _complete $kind -- (commandline -ct) 2>/dev/null
end

complete -c ferry -f
complete -c ferry -n '__ferry_at '\'''\'' 0 0' -a list -d 'ferries, the next one first'
complete -c ferry -n '__ferry_at '\'''\'' 0 0' -a ship -d 'the ships'
complete -c ferry -n '__ferry_at '\'''\'' 0 0' -a visits -d 'calls at a harbour'
complete -c ferry -n '__ferry_at '\'''\'' 0 0' -a load -d 'reads timetables'
complete -c ferry -n '__ferry_at '\'''\'' 0 0' -a completions -d 'a script for a shell'
complete -c ferry -l socket -r -F -d 'where the harbour listens'
complete -c ferry -l color -x -a 'auto always never' -d 'colours'
complete -c ferry -s q -l quiet -d 'numbers only'
complete -c ferry -l json -d 'one JSON document'
complete -c ferry -s h -l help -d 'show help; -h is shorter'
complete -c ferry -l version -d 'show the version'
complete -c ferry -n '__ferry_at '\''list'\'' 0 999' -a '(__ferry_ask harbours)'
complete -c ferry -n '__ferry_at '\''list'\''' -s n -l limit -x -d 'how many to list'
complete -c ferry -n '__ferry_at '\''list'\''' -s t -l tag -x -d 'only ferries with this tag'
complete -c ferry -n '__ferry_at '\''list'\''' -l within -x -d 'how far to look, in metres'
complete -c ferry -n '__ferry_at '\''list'\''' -s v -l verbose -d 'more'
complete -c ferry -n '__ferry_at '\''ship'\'' 0 0' -a add -d 'adds a ship'
complete -c ferry -n '__ferry_at '\''ship'\'' 0 0' -a show -d 'shows a ship'
complete -c ferry -n '__ferry_at '\''visits'\'' 0 0' -a remove -d 'removes one'
complete -c ferry -n '__ferry_at '\''visits'\''' -s n -l limit -x -d 'how many to list'
complete -c ferry -n '__ferry_at '\''load'\'' 0 999' -F
complete -c ferry -n '__ferry_at '\''completions'\'' 0 0' -a 'bash zsh fish'
