import { posix } from 'node:path'
import type { Handler } from '#generated/server/handlers.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import type { ShellDeps } from '../index.ts'
import { diskFull, runInSandbox } from '../run-in-sandbox.ts'
import { fileIn } from '../sandbox-paths.ts'

const timeLimitS = 30

/**
 * Replaces the file $2, in the directory $1, by its standard input: as a whole or not at all. A link or a pipe of this name is
 * replaced, not followed. Reports the outcome on descriptor 5. No shell parses the paths.
 */
const script = `
fail() { rm -f -- "$new" 2>/dev/null; echo "$1" >&5; exit 1; }
new=
said=$(LC_ALL=C mkdir -p -- "$1" 2>&1) || case $said in *space*|*uota*|*"too large"*) fail full ;; *) fail nodir ;; esac
[ -d "$2" ] && [ ! -L "$2" ] && fail isdir
said=$(LC_ALL=C mktemp -- "$1/.write.XXXXXXXXXX" 2>&1) || case $said in *space*|*uota*) fail full ;; *) fail nodir ;; esac
new=$said
chmod 644 -- "$new"
[ -f "$2" ] && [ ! -L "$2" ] && chmod --reference="$2" -- "$new"
( exec 5>&-; cat > "$new" ) 2>/dev/null || fail full
mv -fT -- "$new" "$2" 2>/dev/null || fail nodir
echo ready >&5
`

export default (deps: ShellDeps): Handler<'shell.write'> =>
  async ({ path, content }, ctx) => {
    const file = fileIn('path', path)
    const args = [posix.dirname(file), file]
    const task = { script, args, stdin: content, maxOutputBytes: 1000, timeLimitS }
    const { words } = await runInSandbox(deps, ctx, task)
    if (words === 'ready') return { path: file, size_bytes: Buffer.byteLength(content) }
    if (words === 'full') throw diskFull(deps.settings.shellDiskBytes)
    if (words === 'isdir') throw invalidArgument('path', 'must name a file, but a directory has this name')
    throw invalidArgument(
      'path',
      'must name a file that can be created, but part of the path is a file, or a name is too long',
    )
  }
