import type { Operation } from '#generated/server/operations.ts'
import type { Bill } from '../money/bill.ts'
import type { Companion, Store, Writer } from '../store/types.ts'
import type { Claim } from './idempotency/keyed-calls.ts'

interface CallEffectParts {
  /** What the call costs, if anything has been reserved so far. */
  bill(): Bill | undefined
  /** The right to run the call, if it has a key. */
  claim(): Claim | undefined
}

/**
 * The effect of a call in the database: the first transaction of its context's store. The approval that the call uses, the charge, and
 * the fact that its key was carried out, are committed with it, so that after a crash there is all of it or nothing.
 */
export class CallEffect implements Companion {
  readonly #parts: CallEffectParts
  #state: 'awaited' | 'running' | 'committed' = 'awaited'
  #result: unknown
  #use: ((tx: Writer) => Promise<void>) | undefined

  constructor(parts: CallEffectParts) {
    this.#parts = parts
  }

  get isAwaited(): boolean {
    return this.#state === 'awaited' && (this.#use ?? this.#bill ?? this.#claim) !== undefined
  }

  /** A payment is settled after the effect, and may fail: until then the key must not count as carried out. */
  get #isPaidFirst(): boolean {
    return this.#parts.bill()?.isPaidFirst ?? false
  }

  get #bill(): Bill | undefined {
    return this.#isPaidFirst ? undefined : this.#parts.bill()
  }

  get #claim(): Claim | undefined {
    return this.#isPaidFirst ? undefined : this.#parts.claim()
  }

  async begin(): Promise<void> {
    this.#state = 'running'
    try {
      await this.#bill?.ready?.()
    } catch (failure) {
      this.#state = 'awaited'
      throw failure
    }
  }

  async join(tx: Writer): Promise<void> {
    tx.afterCommit(() => {
      this.#state = 'committed'
      this.#use = undefined
    })
    await this.#use?.(tx)
    await this.#claim?.carryOut(tx, this.#result === undefined ? undefined : JSON.stringify(this.#result))
    await this.#bill?.settleWithin?.(tx)
  }

  failed(): void {
    this.#state = 'awaited'
  }

  /** Sets the approval to use. */
  uses(use: (tx: Writer) => Promise<void>): void {
    this.#use = use
  }

  /** Uses the approval if no transaction has. */
  async useApproval(store: Pick<Store, 'write'>): Promise<void> {
    if (this.#use) await store.write(this.#use)
  }

  /** Sets what the call will return, within its transaction, so that it is stored with the effect. */
  returns(result: unknown): void {
    this.#result = result
  }
}

/** Whether the call publishes something, which is limited for each account. */
export function isPublicWrite({ publicWrite }: Operation, args: Readonly<Record<string, unknown>>): boolean {
  return publicWrite === true || (publicWrite !== undefined && args[publicWrite] === true)
}
