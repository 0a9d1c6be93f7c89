import type { Handler } from '#generated/server/handlers.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import { keptBytes, shownOf } from '../command-output.ts'
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
  async ({ command, dir, timeout }, ctx) => {
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
  throw invalidArgument('timeout', `must be at most ${maxS} seconds, the limit of this instance (SHELL_MAX_SECONDS)`)
}
