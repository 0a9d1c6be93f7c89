import type { z } from 'zod'
import { type PausedRun, RunWaits } from '#runtime/agent/paused-run.ts'
import type {
  Agent,
  AgentEvent,
  AgentMessage,
  AgentResult,
  AgentRun,
  NamedAgent,
  PlannedCall,
  ResumedRun,
} from '#runtime/agent/types.ts'
import { ApiError, asApiError } from '#runtime/base/errors.ts'
import { shorten } from '#runtime/base/text/shorten.ts'
import { type Job, JobFailure } from '#runtime/jobs/kind.ts'
import { LeaseLostError, ServerStoppingError } from '#runtime/jobs/run.ts'
import { UnusableSchema } from '#runtime/outbound/models/schemas/schema-checker.ts'
import type { Choice } from '#runtime/policy/types.ts'
import { isMarked } from '#runtime/store/marks.ts'
import { namedAgent } from '../../agent/contracts.ts'
import { type Claim, claimTask } from '../../tasks/contracts.ts'
import { withdrawApprovals } from '../cancel.ts'
import { type Ending, endRun, stepText } from '../ending.ts'
import type { WorkDeps } from '../index.ts'
import { publishProgress } from '../progress-stream.ts'
import { resultCheck } from '../result-schema.ts'
import * as runs from '../rows/runs.ts'
import * as rows from '../rows/work.ts'
import { RunOver, watchRun } from '../run-watch.ts'
import { restart, waitingKey, type workJob } from '../work-queue.ts'
import { StepLog } from './step-log.ts'
import { dataOf, dataRule } from './work-data.ts'
import { type Report, reportIn, reportRequest, reportRule } from './work-report.ts'

const maxError = 2000
/** Delay before the next attempt of a run that had no capacity, at least. */
const crowdedMs = 15_000

const unfinished = 'Check what has been done so far before you run the work again.'

type RunJob = Pick<Job<z.output<typeof workJob.schema>>, 'payload' | 'signal' | 'attempt'>

/** What becomes of a run in this process; `over` if it was ended elsewhere. */
type Outcome = Ending | 'waiting' | 'interrupted' | 'over'

/**
 * Runs a piece of work with the agent. A transaction begins the run and another ends it. So at most one process has it, its end is
 * published once, and a run that was interrupted is recognised: it is started again if it has only read; else what it did is
 * recorded, and it is not repeated. A run that waits for an approval remains open, and another job goes on with it, and continues
 * it from its last call if a process ends that had gone on with it.
 */
export async function runWork(deps: WorkDeps, job: RunJob): Promise<void> {
  const { store, clock, writeInTurn } = deps
  const { id, owner, number, resumed } = job.payload
  const row = await rows.find(store, { id, owner })
  if (!row) return
  if (resumed) return goOn(deps, row, job, resumed)
  const isBegun = await writeInTurn(store, owner, async (tx) => {
    if (!(await runs.beginRun(tx, { work: id, number, owner, now: clock.now() }))) return false
    await publishProgress(deps, tx, row, 'started', { run: number })
    return true
  })
  // Only a job of this run leads here, so the process that had begun it has stopped.
  await end(deps, row, number, isBegun ? await perform(deps, row, job) : 'interrupted')
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
    const outcome = await perform(deps, row, job, { approval, decision, paused: waiting.run })
    return end(deps, row, job.payload.number, outcome)
  }
  // An earlier attempt has gone on with it, and its process has stopped; how far it had come was too large to be stored.
  if (job.attempt > 1) await end(deps, row, job.payload.number, 'interrupted')
}

/** Performs a run for as long as nobody else ends it. */
async function perform(deps: WorkDeps, row: rows.WorkRow, job: RunJob, resumed?: ResumedRun): Promise<Outcome> {
  const run = { work: row.id, number: job.payload.number, owner: row.owner }
  using watch = watchRun(deps, run)
  const signal = AbortSignal.any([job.signal, watch.over])
  const outcome = await attempt(deps, row, { ...job, signal }, resumed)
  if (outcome !== 'over' && !watch.over.aborted) return outcome
  // It may have requested one while it was cancelled.
  await deps.writeInTurn(deps.store, row.owner, (tx) => withdrawApprovals(deps, tx, run))
  return 'over'
}

