#compdef allot
# zsh completion of allot. Use it with: source <(allot completion zsh)
# It needs zsh's completion: autoload -U compinit && compinit
_allot() {
    local line word files=0 program=${words[1]/#\~/$HOME}
    local -a candidates
    for line in "${(@f)$("$program" __complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
        word=${line%%$'\t'*}
        case $word in
        '') ;;
        :files) files=1 ;;
        *) candidates+=("${word//:/\\:}:${line#*$'\t'}") ;;
        esac
    done
    (( files )) && _files
    (( $#candidates )) && _describe allot candidates
}
# Loaded from a folder of $fpath the file is the function itself.
if [[ ${funcstack[1]} == _allot ]]; then
    _allot "$@"
else
    compdef _allot allot
fi
