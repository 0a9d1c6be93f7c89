import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Moved, Movement } from './movements.ts'

/** Bounds the length of a transaction. */
const maxBatch = 500

interface Waiting {
  readonly movement: Movement
  readonly resolve: (moved: Moved) => void
  readonly reject: (error: unknown) => void
}

/**
 * Batches movements that arrive while others are being written into one transaction: a busy server writes its ledger a few
 * times for hundreds of calls, and on an idle one no call waits for another.
 */
export class MovementQueue {
  readonly #write: (movements: readonly Movement[]) => Promise<Moved[]>
  #waiting: Waiting[] = []
  #draining: Promise<void> | undefined

  /** @param write carries out movements in one transaction, all or none */
  constructor(write: (movements: readonly Movement[]) => Promise<Moved[]>) {
    this.#write = write
  }

  /** Resolves once the movement is durable; rejects if its transaction failed or its outcome is unknown. */
  add(movement: Movement): Promise<Moved> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ movement, resolve, reject })
      this.#draining ??= this.#drain()
    })
  }

  /** Resolves when all added movements are settled. */
  async idle(): Promise<void> {
    await this.#draining
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // The cost of a transaction is its commit to disk. Waiting for one turn of the event loop lets the calls of this turn, and those
      // that continue after the last batch, join this one instead of waiting for the next.
      await nextTurn()
      const batch = this.#waiting.splice(0, maxBatch)
      try {
        const moved = await this.#write(batch.map(({ movement }) => movement))
        batch.forEach(({ resolve }, index) => {
          resolve(moved[index] as Moved)
        })
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#draining = undefined
  }
}
