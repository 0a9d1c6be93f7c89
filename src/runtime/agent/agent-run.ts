import type { Operation } from '#generated/server/operations.ts'
import type { Approvals, RunClaim } from '../approvals/types.ts'
import type { Clock } from '../base/clock.ts'
import { ApiError } from '../base/errors.ts'
import type { Turn } from '../base/fair-limiter.ts'
import type { Log } from '../base/log.ts'
import { BudgetExhausted } from '../budgets/budget-exhausted.ts'
import type { ModelPayer } from '../budgets/model-spending.ts'
import type { Outcome } from '../calls/outcome.ts'
import { creditsText, MICRO_CREDITS_PER_CREDIT } from '../money/amounts.ts'
import { InsufficientCredits } from '../money/ledger.ts'
import type { Models } from '../outbound/models/models.ts'
import type { ModelAnswer, ModelMessage, ModelRequest, ToolCall, ToolResult } from '../outbound/models/types.ts'
import { type CallMaker, resultSentence } from './call-maker.ts'
import type { DataMarks } from './data-marks.ts'
import { type PausedRun, RunWaits } from './paused-run.ts'
import type { RunTrust } from './run-trust.ts'
import type { Toolset } from './tools.ts'
import type { AgentCallRecord, AgentResult, AgentRun, ResumedRun, Resumption } from './types.ts'

/** Characters of one result that the model gets. */
const maxResultChars = 16_000
/** Characters of all results together; the oldest are left out first. */
const maxResultsChars = 120_000
/** Answers of the model in one run, including those that search for tools. */
const maxSteps = 80
/** Characters of the answer. */
const maxAnswerChars = 100_000

export interface RunParts {
  readonly models: Pick<Models, 'stream'>
  readonly toolset: Toolset
  readonly trust: RunTrust
  readonly approvals: Pick<Approvals, 'find' | 'decided' | 'park' | 'resume' | 'claim' | 'progress'> | undefined
  /** For a run that goes on and is continued if this process ends. */
  readonly claim: RunClaim | undefined
  readonly marks: DataMarks
  readonly calls: CallMaker
  readonly instructions: string
  readonly messages: readonly ModelMessage[]
  readonly requestId: string
  readonly clock: Clock
  readonly log: Log
  readonly maxCalls: number
  /** Aborts when the run has reached its time limit. */
  readonly timeUp: AbortSignal
  /** Creates a signal that aborts when a run has waited for a person long enough. */
  readonly waited: () => AbortSignal
  readonly timeLimitMs: number
  /** Its turn among the runs of all accounts. */
  readonly turn: Turn
  /** Who pays for what the model reads and writes. */
  readonly payer: Omit<ModelPayer, 'onCharged'>
}

/** An answer of the model, and the results of its calls so far. */
type RunStep = Pick<PausedRun, 'answer' | 'results' | 'wasTainted'>

/** One run of the agent: the model answers and its calls are made, until it makes no more calls. */
export class Run {
  readonly #parts: RunParts
  readonly #run: AgentRun
  readonly #stop: AbortSignal
  readonly #messages: ModelMessage[]
  readonly #records: AgentCallRecord[] = []
  #microCredits = 0
  #text = ''
  #hasRetried = false
  readonly #payer: ModelPayer
  /** The answer whose calls are being made, for the case that one of them has to wait. */
  #step: RunStep | undefined
  /** What was decided about the first call of a run that goes on. */
  #decision: ResumedRun['decision'] | undefined
  #hasAsked: boolean
  #claim: RunClaim | undefined

