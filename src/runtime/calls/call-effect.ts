import type { Bill } from '../money/bill.ts'
import type { Companion, Writer } from '../store/types.ts'
import type { Claim } from './idempotency/keyed-calls.ts'

interface CallEffectParts {
  /** What the call costs, if anything has been reserved so far. */
  bill(): Bill | undefined
  /** The right to run the call, if it has a key. */
  claim(): Claim | undefined
}

/**
 * The effect of a call in the database: the first transaction of its context's store. The charge, and the fact that its key was
 * carried out, are committed with it, so that after a crash there is all of it or nothing.
 */
export class CallEffect implements Companion {
  readonly #parts: CallEffectParts
  #state: 'awaited' | 'running' | 'committed' = 'awaited'
  #result: unknown

  constructor(parts: CallEffectParts) {
    this.#parts = parts
  }

  get isAwaited(): boolean {
    // A payment is settled after the effect, and may fail: until then the key must not count as carried out.
    const bill = this.#parts.bill()
    return this.#state === 'awaited' && !bill?.isPaidFirst && (bill ?? this.#parts.claim()) !== undefined
  }

  async begin(): Promise<void> {
    this.#state = 'running'
    try {
      await this.#parts.bill()?.ready?.()
    } catch (failure) {
      this.#state = 'awaited'
      throw failure
    }
  }

  async join(tx: Writer): Promise<void> {
    tx.afterCommit(() => {
      this.#state = 'committed'
    })
    const claim = this.#parts.claim()
    await claim?.carryOut(tx, this.#result === undefined ? undefined : JSON.stringify(this.#result))
    await this.#parts.bill()?.settleWithin?.(tx)
  }

  failed(): void {
    this.#state = 'awaited'
  }

  /** Sets what the call will return, within its transaction, so that it is stored with the effect. */
  returns(result: unknown): void {
    this.#result = result
  }
}
