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