async function attempt(
  deps: WorkDeps,
  row: rows.WorkRow,
  { payload, signal, attempt: tried }: RunJob,
  resumed?: ResumedRun,
): Promise<Outcome> {
  const { agent, log } = deps
  const { number } = payload
  const steps = new StepLog(deps, row, number)
  try {
    if (
      !resumed &&
      row.task !== null &&
      !(await claim(deps, row, { isRetry: number > 1, wasBegun: tried > 1 || Number(row.restarts) > 0 }))
    )
      return { status: 'failed', error: 'The task was deleted, or someone else has taken it.' }
    const named = row.agent_id === null ? undefined : await agentOf(deps, row)
    const caller = await agent.callerOf({ accountId: row.owner, tokenId: row.token_id ?? undefined })
    const found = await deps.store.get<runs.FoundRun>(runs.find({ work: row.id, number }))
    const actor = named ? { id: named.id, name: named.name } : {}
    const run = { caller, signal, origin: 'work' as const, actor, onEvent: (event: AgentEvent) => steps.record(event) }
    const beforeCall = (call: PlannedCall) => steps.begin(call)
    const messages = await messagesOf(deps, row, number)
    const [hasForeignText, isPromptOfOthers] = [messages.length > 1, isMarked(row)]
    const resumption = { key: waitingKey(row.id, number), data: null, isContinued: true }
    const result = await agent.run({
      ...{ ...run, id: found?.id, beforeCall },
      ...{ agent: worker(row, named), messages, hasForeignText, isPromptOfOthers, resumption, resumed },
      choices: choicesOf(row),
    })
    const byOthers = result.hasForeignText
    if (result.endedBecause === 'waiting') return 'waiting'
    if (result.endedBecause !== 'answered') return { ...endedEarly(result), byOthers }
    const asked = { ...run, hasForeignText: byOthers, agent: worker(row, named, []) }
    const said: AgentMessage[] = [...messages, { role: 'agent', text: result.text }]
    const report = reportIn(result.text) ?? (await requestReport(agent, asked, said))
    return { ...(await withData(deps, row, { ending: endingOf(report, result.text), report, asked, said })), byOthers }
  } catch (failure) {
    if (failure instanceof RunWaits) return 'waiting'
    if (failure instanceof RunOver) return 'over'
    if (failure instanceof UnusableSchema) return { status: 'failed', error: `result_schema ${failure.message}.` }
    const isCrowded = failure instanceof ApiError && failure.code === 'rate_limited'
    if (isCrowded && resumed && !steps.hasAny) throw crowded(failure)
    if (isCrowded && !steps.hasAny) return await putBack(deps, row, number, failure)
    if (!(failure instanceof ApiError || signal.aborted)) log.error({ err: failure, work: row.id }, 'work failed')
    // The next attempt continues it.
    if (hasStopped(signal) && resumed) throw failure
    if (hasStopped(signal)) return 'interrupted'
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

/**
 * Earlier runs are given to the model as data: they may contain text by strangers. A run that was started again knows only what
 * the first such run did.
 */
async function messagesOf(
  { store }: WorkDeps,
  { id, prompt, restarts }: rows.WorkRow,
  number: number,
): Promise<AgentMessage[]> {
  const message: AgentMessage = { role: 'owner', text: prompt }
  const first = number - Number(restarts)
  if (first <= 1) return [message]
  const [earlier, steps] = await Promise.all([
    store.all<rows.RunRow>(rows.runsOf({ work: id })),
    store.all<rows.StepRow>(rows.stepsOf({ work: id })),
  ])
  const summaries = earlier
    .filter((run) => Number(run.number) < first)
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
  asked: Omit<AgentRun, 'messages'>,
  said: readonly AgentMessage[],
): Promise<Report | undefined> {
  const answer = await agent.run({ ...asked, messages: [...said, { role: 'owner', text: reportRequest }] })
  return reportIn(answer.text)
}

interface Reported {
  readonly ending: Ending
  readonly report: Report | undefined
  /** A run that the model can answer without tools. */
  readonly asked: Omit<AgentRun, 'messages'>
  readonly said: readonly AgentMessage[]
}

/** The end of finished work with its data, if it requires any; the work has failed if there are none. */
async function withData(deps: WorkDeps, row: rows.WorkRow, { ending, report, asked, said }: Reported): Promise<Ending> {
  if (ending.status !== 'done' || row.result_schema === null) return ending
  const check = await resultCheck(deps, row.result_schema, row.owner, asked.signal)
  const run = { ...asked, answerSchema: check.schema }
  const { error, ...data } = await dataOf(check, report?.data, said, (messages) => deps.agent.run({ ...run, messages }))
  return error === undefined ? { ...ending, ...data } : { status: 'failed', error: shorten(error, maxError) }
}

/** Makes sure that nobody else does the task of the work meanwhile. */
async function claim(
  { query }: WorkDeps,
  { task, owner }: rows.WorkRow,
  { isRetry, wasBegun }: { isRetry: boolean; wasBegun: boolean },
): Promise<boolean> {
  const retried = isRetry ? (['failed', 'blocked'] as const) : []
  const from: Claim['from'] = ['todo', ...retried, ...(wasBegun ? (['doing'] as const) : [])]
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
  return new JobFailure('Too many runs of the agent are waiting', Math.max(crowdedMs, retryAfterS * 1000))
}

/**
 * Ends a run, unless it waits for an approval, goes on after one with another job, or has ended. One whose process has stopped
 * starts again if it may.
 */
async function end(deps: WorkDeps, row: rows.WorkRow, number: number, outcome: Outcome): Promise<void> {
  const { store, approvals, writeInTurn } = deps
  const { id, owner } = row
  const key = waitingKey(id, number)
  const isInterrupted = outcome === 'interrupted'
  if (outcome === 'waiting' || (isInterrupted && (await approvals.isWaiting(owner, key)))) return
  if (outcome !== 'over')
    await writeInTurn(store, owner, async (tx) => {
      if (isInterrupted && (await restart(deps, tx, { id, owner, number }))) return
      await endRun(deps, tx, row, { number, ...(isInterrupted ? stopped : outcome) })
    })
  await approvals.forget(owner, key)
}

/** The named agent, or the one without a name, with the rules for the report. @param services its own if not given */
function worker(
  { result_schema: schema }: rows.WorkRow,
  named: NamedAgent = { id: 'work', name: 'work', instructions: '', services: 'all' },
  services = named.services,
): NamedAgent {
  const rules = [named.instructions, reportRule, ...(schema === null ? [] : [dataRule(schema)])]
  return { ...named, services, instructions: rules.join('\n\n').trim() }
}

function choicesOf({ choices }: rows.WorkRow): AgentRun['choices'] {
  return choices === null ? undefined : (JSON.parse(choices) as Choice[])
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

/** Whether the process of a run has to leave it. */
function hasStopped({ reason }: AbortSignal): boolean {
  return reason instanceof ServerStoppingError || reason instanceof LeaseLostError
}
