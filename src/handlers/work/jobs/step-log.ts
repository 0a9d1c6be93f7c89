import type { AgentEvent, PlannedCall } from '#runtime/agent/types.ts'
import { newId } from '#runtime/base/ids.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import { MICRO_CREDITS_PER_CREDIT } from '#runtime/money/amounts.ts'
import type { WorkDeps } from '../index.ts'
import { type ProgressDeps, publishProgress } from '../progress-stream.ts'
import { stepOf } from '../results.ts'
import * as runs from '../rows/runs.ts'
import type { WorkRow } from '../rows/work.ts'
import { RunOver } from '../run-watch.ts'

const maxStepText = 500

type Deps = Pick<WorkDeps, 'store' | 'clock' | 'log' | 'writeInTurn'> & ProgressDeps

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
    if (event.type !== 'called' && event.type !== 'charged' && event.type !== 'approval') return
    this.hasAny = true
    this.#writing = this.#writing
      .then(() => this.#write(event))
      .catch((err: unknown) => this.#deps.log.warn({ err, work: this.#row.id }, 'step of work not written'))
  }

  /** Records a call before it is made. @throws RunOver if the run has ended */
  async begin({ number, operation }: PlannedCall): Promise<void> {
    await this.#writing
    this.hasAny = true
    const { store, clock, writeInTurn } = this.#deps
    const { id: work, owner } = this.#row
    const run = this.#run
    const has_effect = operation.effects.some((effect) => effect !== 'reads own' && effect !== 'reads others')
    const step = { id: newId('step'), work, run, number, owner, method: operation.id, has_effect, now: clock.now() }
    await writeInTurn(store, owner, async (tx) => {
      const found = await tx.get<runs.FoundRun>(runs.find({ work, number: run }))
      if (found?.status !== 'doing') throw new RunOver()
      // A call that was approved is begun again.
      if ((await tx.run(runs.beginStep(step))).changes === 0) return
      await publishProgress(this.#deps, tx, this.#row, 'call', { run, number, method: operation.id })
    })
  }

  /** Resolves when everything recorded so far is written. */
  async written(): Promise<void> {
    await this.#writing
  }

  #write(event: Extract<AgentEvent, { type: 'called' | 'charged' | 'approval' }>): Promise<unknown> {
    const { store, clock, writeInTurn } = this.#deps
    const { id: work, owner } = this.#row
    const now = clock.now()
    if (event.type === 'charged') return store.run(runs.addCost({ id: work, cost: event.microCredits, now }))
    const run = this.#run
    if (event.type === 'approval') {
      const { type, number, method, approval } = event
      // The arguments are for those who may read approvals, not for all who follow the work.
      const waiting = { run, number, method, approval: approval.id }
      return writeInTurn(store, owner, (tx) => publishProgress(this.#deps, tx, this.#row, type, waiting))
    }
    const { number, method, ok, cost_credits, startedAtMs, durationMs } = event.call
    const text = shorten(oneLine(event.call.text), maxStepText)
    const step = {
      ...{ number, method, ok, text, started_at: startedAtMs, duration_ms: durationMs },
      cost: Math.round(cost_credits * MICRO_CREDITS_PER_CREDIT),
    }
    return writeInTurn(store, owner, async (tx) => {
      await runs.endStep(tx, { ...step, work, run, now })
      await publishProgress(this.#deps, tx, this.#row, 'called', { run, number, ...stepOf(step) })
    })
  }
}
