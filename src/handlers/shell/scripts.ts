/*
 * What runs in the sandbox before the account's own: each says on descriptor 5 what it found, and closes that before it hands
 * over. Paths come as arguments, commands and contents by standard input: no shell reads them.
 */

/** Runs the command on its standard input in the directory $1. */
export const runScript = `
cd -- "$1" 2>/dev/null || { echo nodir >&5; exit 1; }
command=$(cat)
echo ready >&5
exec 5>&- </dev/null
set --
eval "$command"
`

/**
 * Replaces the file $2, in the directory $1, by what comes on standard input: whole or not at all. A link or a pipe of this
 * name is replaced, not followed.
 */
export const writeScript = `
tell() { rm -f -- "$new" 2>/dev/null; echo "$1" >&5; exit 1; }
new=
said=$(LC_ALL=C mkdir -p -- "$1" 2>&1) || case $said in *space*|*uota*|*"too large"*) tell full ;; *) tell nodir ;; esac
[ -d "$2" ] && [ ! -L "$2" ] && tell isdir
said=$(LC_ALL=C mktemp -- "$1/.write.XXXXXXXXXX" 2>&1) || case $said in *space*|*uota*) tell full ;; *) tell nodir ;; esac
new=$said
chmod 644 -- "$new"
[ -f "$2" ] && [ ! -L "$2" ] && chmod --reference="$2" -- "$new"
( exec 5>&-; cat > "$new" ) 2>/dev/null || tell full
mv -fT -- "$new" "$2" 2>/dev/null || tell nodir
echo ready >&5
`
