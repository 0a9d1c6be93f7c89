import type { z } from 'zod'
import { type PausedRun, RunWaits } from '#runtime/agent/paused-run.ts'
import type { Agent, AgentEvent, AgentMessage, AgentResult, NamedAgent, ResumedRun } from '#runtime/agent/types.ts'
import { ApiError, asApiError } from '#runtime/base/errors.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import { type Job, JobFailure } from '#runtime/jobs/kind.ts'
import { isMarked } from '#runtime/store/marks.ts'
import { asBoolean } from '#runtime/store/values.ts'
import { namedAgent } from '../../agent/contracts.ts'
import { inboxItem } from '../../inbox/contracts.ts'
import { type Claim, claimTask } from '../../tasks/contracts.ts'
import { workEnded } from '../contracts.ts'
import type { WorkDeps } from '../index.ts'
import * as runs from '../rows/runs.ts'
import * as rows from '../rows/work.ts'
import { waitingKey, type workJob } from '../work-queue.ts'
import { StepLog } from './step-log.ts'
import { type Report, reportIn, reportRequest, reportRule } from './work-report.ts'

const maxError = 2000
const maxSubject = 120
/** Delay before the next attempt of a run that had no capacity, at least. */
const crowdedMs = 15_000

const unfinished = 'Check what has been done so far before you run the work again.'

type RunJob = Pick<Job<z.output<typeof workJob.schema>>, 'payload' | 'signal' | 'attempt'>

/** How a run ended. */
interface Ending {
  readonly status: 'done' | 'failed' | 'blocked'
  readonly result?: string
  readonly evidence?: readonly string[]
  readonly error?: string
  /** Whether its texts may be by others; undefined if nothing was called. */
  readonly byOthers?: boolean
}

/**
 * Runs a piece of work with the agent. A transaction begins the run and another ends it. So at most one process has it, its end is
 * published once, and a run that was interrupted is recognised: what it did is recorded, and it is not repeated. A run that
 * waits for an approval remains open, and another job goes on with it.
 */
export async function runWork(deps: WorkDeps, job: RunJob): Promise<void> {
  const { store, clock, writeInTurn } = deps
  const { id, owner, number, resumed } = job.payload
  const row = await rows.find(store, { id, owner })
  if (!row) return
  if (resumed) return goOn(deps, row, job, resumed)
  const isBegun = await writeInTurn(store, owner, (tx) =>
    runs.beginRun(tx, { work: id, number, owner, now: clock.now() }),
  )
  // Only a job of this run leads here, so the process that had begun it has stopped.
  if (!isBegun && (await deps.approvals.isWaiting(owner, waitingKey(id, number)))) return
  await end(deps, row, number, isBegun ? await perform(deps, row, job) : stopped)
}

const stopped: Ending = {
  status: 'blocked',
  error: `The server stopped while the work was running. ${unfinished}`,
  byOthers: true,
}

/** Goes on with a run that has waited for an approval, unless its own process has. */
async function goOn(
  deps: WorkDeps,
  row: rows.WorkRow,
  job: RunJob,
  { approval, decision }: NonNullable<RunJob['payload']['resumed']>,
): Promise<void> {
  const waiting = (await deps.approvals.waiting(approval)) as { readonly run: PausedRun } | undefined
  if (waiting) {
    const ending = await perform(deps, row, job, { approval, decision, paused: waiting.run })
    return end(deps, row, job.payload.number, ending)
  }
  // An earlier attempt has gone on with it, and its process has stopped.
  if (job.attempt > 1) await end(deps, row, job.payload.number, stopped)
}

