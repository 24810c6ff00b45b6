# bash completion of allot. Use it with: source <(allot completion bash)
_allot() {
    local line program=${COMP_WORDS[0]/#\~/$HOME}
    COMPREPLY=()
    while IFS= read -r line; do
        line=${line%%$'\t'*}
        if [[ $line == :files ]]; then
            compopt -o default 2>/dev/null || true # readline completes names of files itself
        else
            COMPREPLY+=("$line")
        fi
    done < <("$program" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _allot allot
