import type { AgentEvent } from '#runtime/agent/types.ts'
import { newId } from '#runtime/base/ids.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import type { WorkDeps } from '../index.ts'
import * as runs from '../rows/runs.ts'
import type { WorkRow } from '../rows/work.ts'

const microCreditsPerCredit = 1_000_000
const maxStepText = 500

type Deps = Pick<WorkDeps, 'store' | 'clock' | 'log' | 'writeInTurn'>

/** Records the calls of a run in their order, while it goes on. */
export class StepLog {
  readonly #deps: Deps
  readonly #row: WorkRow
  readonly #run: number
  #writing: Promise<unknown> = Promise.resolve()
  hasAny = false

  constructor(deps: Deps, row: WorkRow, run: number) {
    this.#deps = deps
    this.#row = row
    this.#run = run
  }

  record(event: AgentEvent): void {
    if (event.type !== 'call' && event.type !== 'called' && event.type !== 'charged') return
    this.hasAny = true
    this.#writing = this.#writing
      .then(() => this.#write(event))
      .catch((err: unknown) => this.#deps.log.warn({ err, work: this.#row.id }, 'step of work not written'))
  }

  /** Resolves when everything recorded so far is written. */
  async written(): Promise<void> {
    await this.#writing
  }

  #write(event: Extract<AgentEvent, { type: 'call' | 'called' | 'charged' }>): Promise<unknown> {
    const { store, clock, writeInTurn } = this.#deps
    const { id: work, owner } = this.#row
    const now = clock.now()
    if (event.type === 'charged') return store.run(runs.addCost({ id: work, cost: event.microCredits, now }))
    const step = { work, run: this.#run, now }
    if (event.type === 'call') {
      const { number, method } = event
      return store.run(runs.beginStep({ ...step, id: newId('step'), number, method, owner }))
    }
    const { number, ok, text, cost_credits, startedAtMs, durationMs } = event.call
    return writeInTurn(store, owner, (tx) =>
      runs.endStep(tx, {
        ...{ ...step, number, ok, text: shorten(oneLine(text), maxStepText) },
        cost: Math.round(cost_credits * microCreditsPerCredit),
        started_at: startedAtMs,
        duration_ms: durationMs,
      }),
    )
  }
}
