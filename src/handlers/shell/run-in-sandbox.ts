import { posix } from 'node:path'
import type { ShellHandlers } from '#generated/server/handlers.ts'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { Box, Boxes, BoxRun, BoxTask } from '#runtime/isolation/boxes/types.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { keptBytes, shownOf } from './command-output.ts'
import { setUsed, takeBox } from './rows.ts'
import { absoluteIn, fileIn } from './sandbox-paths.ts'
import { runScript, writeScript } from './scripts.ts'
import type { shellSettings } from './settings.ts'

/** How long a call may wait for the ones before it and for its sandbox, beyond the time of its command. */
const waitS = 120
const writeLimitS = 30
/** Of `shell.run`, as the document has it. */
const defaultTimeoutS = 120

type World = Pick<FamilyWorld<typeof shellSettings>, 'store' | 'blobs' | 'settings' | 'clock'> & {
  /** Undefined where the operator has turned them off. */
  readonly boxes: Boxes | undefined
}

/** `shell.run` and `shell.write`. */
export function createShell(world: World): ShellHandlers<Context> {
  const { settings } = world
  return {
    async run({ command, dir, timeout: wanted }, ctx) {
      // Where the operator allows less than the default, that is what a call gets which names none.
      const timeout = wanted === defaultTimeoutS ? Math.min(wanted, settings.shellMaxSeconds) : wanted
      if (timeout > settings.shellMaxSeconds) {
        const rule = `must be at most ${settings.shellMaxSeconds} seconds, which is what this instance allows (SHELL_MAX_SECONDS)`
        throw invalidArgument('timeout', rule)
      }
      const place = absoluteIn('dir', dir)
      ctx.takesUpTo((timeout + waitS) * 1000)
      const run = await inBox(world, ctx, {
        script: runScript,
        args: [place],
        stdin: command,
        maxOutputBytes: keptBytes,
        timeLimitS: timeout,
      })
      if (run.words === 'nodir') throw invalidArgument('dir', 'must be a directory that exists and can be entered')
      const { text, isTruncated } = shownOf(run.output)
      return {
        exit_code: run.exitCode,
        text,
        is_truncated: isTruncated,
        timed_out: run.isTimedOut,
        dir: place,
        duration_s: Math.round(run.durationMs) / 1000,
      }
    },

    async write({ path, content }, ctx) {
      const file = fileIn('path', path)
      ctx.takesUpTo((writeLimitS + waitS) * 1000)
      const { words } = await inBox(world, ctx, {
        script: writeScript,
        args: [posix.dirname(file), file],
        stdin: content,
        maxOutputBytes: 1000,
        timeLimitS: writeLimitS,
      })
      if (words === 'ready') return { path: file, size_bytes: Buffer.byteLength(content) }
      if (words === 'full') throw full(settings.shellDiskBytes)
      if (words === 'isdir') throw invalidArgument('path', 'must name a file: there is a directory of this name')
      throw invalidArgument('path', 'must name a file that can be made: a part of it is a file, or too long a name')
    },
  }
}

/** Runs a script in the caller's sandbox, and keeps in mind what is on its disk then. */
async function inBox(
  { store, blobs, settings, clock, boxes }: World,
  ctx: Context,
  task: Omit<BoxTask, 'box' | 'roomBytes' | 'signal'>,
): Promise<BoxRun> {
  if (!boxes) throw new ApiError('not_configured', 'The shell is turned off here (SHELL_ENGINE=off).')
  const state = await boxes.state()
  if (state.kind === 'missing') throw new ApiError('not_configured', state.reason)
  const box = await takeBox(store, ctx.account.id, clock.now())
  const roomBytes = Math.max(0, blobs.quotaBytes - (await blobs.usedBytes(ctx.account.id)))
  const run = await boxes.run({ ...task, box, roomBytes, signal: ctx.signal })
  if (run.usedBytes !== undefined) await keepUsed(store, box, run.usedBytes, clock.now())
  if (run.isOverfull) throw full(settings.shellDiskBytes)
  return run
}

async function keepUsed(store: World['store'], { id }: Box, bytes: number, now: number): Promise<void> {
  await store.run(setUsed({ id, bytes, now }))
}

function full(bytes: number): ApiError {
  const mebibytes = Math.round(bytes / 1024 / 1024)
  return new ApiError(
    'failed_precondition',
    `There is no room left: /work holds at most ${mebibytes} MiB (SHELL_DISK_MIB) and counts as what the account stores (QUOTA_MIB). Delete something with shell.run.`,
  )
}
