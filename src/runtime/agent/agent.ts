import { operations as allOperations, type Operation } from '#generated/server/operations.ts'
import { administrationOf } from '../accounts/namespaces.ts'
import type { Tokens } from '../accounts/tokens.ts'
import type { Approvals } from '../approvals/types.ts'
import type { Clock } from '../base/clock.ts'
import { ApiError } from '../base/errors.ts'
import { FairLimiter, type Turn } from '../base/fair-limiter.ts'
import { newId } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { requestIdOf } from '../base/request-id.ts'
import type { Values } from '../base/setting.ts'
import { spenderOf } from '../calls/caller.ts'
import type { Calls } from '../calls/pipeline.ts'
import { creditsText, MICRO_CREDITS_PER_CREDIT } from '../money/amounts.ts'
import type { Models } from '../outbound/models/models.ts'
import type { ModelMessage } from '../outbound/models/types.ts'
import { ownTextOf, splitPrompt } from '../policy/own-text.ts'
import type { Store } from '../store/types.ts'
import { Run } from './agent-run.ts'
import { createCallMaker } from './call-maker.ts'
import { DataMarks } from './data-marks.ts'
import { RunWaits } from './paused-run.ts'
import { RunTrust } from './run-trust.ts'
import type { agentSettings } from './settings.ts'
import { createToolset, type Toolset } from './tools.ts'
import type {
  Agent,
  AgentCaller,
  AgentMessage,
  AgentResult,
  AgentRun,
  FailedRun,
  LaterCaller,
  NamedAgent,
} from './types.ts'

/** How long a run waits for a person to approve a call. */
const maxApprovalWaitMs = 120_000
/** The most concurrent runs of one account in one process. */
const maxRunsPerAccount = 3
const maxWaiting = 100
const maxWaitingPerAccount = 10
/** Characters of earlier messages that the model gets. */
const maxHistoryChars = 80_000

export interface AgentOptions {
  readonly config: Values<typeof agentSettings>
  readonly models: Pick<Models, 'require' | 'stream'>
  readonly tokens: Pick<Tokens, 'grantOf'>
  /** Where people decide about calls of the agent; without it, none that needs approval is made. */
  readonly approvals?:
    | Pick<Approvals, 'find' | 'decided' | 'park' | 'resume' | 'claim' | 'progress' | 'endRun'>
    | undefined
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** Operations other than the product's own. */
  readonly operations?: readonly Operation[]
  /** Creates a signal that aborts after this many milliseconds; AbortSignal.timeout if not given. */
  readonly after?: (ms: number) => AbortSignal
}

/** The context of an account from a service, for the agent: text, or nothing. */
type Known = (service: string, accountId: string) => Promise<unknown> | undefined

const busyRetryS = 15

function tooManyRuns(isOwn: boolean, perAccount: number): ApiError {
  const [has, limit] = isOwn ? ['You have', 'your limit'] : ['This server has', 'its limit']
  return new ApiError(
    'rate_limited',
    `${has} too many agent runs waiting (${limit}, with ${perAccount} concurrent runs for one account). Try again in ${busyRetryS} seconds.`,
    { retryAfterS: busyRetryS },
  )
}

/** The agent before it can call anything: families are opened with it, and the pipeline needs their handlers. */
export class OpenAgent implements Agent {
  readonly #options: AgentOptions
  readonly #limiter: FairLimiter
  readonly #failed = new WeakMap<object, FailedRun>()
  #calls: Pick<Calls, 'run' | 'serves'> | undefined
  #known: Known = () => undefined

