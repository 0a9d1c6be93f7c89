import type { Result } from '#generated/server/handlers.ts'
import type { AgentCaller, AgentEvent, AgentResult, NamedAgent } from '#runtime/agent/types.ts'
import { asApiError } from '#runtime/base/errors.ts'
import { laterRightsOf } from '#runtime/calls/caller.ts'
import { CallCancelled } from '#runtime/calls/cancellation.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { Choice } from '#runtime/policy/types.ts'
import { resumptionOf, waitingKey } from './approval-subscriber.ts'
import type { AgentDeps } from './index.ts'
import { approvalResult } from './results.ts'
import type { ThreadRun } from './threads.ts'

type Answer = Result<'agent.ask'>

interface Prompt {
  readonly prompt: string
  /** The thread to continue; a new one if undefined. */
  readonly thread: string | undefined
  readonly agent: NamedAgent | undefined
  /** What the person picked. */
  readonly choices: readonly Choice[] | undefined
}

/**
 * Runs the agent on a prompt as the caller, and reports progress. A run that fails leaves no trace unless it had called methods.
 *
 * @throws ApiError as `Threads.begin` and `Agent.run`
 */
export async function runInThread(deps: AgentDeps, ctx: Context, prompt: Prompt): Promise<Answer> {
  deps.agent.require()
  const { id, username } = ctx.account
  const run = await deps.threads.begin({ owner: { id, username }, ...prompt })
  ctx.progress('thread', { thread: run.id })
  try {
    const result = await deps.agent.run({
      caller: ctx.caller as AgentCaller,
      agent: prompt.agent,
      messages: run.messages,
      choices: prompt.choices,
      hasForeignText: run.hasForeignText || ctx.isTainted,
      signal: ctx.signal,
      onEvent: (event) => reportProgress(ctx, event),
      origin: 'agent',
      requestId: ctx.requestId,
      resumption: resumptionOf({
        ...{ thread: run.id, prompt: run.prompt, agent: prompt.agent?.id },
        token: laterRightsOf(ctx.caller),
      }),
    })
    await run.complete(result)
    await deps.approvals.forget(id, waitingKey(run.id))
    return answerOf(run, result)
  } catch (failure) {
    await recordFailure(deps, run, failure)
    await deps.approvals.forget(id, waitingKey(run.id))
    throw failure
  }
}

/** Stores in the thread why a run failed. */
export async function recordFailure({ agent }: AgentDeps, run: ThreadRun, failure: unknown): Promise<void> {
  const { calls, costCredits } = agent.doneBefore(failure)
  const isCancelled = failure instanceof CallCancelled
  const text = isCancelled ? 'Stopped before the reply was complete.' : `No answer: ${asApiError(failure).message}`
  // A failed run does not report what it read, so its calls may have returned text by strangers.
  await run.fail(text, { calls, costCredits, hasForeignText: run.hasForeignText || calls.length > 0 })
}

function answerOf(run: ThreadRun, { text, calls, costCredits }: AgentResult): Answer {
  return {
    text,
    thread: run.id,
    calls: calls.map(({ method, ok, text: outcome, cost_credits }) => ({ method, ok, text: outcome, cost_credits })),
    cost_credits: costCredits,
  }
}

function reportProgress(ctx: Context, event: AgentEvent): void {
  const { type, ...data } = event
  if (event.type === 'charged') return
  if (event.type === 'called') {
    const { number, method, ok, text, cost_credits } = event.call
    ctx.progress(type, { number, method, ok, text, cost_credits })
  } else if (event.type === 'approval') {
    const { number, method, approval } = event
    ctx.progress(type, { number, method, approval: approval.id, card: approvalResult(approval) })
  } else if (event.type === 'call') ctx.progress(type, { number: event.number, method: event.method })
  else ctx.progress(type, data)
}