  constructor(run: AgentRun, parts: RunParts) {
    this.#run = run
    this.#parts = parts
    this.#stop = AbortSignal.any([run.signal, parts.timeUp])
    this.#messages = [...parts.messages]
    this.#records.push(...(run.resumed?.paused.records ?? []))
    this.#microCredits = run.resumed?.paused.microCredits ?? 0
    this.#decision = run.resumed?.paused.isDecided ? undefined : run.resumed?.decision
    this.#claim = parts.claim
    this.#hasAsked = run.resumed !== undefined
    this.#payer = {
      ...parts.payer,
      onCharged: (microCredits) => {
        this.#microCredits += microCredits
        if (microCredits > 0) run.onEvent?.({ type: 'charged', microCredits })
      },
    }
  }

  get records(): readonly AgentCallRecord[] {
    return this.#records
  }

  get microCredits(): number {
    return this.#microCredits
  }

  /** Whether it has asked a person to approve a call. */
  get hasAsked(): boolean {
    return this.#hasAsked
  }

  /** @throws ApiError of the model; the reason of the caller's signal */
  async perform(): Promise<AgentResult> {
    const { resumed } = this.#run
    try {
      if (resumed) await this.#callAll(resumed.paused.answer, resumed.paused)
      for (let step = 1; ; step += 1) {
        const mayCall = this.#records.length < this.#parts.maxCalls && step < maxSteps
        const answer = await this.#answer(mayCall)
        if (!mayCall) return this.#ended('calls', answer.text)
        if (answer.toolCalls.length === 0) return this.#ended('answered', answer.text, answer.finish)
        await this.#callAll(answer)
        await this.#parts.turn.giveWay(this.#stop)
      }
    } catch (failure) {
      if (failure instanceof RunWaits) return this.#ended('waiting', '')
      this.#run.signal.throwIfAborted()
      if (this.#parts.timeUp.aborted) return this.#ended('time', this.#text)
      if (failure instanceof ApiError && failure.code === 'failed_precondition')
        return this.#ended('refused', this.#text)
      if (failure instanceof BudgetExhausted || failure instanceof InsufficientCredits)
        return this.#ended('budget', this.#text, failure)
      throw failure
    }
  }

  /** One answer of the model. A failure before its first word is retried once per run. */
  async #answer(mayCall: boolean): Promise<ModelAnswer> {
    this.#text = ''
    try {
      return await this.#stream(mayCall)
    } catch (failure) {
      const mayRetry = failure instanceof ApiError && failure.code === 'upstream_failed' && !failure.retryAfterS
      if (!mayRetry || this.#hasRetried || this.#text !== '' || this.#stop.aborted) throw failure
      this.#hasRetried = true
      return this.#stream(mayCall)
    }
  }

  async #stream(mayCall: boolean): Promise<ModelAnswer> {
    const { models, instructions, toolset, log } = this.#parts
    const { caller, onEvent, answerSchema: schema } = this.#run
    const request: ModelRequest = {
      ...{ purpose: 'agent', subject: caller.account.id, payer: this.#payer, instructions, messages: this.#messages },
      ...{ tools: toolset.tools, toolChoice: mayCall ? 'auto' : 'none', signal: this.#stop, log },
    }
    const events = models.stream(request, schema && { json: { schema } })
    for await (const event of events) {
      if (event.type === 'end') return event.answer
      if (event.type !== 'text') continue
      this.#text += event.text
      onEvent?.({ type: 'text', text: event.text })
    }
    throw new Error('The stream of a model has no end event')
  }

  /** Makes the calls of an answer, one after the other. The model did not know yet any untrusted text that they return. */
  async #callAll(answer: PausedRun['answer'], paused?: PausedRun): Promise<void> {
    const { message, toolCalls } = answer
    const wasTainted = paused?.wasTainted ?? this.#parts.trust.isTainted
    const results: ToolResult[] = [...(paused?.results ?? [])]
    this.#step = { answer: { message, toolCalls }, results, wasTainted }
    await this.#storeProgress()
    for (const call of toolCalls.slice(results.length)) {
      this.#stop.throwIfAborted()
      results.push({ id: call.id, name: call.name, ...(await this.#result(call, wasTainted)) })
      await this.#storeProgress()
    }
    this.#messages.push(message, { role: 'tool', results })
    leaveOutOldest(this.#messages)
  }

  async #result(call: ToolCall, wasTainted: boolean): Promise<{ output: string; isError?: boolean }> {
    const { toolset, maxCalls } = this.#parts
    if (call.fault !== undefined) return { output: call.fault, isError: true }
    const request = toolset.resolve(call.name, call.input)
    if (request.kind === 'answer') return { output: cut(request.text), isError: request.isError }
    if (this.#records.length >= maxCalls) {
      return {
        output: `The tool was not called, because this run has already made its maximum of ${maxCalls} calls. Answer now.`,
        isError: true,
      }
    }
    return this.#call(request.operation, request.args, wasTainted)
  }

  async #call(operation: Operation, args: object, wasTainted: boolean): Promise<{ output: string; isError?: boolean }> {
    const { clock, marks, trust } = this.#parts
    const number = this.#begin(operation)
    const startedAtMs = clock.now()
    const begun = performance.now()
    const outcome = await this.#outcome(operation, args, number, wasTainted)
    const durationMs = Math.round(performance.now() - begun)
    const charged = outcome.charge?.charged ?? 0
    this.#microCredits += charged
    if (outcome.error) {
      const { message, code } = outcome.error
      trust.saw(outcome, message)
      this.#record(operation, { ok: false, text: message, startedAtMs, durationMs }, charged)
      return { output: cut(`${code}: ${message}`), isError: true }
    }
    const { result } = outcome
    this.#record(operation, { ok: true, text: resultSentence(operation, result), startedAtMs, durationMs }, charged)
    const text = outcome.json ?? JSON.stringify(result) ?? '{}'
    trust.saw(outcome, text)
    return { output: outcome.hasForeignText ? marks.around(cut(text), operation.id) : cut(text) }
  }

  /** The outcome of a call; once a person has approved it, if that is needed. */
  async #outcome(operation: Operation, args: object, number: number, wasTainted: boolean): Promise<Outcome> {
    const { calls, trust, approvals, turn } = this.#parts
    const facts = { wasTainted, spentMicroCredits: this.#microCredits }
    const of = trust.of(operation, args as Record<string, unknown>, facts)
    const make = async () => {
      await this.#run.beforeCall?.({ number, operation })
      // A call that was made by a process which has ended returns its result, and is not made again.
      const key = this.#claim && `${trust.run}.${number}`
      return calls.make(operation, args, { number, trust: of, signal: this.#stop, key })
    }
    const refused = (why: keyof typeof unapproved): Outcome => ({
      operation,
      error: new ApiError('permission_denied', unapproved[why]),
    })
    const decided = this.#decision
    this.#decision = undefined
    if (decided === 'denied' || decided === 'expired') return refused(decided)
    const outcome = await make()
    const approval = outcome.error?.approval
    if (!outcome.error || approval === undefined || !approvals) return outcome
    this.#hasAsked = true
    const found = await approvals.find(this.#run.caller.account.id, approval)
    const isParked = await this.#park(approval)
    this.#run.onEvent?.({ type: 'approval', number, method: operation.id, approval: found })
    const decision = await turn.without(() => this.#decided(approvals, approval, isParked), this.#stop)
    if (isParked) await this.#goOn(approvals, approval)
    return decision === 'allowed' ? make() : refused(decision)
  }

  /** Stores the run, so that another process can go on with it. */
  async #park(approval: string): Promise<boolean> {
    const { approvals } = this.#parts
    const { resumption } = this.#run
    if (!approvals || !resumption || !this.#step) return false
    const isParked = await approvals.park(approval, resumption.key, this.#state(resumption, this.#step))
    if (isParked && this.#claim) {
      await approvals.progress(this.#claim, undefined)
      this.#claim = undefined
    }
    return isParked
  }

  #state({ data }: Resumption, step: RunStep, isDecided?: boolean) {
    const { trust, marks, requestId } = this.#parts
    const run: PausedRun = {
      ...step,
      ...{ requestId, messages: this.#messages, records: this.#records, microCredits: this.#microCredits },
      ...{ trust: trust.paused, mark: marks.mark, ...(isDecided && { isDecided }) },
    }
    return { data, run }
  }

  /** Goes on with a run that was stored, in the process in which it has waited. */
  async #goOn(approvals: Pick<Approvals, 'resume' | 'claim'>, approval: string): Promise<void> {
    if (!this.#run.resumption?.isContinued) {
      if (!(await approvals.resume(approval))) throw new RunWaits()
      return
    }
    this.#claim = await approvals.claim(approval, false)
    if (!this.#claim) throw new RunWaits()
  }

  /** Stores how far a run has come that went on after an approval, so that another process can continue it. */
  async #storeProgress(): Promise<void> {
    const { resumption } = this.#run
    if (!this.#claim || !resumption || !this.#step) return
    const state = this.#state(resumption, this.#step, this.#decision === undefined)
    if (!(await this.#parts.approvals?.progress(this.#claim, state))) throw new RunWaits()
  }

  /**
   * Waits for a person, but not until the run's time is up: the model needs some to say what was not done. A run that is stored
   * goes on later, even if it is stopped now.
   */
  async #decided(
    approvals: Pick<Approvals, 'decided'>,
    id: string,
    isParked: boolean,
  ): Promise<'allowed' | keyof typeof unapproved> {
    const waited = this.#parts.waited()
    try {
      return await approvals.decided(id, AbortSignal.any([this.#stop, waited]))
    } catch (failure) {
      if (isParked && (this.#stop.aborted || waited.aborted)) throw new RunWaits()
      if (waited.aborted) return 'undecided'
      throw failure
    }
  }

  #begin({ family, id }: Operation): number {
    const number = this.#records.length + 1
    this.#run.onEvent?.({ type: 'call', number, service: family, method: id })
    return number
  }

  #record(
    { family, id }: Operation,
    facts: Pick<AgentCallRecord, 'ok' | 'text' | 'startedAtMs' | 'durationMs'>,
    microCredits: number,
  ): void {
    const number = this.#records.length + 1
    const cost_credits = microCredits / MICRO_CREDITS_PER_CREDIT
    const call: AgentCallRecord = { number, service: family, method: id, ...facts, cost_credits }
    this.#records.push(call)
    this.#run.onEvent?.({ type: 'called', call })
  }

  #ended(
    endedBecause: AgentResult['endedBecause'],
    said: string,
    reason?: ModelAnswer['finish'] | BudgetExhausted | InsufficientCredits,
  ): AgentResult {
    const { maxCalls, timeLimitMs, trust } = this.#parts
    const notes = {
      answered:
        reason === 'length' || said.length > maxAnswerChars ? 'The answer was cut off at its maximum length.' : '',
      time: `The run was stopped after ${Math.round(timeLimitMs / 1000)} seconds, before it was finished. Its calls so far have been made${this.#paid()}.`,
      calls: `The run was stopped after ${this.#records.length >= maxCalls ? `${maxCalls} calls` : `${maxSteps} steps`}, before it was finished. Its calls so far have been made${this.#paid()}.`,
      waiting: 'This waits for your approval at /approvals. The agent continues as soon as you have decided.',
      refused: 'The language model refused to continue.',
      budget: `The run was stopped before it was finished. ${reason instanceof ApiError ? reason.message : ''}${this.#records.length > 0 ? ` Its calls so far have been made${this.#paid()}.` : ''}`,
    }
    const text = [said.slice(0, maxAnswerChars).trim(), notes[endedBecause]].filter((part) => part !== '').join('\n\n')
    return {
      text: text === '' ? 'The model returned an empty answer.' : text,
      calls: this.#records,
      costCredits: this.#microCredits / MICRO_CREDITS_PER_CREDIT,
      endedBecause,
      hasForeignText: trust.isTainted,
    }
  }

  #paid(): string {
    return this.#microCredits === 0 ? '' : ` and cost ${creditsText(this.#microCredits)}`
  }
}

/** What the model learns about a call that nobody approved. */
const unapproved = {
  denied: 'The user denied this call. Nothing was done. Continue without it, and say so.',
  expired: 'Nobody approved this call in time. Nothing was done. Continue without it, and say so.',
  undecided:
    'Nobody has approved this call yet. Nothing was done. Continue without it, and say that it is waiting at /approvals.',
}

/** The part of a result that the model gets. */
function cut(text: string): string {
  if (text.length <= maxResultChars) return text
  return `${text.slice(0, maxResultChars).toWellFormed()}\n(The first ${maxResultChars} of ${text.length} characters; request less in one call to see the rest.)`
}

/** Limits the space of a run's results in the model's context. */
function leaveOutOldest(messages: ModelMessage[]): void {
  let left = maxResultsChars
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at]
    if (message?.role !== 'tool') continue
    const results = message.results.map((result) => {
      left -= result.output.length
      return left >= 0 || result.output.length < 200 ? result : { ...result, output: '(omitted to save space)' }
    })
    messages[at] = { role: 'tool', results }
  }
}
