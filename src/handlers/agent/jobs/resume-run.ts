import { z } from 'zod'
import type { PausedRun } from '#runtime/agent/paused-run.ts'
import { RunWaits } from '#runtime/agent/paused-run.ts'
import type { AgentCaller } from '#runtime/agent/types.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { type Job, JobFailure } from '#runtime/jobs/kind.ts'
import { type resumeJob, resumptionData, resumptionOf, waitingKey } from '../approval-subscriber.ts'
import type { AgentDeps } from '../index.ts'
import { recordFailure } from '../run-in-thread.ts'
import type { ThreadRun } from '../threads.ts'

/** Delay before the next attempt while the thread or the agent is busy. */
const busyMs = 15_000

const stopped =
  'No answer: the server stopped while the agent was working. Its changes were kept. Check what has been done before you ask for the rest.'

const state = z.object({ data: resumptionData, run: z.custom<PausedRun>() })
type State = z.output<typeof state>
type ResumeJob = Pick<Job<z.output<typeof resumeJob.schema>>, 'payload' | 'account' | 'signal' | 'attempt'>

/**
 * Goes on with a run in a thread, unless the process in which it waited does so. The answer is another message of the thread. If
 * a process ends that has gone on with the run, another continues it from its last call. If that is not stored, because it was
 * too large, the thread says that the run was cut off.
 */
export async function resumeRun(deps: AgentDeps, { payload, account, signal, attempt }: ResumeJob): Promise<void> {
  const waiting = await deps.approvals.waiting(payload.approval)
  if (account === undefined) return
  if (waiting === undefined) return attempt > 1 ? recordStop(deps, account, payload.thread) : undefined
  const { data } = state.parse(waiting)
  const caller = await deps.agent.callerOf({ accountId: account, tokenId: undefined })
  const run = await reserve(deps, caller, data)
  if (!run) return drop(deps, account, payload)
  try {
    // Its process may have come further before it ended.
    const latest = await deps.approvals.waiting(payload.approval)
    if (latest === undefined) return await run.release()
    const result = await goOn(deps, run, state.parse(latest), { ...payload, account, signal })
    await run.complete(result)
    await deps.approvals.forget(account, waitingKey(run.id))
  } catch (failure) {
    await fail(deps, run, { ...payload, account }, failure)
  }
}

/** The run of the thread, once no other process has one. */
async function reserve(
  { threads }: AgentDeps,
  { account: { id, username } }: AgentCaller,
  { thread, prompt }: { readonly thread: string; readonly prompt?: State['data']['prompt'] },
): Promise<ThreadRun | undefined> {
  return threads.resume({ owner: { id, username }, thread, prompt }).catch((failure: unknown) => {
    if (failure instanceof ApiError && failure.code === 'conflict') throw new JobFailure('The thread is busy', busyMs)
    throw failure
  })
}

/** Says in the thread that the process which had gone on with a run has stopped, unless that run has ended. */
async function recordStop(deps: AgentDeps, accountId: string, thread: string): Promise<void> {
  const run = await reserve(deps, await deps.agent.callerOf({ accountId, tokenId: undefined }), { thread })
  if (!run?.followsStopped) return run?.release()
  await run.fail(stopped, { calls: [], costCredits: 0, hasForeignText: true })
}

/** Nothing goes on with the run any more. */
async function drop(
  { approvals }: AgentDeps,
  account: string,
  { approval, thread }: ResumeJob['payload'],
): Promise<void> {
  await approvals.resume(approval)
  await approvals.forget(account, waitingKey(thread))
}

async function goOn(
  deps: AgentDeps,
  run: ThreadRun,
  { data, run: paused }: State,
  { approval, decision, account, signal }: ResumeJob['payload'] & { account: string; signal: AbortSignal },
) {
  const caller: AgentCaller = await deps.agent.callerOf({ accountId: account, tokenId: data.token })
  const agent = data.agent === undefined ? undefined : await deps.agents.byId(account, data.agent)
  return deps.agent.run({
    ...{ caller, agent, messages: run.messages, hasForeignText: run.hasForeignText, signal, origin: 'agent' },
    resumption: resumptionOf(data),
    resumed: { approval, decision, paused },
  })
}

async function fail(
  deps: AgentDeps,
  run: ThreadRun,
  job: ResumeJob['payload'] & { account: string },
  failure: unknown,
): Promise<void> {
  if (failure instanceof RunWaits) return run.release()
  if (failure instanceof ApiError && failure.code === 'rate_limited') {
    await run.release()
    throw new JobFailure('Too many runs of the agent are waiting', busyMs)
  }
  await recordFailure(deps, run, failure)
  await drop(deps, job.account, job)
}
