import { z } from 'zod'
import type { Agent, AgentEvent, AgentMessage, AgentResult, NamedAgent } from '#runtime/agent/types.ts'
import { ApiError, asApiError } from '#runtime/base/errors.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import { type Job, JobFailure } from '#runtime/jobs/kind.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { asBoolean } from '#runtime/store/values.ts'
import { inboxItem } from '../../inbox/contracts.ts'
import type { WriteInTurn } from '../account-writes.ts'
import { workEnded } from '../contracts.ts'
import type { AskForAgent } from '../named-agent.ts'
import * as runs from '../rows/runs.ts'
import * as rows from '../rows/work.ts'
import { type Report, reportIn, reportRequest, reportRule } from './report.ts'
import { Steps } from './step-log.ts'

const maxError = 2000
const maxSubject = 120
/** When a run is tried again that got no turn because too many others wait. */
const crowdedMs = 15_000

const unfinished = 'Check what was done so far before you run it again.'

interface World extends Pick<FamilyWorld, 'agent' | 'store' | 'bus' | 'clock' | 'log' | 'ask'> {
  readonly askForAgent: AskForAgent
}
type RunJob = Pick<Job<{ id: string; owner: string; number: number }>, 'payload' | 'signal' | 'attempt'>

interface Begun extends Pick<RunJob, 'signal' | 'attempt'> {
  readonly number: number
}

/** How a run ended. */
interface Ending {
  readonly status: 'done' | 'failed' | 'blocked'
  readonly result?: string
  readonly evidence?: readonly string[]
  readonly error?: string
}

/**
 * Carries out pieces of work by the agent. A run begins and ends with a transaction each, so that at most one process has it, its end
 * is told once, and one that was interrupted is found: what it had done is kept, and it is not repeated.
 */
export class Running {
  readonly #world: World
  readonly #writeInTurn: WriteInTurn

  constructor(world: World, writeInTurn: WriteInTurn) {
    this.#world = world
    this.#writeInTurn = writeInTurn
  }

