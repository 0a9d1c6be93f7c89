import { ApiError } from '#runtime/base/errors.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { BoxRun, BoxTask } from '#runtime/isolation/boxes/types.ts'
import type { ShellDeps } from './index.ts'
import { setUsed, takeBox } from './rows.ts'

/** How long a call may wait for earlier calls and for its sandbox, in addition to the time limit of its script. */
const maxWaitS = 120

/**
 * Runs a script in the caller's sandbox and stores how much is on its disk afterwards.
 *
 * @throws ApiError not_configured without sandboxes, failed_precondition when the disk is full; what `Boxes.run` throws
 */
export async function runInSandbox(
  { store, blobs, settings, clock, boxes }: ShellDeps,
  ctx: Context,
  task: Omit<BoxTask, 'box' | 'roomBytes' | 'signal'>,
): Promise<BoxRun> {
  ctx.takesUpTo((task.timeLimitS + maxWaitS) * 1000)
  if (!boxes) throw new ApiError('not_configured', 'The shell is turned off on this instance (SHELL_ENGINE=off).')
  const state = await boxes.state()
  if (state.kind === 'missing') throw new ApiError('not_configured', state.reason)
  const box = await takeBox(store, ctx.account.id, clock.now())
  const { id } = ctx.account
  const roomBytes = Math.max(0, (await blobs.quotaBytesOf(id)) - (await blobs.usedBytes(id)))
  const run = await boxes.run({ ...task, box, roomBytes, signal: ctx.signal })
  if (run.usedBytes !== undefined) await store.run(setUsed({ id: box.id, bytes: run.usedBytes, now: clock.now() }))
  if (run.isOverfull) throw diskFull(settings.shellDiskBytes)
  return run
}

export function diskFull(diskBytes: number): ApiError {
  const mebibytes = Math.round(diskBytes / 1024 / 1024)
  return new ApiError(
    'failed_precondition',
    `No space is left. /work can contain at most ${mebibytes} MiB (SHELL_DISK_MIB) and counts towards the account's storage (QUOTA_MIB). Delete files with shell.run.`,
  )
}
