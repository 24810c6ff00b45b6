# fish completion of allot. Use it with: allot completion fish | source
function __allot_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program (string replace -r '^~' $HOME -- $words[1])
    for line in ($program __complete $words[2..-1] "$current" 2>/dev/null)
        set -l word (string split -m 1 \t -- $line)
        if test "$word[1]" = :files
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c allot -f -a '(__allot_complete)'
