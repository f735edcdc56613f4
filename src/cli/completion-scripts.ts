/**
 * For any bash from 3.2 on, without the package bash-completion; it may be read twice. The words are split here: bash
 * would split `--order=newest` too. Of one with `=`, bash replaces what follows that, and that is what keylink answers.
 */
export const BASH_COMPLETION = `# bash completion for keylink
__keylink_complete() {
    local line="\${COMP_LINE:0:COMP_POINT}" words files=''
    IFS=$' \\t' read -a words <<< "$line"
    case "$line" in *[[:space:]]) words+=('') ;; esac
    COMPREPLY=()
    while IFS= read -r line; do
        case "$line" in
            :0) files=yes ;;
            :*) ;;
            ?*) COMPREPLY+=("\${line%%$'\\t'*}") ;;
        esac
    done < <(keylink complete -- "\${words[@]:1}" 2> /dev/null)
    # Bash before 4 can't, and completes files wherever nothing else fits.
    [ -n "$files" ] || compopt +o default 2> /dev/null
    return 0
}
complete -o default -F __keylink_complete keylink
`;

/**
 * For zsh 5, sourced or as a file named `_keylink`. The words are passed on as zsh has split them, without their quotes;
 * the library's own script splits them at spaces again, and then completes no file whose name has one.
 */
export const ZSH_COMPLETION = `#compdef keylink
_keylink() {
    local line files='' tab=$'\\t'
    local -a given found
    given=("\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}")
    while IFS= read -r line; do
        case $line in
            :0) files=yes ;;
            :*) ;;
            ?*) line=\${line//:/\\\\:} found+=("\${line/$tab/:}") ;;
        esac
    done < <(keylink complete -- "\${given[@]}" 2> /dev/null)
    compset -P '--*='
    if (( $#found )); then
        _describe keylink found
    elif [[ -n $files ]]; then
        _files
    fi
}
if [[ $funcstack[1] == _keylink ]]; then
    _keylink "$@"
else
    compdef _keylink keylink
fi
`;
