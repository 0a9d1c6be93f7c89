import type { AgentEvent } from '#runtime/agent/types.ts'
import { newId } from '#runtime/base/ids.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import type { WriteInTurn } from '../account-writes.ts'
import * as runs from '../rows/runs.ts'
import type { WorkRow } from '../rows/work.ts'

const microCreditsPerCredit = 1_000_000
const maxStepText = 500

interface StepsOptions {
  readonly world: Pick<FamilyWorld, 'store' | 'clock' | 'log'>
  readonly writeInTurn: WriteInTurn
  readonly row: WorkRow
  readonly run: number
}

/** Writes down what a run calls, in order, while it goes on. */
export class Steps {
  readonly #options: StepsOptions
  #writing: Promise<unknown> = Promise.resolve()
  hasAny = false

  constructor(options: StepsOptions) {
    this.#options = options
  }

  note(event: AgentEvent): void {
    if (event.type !== 'call' && event.type !== 'called') return
    this.hasAny = true
    const { world, row } = this.#options
    this.#writing = this.#writing
      .then(() => this.#write(event))
      .catch((err: unknown) => world.log.warn({ err, work: row.id }, 'step of work not written'))
  }

  /** Resolves when all that was noted is written. */
  async written(): Promise<void> {
    await this.#writing
  }

  #write(event: Extract<AgentEvent, { type: 'call' | 'called' }>): Promise<unknown> {
    const { world, writeInTurn, row, run } = this.#options
    const { store, clock } = world
    const step = { work: row.id, run, now: clock.now() }
    if (event.type === 'call') {
      const { number, method } = event
      return store.run(runs.beginStep({ ...step, id: newId('step'), number, method, owner: row.owner }))
    }
    const { number, ok, text, cost_credits, startedAtMs, durationMs } = event.call
    return writeInTurn(store, row.owner, (tx) =>
      runs.endStep(tx, {
        ...{ ...step, number, ok, text: shorten(oneLine(text), maxStepText) },
        cost: Math.round(cost_credits * microCreditsPerCredit),
        started_at: startedAtMs,
        duration_ms: durationMs,
      }),
    )
  }
}