  constructor(options: AgentOptions) {
    this.#options = options
    const maxRunning = options.config.agentConcurrency
    const maxRunningPerSubject = Math.min(maxRunsPerAccount, maxRunning)
    this.#limiter = new FairLimiter(
      { maxRunning, maxRunningPerSubject, maxWaiting, maxWaitingPerSubject: maxWaitingPerAccount, leavesRoom: true },
      (isOwn) => tooManyRuns(isOwn, maxRunningPerSubject),
    )
  }

  /** Sets the pipeline, and the context of an account from each service. */
  begin(calls: Pick<Calls, 'run' | 'serves'>, known: Known = () => undefined): void {
    this.#calls = calls
    this.#known = known
  }

  require(): void {
    this.#options.models.require('agent')
  }

  async run(run: AgentRun): Promise<AgentResult> {
    this.require()
    const { account } = run.caller
    const onPlace = (place: number) => run.onEvent?.({ type: 'queued', place })
    const work = (turn: Turn) => {
      run.onEvent?.({ type: 'started' })
      return this.#perform(run, turn)
    }
    return this.#limiter.run(account.id, work, { signal: run.signal, onPlace })
  }

  async #perform(run: AgentRun, turn: Turn): Promise<AgentResult> {
    const { config, models, approvals, clock, log } = this.#options
    const { after = AbortSignal.timeout, operations = allOperations } = this.#options
    if (!this.#calls) throw new Error('The agent was called before the pipeline was set')
    const { caller, agent, resumed } = run
    const account = caller.account.id
    const isContinued = run.resumption?.isContinued === true
    const claim = resumed && isContinued ? await approvals?.claim(resumed.approval, true) : undefined
    if (resumed && !(isContinued ? claim : await approvals?.resume(resumed.approval))) throw new RunWaits()
    const paused = resumed?.paused
    const requestId = paused?.requestId ?? run.requestId ?? requestIdOf(undefined)
    const toolset = await createToolset({ operations, serves: this.#calls.serves, caller, agent })
    const marks = new DataMarks(paused?.mark)
    const trust = new RunTrust({
      ...(paused?.trust ?? {
        prompt: run.isPromptOfOthers ? '' : promptOf(run.messages),
        choices: run.isPromptOfOthers ? [] : (run.choices ?? []),
        isTainted: (run.hasForeignText || run.isPromptOfOthers) ?? false,
        run: run.id ?? newId('run'),
      }),
      actor: { kind: run.origin, ...(run.actor ?? (agent && { id: agent.id, name: agent.name })) },
      operations,
    })
    const performed = new Run(run, {
      models,
      toolset,
      trust,
      approvals,
      marks,
      claim,
      calls: createCallMaker(this.#calls, caller, requestId),
      instructions: instructionsFor({ caller, agent, toolset, marks, now: clock.now() }),
      messages: paused?.messages ?? [
        ...(await this.#knowledge(caller.account.id, toolset.services, marks)),
        ...modelMessages(run.messages, marks, trust),
      ],
      requestId,
      clock,
      log: log.child({ requestId, agent: run.origin }),
      maxCalls: config.agentCalls,
      timeUp: after(config.agentTimeoutMs),
      waited: () => after(maxApprovalWaitMs),
      timeLimitMs: config.agentTimeoutMs,
      turn,
      payer: { spender: { ...spenderOf(caller), agentId: agent?.id }, requestId },
    })
    const endCards = async () => performed.hasAsked && this.#endCards(account, trust.run)
    try {
      const result = await performed.perform()
      if (result.endedBecause !== 'waiting') await endCards()
      return result
    } catch (thrown) {
      // Another process goes on with a run that can be resumed.
      if (!run.resumption) await endCards()
      const failure = withCosts(thrown, performed.microCredits)
      const done = { calls: performed.records, costCredits: performed.microCredits / MICRO_CREDITS_PER_CREDIT }
      if (typeof failure === 'object' && failure !== null) this.#failed.set(failure, done)
      throw failure
    }
  }

  /** Ends the approvals of a run, which would expire anyway. */
  async #endCards(account: string, run: string): Promise<void> {
    const { approvals, log } = this.#options
    await approvals?.endRun(account, run).catch((err: unknown) => log.warn({ err }, 'approvals of a run not ended'))
  }

  /** The context from the services that this run may use. */
  async #knowledge(accountId: string, services: readonly string[], marks: DataMarks): Promise<ModelMessage[]> {
    const messages: ModelMessage[] = []
    for (const service of services) {
      const text = await this.#known(service, accountId)
      if (typeof text === 'string' && text !== '')
        messages.push({ role: 'user', text: marks.around(text, `the service ${service}`) })
    }
    return messages
  }

  doneBefore(error: unknown): FailedRun {
    const done = typeof error === 'object' && error !== null ? this.#failed.get(error) : undefined
    return done ?? { calls: [], costCredits: 0 }
  }

  async callerOf({ accountId, tokenId }: LaterCaller): Promise<AgentCaller> {
    const { store, tokens } = this.#options
    if (tokenId !== undefined) {
      const grant = await tokens.grantOf(accountId, tokenId)
      return { kind: 'delegated', origin: 'agent', account: grant.account, rights: grant, credentialId: grant.tokenId }
    }
    const row = await store.get<AccountRow>(
      store
        .sql('accounts')
        .select('username', 'namespace', 'is_admin', 'disabled_at')
        .where({ id: accountId })
        .whereNull('closed_at'),
    )
    if (!row || row.disabled_at !== null) throw new ApiError('unauthenticated', 'The account was deleted or disabled.')
    const { username, namespace } = row
    const account = { id: accountId, username, namespace, ...administrationOf(row) }
    return { kind: 'delegated', origin: 'agent', account, rights: undefined, credentialId: undefined }
  }
}

interface AccountRow {
  username: string
  namespace: string
  is_admin: boolean | number
  disabled_at: number | string | null
}

/** The current request of the caller. */
function promptOf(messages: readonly AgentMessage[]): string {
  return messages.findLast(({ role }) => role === 'owner')?.text ?? ''
}

/** The conversation for the model: as many of the latest messages as fit. */
function modelMessages(messages: readonly AgentMessage[], marks: DataMarks, trust: RunTrust): ModelMessage[] {
  const kept: AgentMessage[] = []
  let left = maxHistoryChars
  for (const message of messages.toReversed()) {
    left -= message.text.length
    if (left < 0 && kept.length > 0) break
    kept.unshift(message)
  }
  return kept.map(({ role, text }): ModelMessage => {
    if (role === 'owner') return { role: 'user', text: promptText(text, marks, trust) }
    if (role === 'agent') return { role: 'assistant', parts: [{ type: 'text', text }] }
    trust.taint()
    return { role: 'user', text: marks.around(text, 'a message') }
  })
}

/** A prompt in which what was quoted or pasted is marked as data. A prompt that is nothing else is still the request. */
function promptText(text: string, marks: DataMarks, trust: RunTrust): string {
  const parts = splitPrompt(text)
  if (parts.every(({ isOwn }) => isOwn)) return text
  trust.taint()
  if (ownTextOf(parts).trim() === '') return text
  return parts.map((part) => (part.isOwn ? part.text : marks.around(part.text, 'the request'))).join('')
}

/** The failure of a run, with its actual costs. */
function withCosts(failure: unknown, microCredits: number): unknown {
  if (!(failure instanceof ApiError) || microCredits === 0) return failure
  const message = `${failure.summary} What the agent had already done is kept, and its cost of ${creditsText(microCredits)} remains charged.`
  return new ApiError(failure.code, message, {
    cause: failure.cause,
    ...(failure.retryAfterS !== undefined && { retryAfterS: failure.retryAfterS }),
  })
}

interface InstructionOptions {
  readonly caller: AgentCaller
  readonly agent: NamedAgent | undefined
  readonly toolset: Toolset
  readonly marks: DataMarks
  /** Epoch milliseconds. */
  readonly now: number
}

/** The instructions before a conversation. They are all written by this server or by the agent's owner. */
function instructionsFor({ caller, agent, toolset, marks, now }: InstructionOptions): string {
  const { services, isSearched } = toolset
  const parts = [
    `You are ${agent ? `the agent "${agent.name}"` : 'the agent'} of ${caller.account.username} on this server. Do what they ask with your tools, then answer in the language of their request, briefly and in plain text or Markdown. The time is ${new Date(now).toISOString()}.`,
    toolsSentence(services, isSearched),
    'Say only what you know or what a tool has returned. Say what you did and what failed. Never claim that something was done unless its tool succeeded. Some calls wait until the user has approved them. If a call was refused or not approved, do not try to achieve the same thing in another way.',
    marks.rule,
  ]
  if (agent && agent.instructions.trim() !== '') {
    parts.push(`Special instructions from ${caller.account.username}:\n${agent.instructions}`)
  }
  return parts.join('\n\n')
}

function toolsSentence(services: readonly string[], isSearched: boolean): string {
  if (services.length === 0) return 'You have no tools. Answer from what you know.'
  if (!isSearched) return 'Each tool is a method of a service on this server.'
  return `You use this server's services through three tools: find a tool with find_tools, read its arguments with describe_tool, and call it with call_tool. The services are: ${services.join(', ')}.`
}