async function perform(
  deps: WorkDeps,
  row: rows.WorkRow,
  { payload, signal, attempt }: RunJob,
  resumed?: ResumedRun,
): Promise<Ending | 'waiting'> {
  const { agent, log } = deps
  const { number } = payload
  const steps = new StepLog(deps, row, number)
  try {
    if (!resumed && row.task !== null && !(await claim(deps, row, { isRetry: number > 1, wasPutBack: attempt > 1 })))
      return { status: 'failed', error: 'The task was deleted, or someone else has taken it.' }
    const named = row.agent_id === null ? undefined : await agentOf(deps, row)
    const caller = await agent.callerOf({ accountId: row.owner, tokenId: row.token_id ?? undefined })
    const run = { caller, signal, origin: 'work' as const, onEvent: (event: AgentEvent) => steps.record(event) }
    const messages = await messagesOf(deps, row, number)
    const [hasForeignText, isPromptOfOthers] = [messages.length > 1, isMarked(row)]
    const resumption = { key: waitingKey(row.id, number), data: null }
    const result = await agent.run({
      ...{ ...run, agent: worker('all', named), messages, hasForeignText, isPromptOfOthers, resumption, resumed },
    })
    const byOthers = result.hasForeignText
    if (result.endedBecause === 'waiting') return 'waiting'
    if (result.endedBecause !== 'answered') return { ...endedEarly(result), byOthers }
    const report = reportIn(result.text) ?? (await requestReport(agent, run, messages, result))
    return { ...endingOf(report, result.text), byOthers }
  } catch (failure) {
    if (failure instanceof RunWaits) return 'waiting'
    const isCrowded = failure instanceof ApiError && failure.code === 'rate_limited'
    if (isCrowded && resumed && !steps.hasAny) throw crowded(failure)
    if (isCrowded && !steps.hasAny) return await putBack(deps, row, number, failure)
    if (!(failure instanceof ApiError || signal.aborted)) log.error({ err: failure, work: row.id }, 'work failed')
    return { ...failedBy(failure, signal), byOthers: steps.hasAny }
  } finally {
    await steps.written()
  }
}

/** @throws ApiError failed_precondition if it has been deleted */
async function agentOf({ query }: WorkDeps, { owner, agent_id, agent_name }: rows.WorkRow): Promise<NamedAgent> {
  const found = await query(namedAgent, { owner, id: agent_id as string })
  if (found) return found
  throw new ApiError(
    'failed_precondition',
    `The agent ${agent_name} was deleted before it could do the work. Submit the work again for another agent.`,
  )
}

/** Earlier runs are given to the model as data: they may contain text by strangers. */
async function messagesOf({ store }: WorkDeps, { id, prompt }: rows.WorkRow, number: number): Promise<AgentMessage[]> {
  const message: AgentMessage = { role: 'owner', text: prompt }
  if (number === 1) return [message]
  const [earlier, steps] = await Promise.all([
    store.all<rows.RunRow>(rows.runsOf({ work: id })),
    store.all<rows.StepRow>(rows.stepsOf({ work: id })),
  ])
  const summaries = earlier
    .filter((run) => Number(run.number) < number)
    .slice(-3)
    .map((run) => {
      const own = steps.filter((step) => Number(step.run) === Number(run.number))
      return [`Run ${run.number} ended ${run.status}: ${run.error ?? ''}`, ...own.map(stepText)].join('\n')
    })
  const text = `This was tried before. Do not repeat what has taken effect.\n${summaries.join('\n')}`
  return [{ role: 'other', text }, message]
}

/** Requests the report once, without tools, from a model that answered in prose. */
async function requestReport(
  agent: Agent,
  { caller, signal, origin }: Pick<Parameters<Agent['run']>[0], 'caller' | 'signal' | 'origin'>,
  messages: readonly AgentMessage[],
  { text, hasForeignText }: AgentResult,
): Promise<Report | undefined> {
  const answer = await agent.run({
    ...{ caller, signal, origin, hasForeignText },
    agent: worker([]),
    messages: [...messages, { role: 'agent', text }, { role: 'owner', text: reportRequest }],
  })
  return reportIn(answer.text)
}

/** Makes sure that nobody else does the task of the work meanwhile. */
async function claim(
  { query }: WorkDeps,
  { task, owner }: rows.WorkRow,
  { isRetry, wasPutBack }: { isRetry: boolean; wasPutBack: boolean },
): Promise<boolean> {
  const retried = isRetry ? (['failed', 'blocked'] as const) : []
  const from: Claim['from'] = ['todo', ...retried, ...(wasPutBack ? (['doing'] as const) : [])]
  return (await query(claimTask, { id: task as string, owner, from }))?.claimed ?? false
}

