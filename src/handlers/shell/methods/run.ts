import type { Handler } from '#generated/server/handlers.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import type { ShellDeps } from '../index.ts'
import { runInSandbox } from '../run-in-sandbox.ts'
import { absoluteIn } from '../sandbox-paths.ts'

/** As in the API document. */
const defaultTimeoutS = 120

/**
 * Runs the command on its standard input in the directory $1. Before that, it reports on descriptor 5 whether the directory
 * can be entered, and closes the descriptor. No shell parses the path.
 */
const script = `
cd -- "$1" 2>/dev/null || { echo nodir >&5; exit 1; }
command=$(cat)
echo ready >&5
exec 5>&- </dev/null
set --
eval "$command"
`

export default (deps: ShellDeps): Handler<'shell.run'> =>
  async ({ command, dir, timeout_s: timeout }, ctx) => {
    const timeLimitS = timeLimitOf(timeout, deps.settings.shellMaxSeconds)
    const path = absoluteIn('dir', dir)
    const task = { script, args: [path], stdin: command, maxOutputBytes: keptBytes, timeLimitS }
    const run = await runInSandbox(deps, ctx, task)
    if (run.words === 'nodir') throw invalidArgument('dir', 'must be a directory that exists and can be entered')
    const { text, isTruncated } = shownOf(run.output)
    return {
      exit_code: run.exitCode,
      text,
      is_truncated: isTruncated,
      timed_out: run.isTimedOut,
      dir: path,
      duration_s: Math.round(run.durationMs) / 1000,
    }
  }

/** A call with the default timeout may have named none, so it is shortened where the operator allows less. */
function timeLimitOf(timeoutS: number, maxS: number): number {
  if (timeoutS <= maxS) return timeoutS
  if (timeoutS === defaultTimeoutS) return maxS
  throw invalidArgument('timeout_s', `must be at most ${maxS} seconds, this instance's limit (SHELL_MAX_SECONDS)`)
}

/** The output of a command, as it is returned. */
interface Shown {
  readonly text: string
  readonly isTruncated: boolean
}

export const maxCharacters = 100_000
/** Enough bytes of the end for all characters that are shown, and for one more. */
export const keptBytes = 4 * (maxCharacters + 1)

/**
 * The last 100,000 characters of some bytes. Bytes that are not UTF-8 are replaced, and so is NUL, which not every database can
 * store in a text.
 */
export function shownOf(bytes: Uint8Array): Shown {
  const isCut = bytes.length >= keptBytes
  // The cut may have split a character.
  let start = 0
  while (isCut && start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++
  const characters = [...new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start))]
  const isTruncated = characters.length > maxCharacters
  const text = (isTruncated ? characters.slice(-maxCharacters) : characters).join('').replaceAll('\0', '\ufffd')
  return { text, isTruncated: isTruncated || isCut }
}