  async run({ payload: { id, owner, number }, signal, attempt }: RunJob): Promise<void> {
    const { store, clock } = this.#world
    const row = await rows.find(store, { id, owner })
    if (!row) return
    const begun = await this.#writeInTurn(store, owner, (tx) =>
      runs.beginRun(tx, { work: id, number, owner, now: clock.now() }),
    )
    // Only the job of this run leads here, so whoever had begun it is gone.
    if (!begun)
      return this.#end(row, number, {
        status: 'blocked',
        error: `The server stopped in the middle of it. ${unfinished}`,
      })
    const ending = await this.#perform(row, { number, signal, attempt })
    await this.#end(row, number, ending)
  }

  async #perform(row: rows.WorkRow, { number, signal, attempt }: Begun): Promise<Ending> {
    const { agent } = this.#world
    const steps = new Steps({ world: this.#world, writeInTurn: this.#writeInTurn, row, run: number })
    try {
      if (row.task !== null && !(await this.#claimTask(row, number > 1, attempt > 1))) {
        return { status: 'failed', error: 'The task is gone, or somebody else has taken it.' }
      }
      const named = row.agent_id === null ? undefined : await this.#namedAgent(row)
      const caller = await agent.callerOf({ accountId: row.owner, tokenId: row.token_id ?? undefined })
      const run = { caller, signal, origin: 'work', onEvent: (event: AgentEvent) => steps.note(event) }
      const messages = await this.#messages(row, number)
      const hasForeignText = messages.length > 1
      const result = await agent.run({ ...run, agent: worker('all', named), messages, hasForeignText })
      if (result.endedBecause !== 'answered') return endedEarly(result)
      const report = reportIn(result.text) ?? (await this.#askForReport(run, messages, result))
      return endingOf(report, result.text)
    } catch (failure) {
      if (isCrowded(failure) && !steps.hasAny) return await this.#putBack(row, number, failure)
      if (!(failure instanceof ApiError || signal.aborted))
        this.#world.log.error({ err: failure, work: row.id }, 'work failed')
      return failed(failure, signal)
    } finally {
      await steps.written()
    }
  }

  /** @throws ApiError failed_precondition if it has been deleted */
  async #namedAgent({ owner, agent_id, agent_name }: rows.WorkRow): Promise<NamedAgent> {
    const found = await this.#world.askForAgent({ owner, id: agent_id as string })
    if (found) return found
    throw new ApiError(
      'failed_precondition',
      `The agent ${agent_name} that was to do it was deleted: submit it anew, for another one.`,
    )
  }

  /** What was done before is told as data: it may hold text by strangers. */
  async #messages({ id, prompt }: rows.WorkRow, number: number): Promise<AgentMessage[]> {
    const asked: AgentMessage = { role: 'owner', text: prompt }
    if (number === 1) return [asked]
    const { store } = this.#world
    const [earlier, steps] = await Promise.all([
      store.all<rows.RunRow>(rows.runsOf({ work: id })),
      store.all<rows.StepRow>(rows.stepsOf({ work: id })),
    ])
    const told = earlier
      .filter((run) => Number(run.number) < number)
      .slice(-3)
      .map((run) => {
        const own = steps.filter((step) => Number(step.run) === Number(run.number))
        return [`Run ${run.number} ended ${run.status}: ${run.error ?? ''}`, ...own.map(stepText)].join('\n')
      })
    const text = `This was tried before. Do not repeat what has taken effect.\n${told.join('\n')}`
    return [{ role: 'other', text }, asked]
  }

  /** A model that answered in prose is asked once for the form, without tools. */
  async #askForReport(
    run: Pick<Parameters<Agent['run']>[0], 'caller' | 'signal' | 'origin'>,
    messages: readonly AgentMessage[],
    { text, hasForeignText }: AgentResult,
  ): Promise<Report | undefined> {
    const { caller, signal, origin } = run
    const said: AgentMessage[] = [...messages, { role: 'agent', text }, { role: 'owner', text: reportRequest }]
    const answer = await this.#world.agent.run({
      ...{ caller, signal, origin, hasForeignText },
      agent: worker([]),
      messages: said,
    })
    return reportIn(answer.text)
  }

  /** Makes sure that nobody else does the task of the work meanwhile. */
  async #claimTask({ task, owner }: rows.WorkRow, isRetry: boolean, wasPutBack: boolean): Promise<boolean> {
    const from = ['todo', ...(isRetry ? ['failed', 'blocked'] : []), ...(wasPutBack ? ['doing'] : [])]
    const question = { id: task, owner, from }
    const answer = await this.#world.ask('tasks.claim', question, z.object({ claimed: z.boolean() }))
    return answer?.claimed ?? false
  }

  /** A run that got no turn has done nothing: it waits again. */
  async #putBack({ id, owner }: rows.WorkRow, number: number, { retryAfterS = 0 }: ApiError): Promise<never> {
    const { store, clock } = this.#world
    await this.#writeInTurn(store, owner, (tx) => runs.putBack(tx, { work: id, number, now: clock.now() }))
    throw new JobFailure('Too many runs of the agent wait', Math.max(crowdedMs, retryAfterS * 1000))
  }

  async #end(row: rows.WorkRow, number: number, ending: Ending): Promise<void> {
    const { store, bus, clock } = this.#world
    const { id: work, owner, thread, task, prompt } = row
    const { status, result = null, evidence = [], error = null } = ending
    await this.#writeInTurn(store, owner, async (tx) => {
      const now = clock.now()
      const end = { work, number, status, error, result, evidence: JSON.stringify(evidence), now }
      if (!(await runs.endRun(tx, end))) return
      const text = await textFor(ending, await tx.all<rows.StepRow>(rows.stepsOf({ work })), number)
      const title = shorten(oneLine(prompt), maxSubject)
      const item = { account: owner, kind: 'work', key: thread, id: `${work}/${number}`, title, text } as const
      await bus.publish(tx, inboxItem, item, { account: owner, key: thread })
      const ended = { id: work, ...(task === null ? {} : { task }), status, text }
      await bus.publish(tx, workEnded, ended, { account: owner, key: work })
    })
  }
}

/** The named agent, or else the one without a name, told how to end. */
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
    const error = `The agent did not say whether it is done. Its answer: ${text}`
    return { status: 'blocked', error: shorten(error, maxError) }
  }
  const { status, summary, evidence } = report
  if (status === 'blocked') return { status, error: shorten(summary, maxError), evidence }
  if (evidence.length > 0) return { status, result: summary, evidence }
  const error = `The agent says that it is done, but gives no evidence: ${summary}`
  return { status: 'blocked', error: shorten(error, maxError) }
}

function isCrowded(failure: unknown): failure is ApiError {
  return failure instanceof ApiError && failure.code === 'rate_limited'
}

function failed(failure: unknown, signal: AbortSignal): Ending {
  if (signal.aborted) return { status: 'blocked', error: `It was interrupted. ${unfinished}` }
  return { status: 'failed', error: shorten(asApiError(failure).message, maxError) }
}

/** What the inbox says of an ending: the result, or why there is none and what was done all the same. */
function textFor({ status, result, error }: Ending, steps: readonly rows.StepRow[], number: number): string {
  if (status === 'done') return result ?? ''
  const done = steps.filter((step) => Number(step.run) === number).map(stepText)
  const before = done.length === 0 ? 'Nothing was called.' : `Called:\n${done.join('\n')}`
  return `${status === 'blocked' ? 'Blocked' : 'Failed'}: ${error ?? ''}\n\n${before}`
}

function stepText({ method, ok, text }: rows.StepRow): string {
  return `- ${method} ${ok !== null && asBoolean(ok) ? 'succeeded' : 'did not succeed'}: ${oneLine(text)}`
}