/** Lets a run that has done nothing wait again. */
async function putBack(
  { store, clock, writeInTurn }: WorkDeps,
  { id, owner }: rows.WorkRow,
  number: number,
  failure: ApiError,
): Promise<never> {
  await writeInTurn(store, owner, (tx) => runs.putBack(tx, { work: id, number, now: clock.now() }))
  throw crowded(failure)
}

function crowded({ retryAfterS = 0 }: ApiError): JobFailure {
  return new JobFailure('Too many runs of the agent wait', Math.max(crowdedMs, retryAfterS * 1000))
}

/** Ends a run, unless it waits for an approval. */
async function end(deps: WorkDeps, row: rows.WorkRow, number: number, ending: Ending | 'waiting'): Promise<void> {
  if (ending === 'waiting') return
  const { store, bus, clock, writeInTurn } = deps
  const { id: work, owner, thread, task, prompt } = row
  const { status, result = null, evidence = [], error = null, byOthers: by_others = false } = ending
  await writeInTurn(store, owner, async (tx) => {
    const now = clock.now()
    const ended = { work, number, status, error, result, evidence: JSON.stringify(evidence), by_others, now }
    if (!(await runs.endRun(tx, ended))) return
    const text = inboxText(ending, await tx.all<rows.StepRow>(rows.stepsOf({ work })), number)
    const title = shorten(oneLine(prompt), maxSubject)
    const item = { account: owner, kind: 'work', key: thread, id: `${work}/${number}`, title, text } as const
    await bus.publish(tx, inboxItem, item, { account: owner, key: thread })
    const outcome = { id: work, ...(task === null ? {} : { task }), status, text, by_others }
    await bus.publish(tx, workEnded, outcome, { account: owner, key: work })
  })
}

/** The named agent, or the one without a name, with the rule for the report. */
function worker(services: NamedAgent['services'], named?: NamedAgent): NamedAgent {
  if (named) return { ...named, instructions: `${named.instructions}\n\n${reportRule}` }
  return { id: 'work', name: 'work', instructions: reportRule, services }
}

function endedEarly({ endedBecause, text }: AgentResult): Ending {
  const error = shorten(text, maxError)
  return endedBecause === 'refused'
    ? { status: 'failed', error }
    : { status: 'blocked', error: `${error} ${unfinished}` }
}

function endingOf(report: Report | undefined, text: string): Ending {
  if (!report) {
    const error = `The agent did not report whether the work is done. Its reply: ${text}`
    return { status: 'blocked', error: shorten(error, maxError) }
  }
  const { status, summary, evidence } = report
  if (status === 'blocked') return { status, error: shorten(summary, maxError), evidence }
  if (evidence.length > 0) return { status, result: summary, evidence }
  const error = `The agent reports that the work is done, but gives no evidence: ${summary}`
  return { status: 'blocked', error: shorten(error, maxError) }
}

function failedBy(failure: unknown, signal: AbortSignal): Ending {
  if (signal.aborted) return { status: 'blocked', error: `The work was interrupted. ${unfinished}` }
  return { status: 'failed', error: shorten(asApiError(failure).message, maxError) }
}

/** The result; or why the work has no result, and what was done all the same. */
function inboxText({ status, result, error }: Ending, steps: readonly rows.StepRow[], number: number): string {
  if (status === 'done') return result ?? ''
  const done = steps.filter((step) => Number(step.run) === number).map(stepText)
  const before = done.length === 0 ? 'Nothing was called.' : `Called:\n${done.join('\n')}`
  return `${status === 'blocked' ? 'Blocked' : 'Failed'}: ${error ?? ''}\n\n${before}`
}

function stepText({ method, ok, text }: rows.StepRow): string {
  return `- ${method} ${ok !== null && asBoolean(ok) ? 'succeeded' : 'did not succeed'}: ${oneLine(text)}`
}
