import { createHash } from 'node:crypto'
import { ApiError } from '../../runtime/base/errors.ts'

/** A fault as it was described. */
export interface NewFault {
  readonly kind: 'status' | 'latency' | 'cut' | 'stall' | 'provider'
  /** The id of an operation, or `*`. */
  readonly method: string
  /** How many calls it lets pass first. */
  readonly after: number
  /** How many calls it applies to; all if not given. */
  readonly times?: number | undefined
  readonly status?: number | undefined
  readonly example?: string | undefined
  readonly retryAfterS?: number | undefined
  readonly ms?: number | undefined
  readonly spreadMs?: number | undefined
  readonly bytes?: number | undefined
  readonly provider?: string | undefined
}

export type FaultKind = NewFault['kind']

export interface Fault extends NewFault {
  readonly id: string
  /** How many calls it has applied to. */
  readonly applied: number
}

/** How many faults a world may have. */
const maxFaults = 50
/** The longest that a call is delayed. */
const maxDelayMs = 30_000

/** The faults of a world, in the order in which they were added. */
export class Faults {
  readonly #world: string
  readonly #faults = new Map<string, Fault & { applied: number; seen: number }>()
  #added = 0

  /** @param world its name, from which delays are drawn: in a world of the same name they are the same */
  constructor(world: string) {
    this.#world = world
  }

  get isEmpty(): boolean {
    return this.#faults.size === 0
  }

  list(): Fault[] {
    return [...this.#faults.values()]
  }

  /** @throws ApiError rate_limited if there are too many */
  add(fault: NewFault): Fault {
    if (this.#faults.size >= maxFaults) {
      throw new ApiError('rate_limited', `The world has ${maxFaults} faults, the most it may have. Remove one first.`)
    }
    this.#added += 1
    const added = { ...fault, id: `fault_${this.#added}`, applied: 0, seen: 0 }
    this.#faults.set(added.id, added)
    return added
  }

  /** @returns whether there was one */
  remove(id: string): boolean {
    return this.#faults.delete(id)
  }

  clear(): void {
    this.#faults.clear()
  }

  /** @returns what puts back the faults that it has now, with their counts */
  remember(): () => void {
    const faults = [...this.#faults.values()].map((fault) => ({ ...fault }))
    const added = this.#added
    return () => {
      this.clear()
      for (const fault of faults) this.#faults.set(fault.id, { ...fault })
      this.#added = added
    }
  }

  /**
   * The faults that apply to a call, one after the other. Each is counted when it is reached, so that one behind a fault that ends the
   * call is not.
   */
  *due(kinds: readonly FaultKind[], isFor: (fault: NewFault) => boolean): Generator<Fault, void> {
    for (const fault of this.#faults.values()) {
      if (!kinds.includes(fault.kind) || !isFor(fault)) continue
      fault.seen += 1
      if (fault.seen <= fault.after || fault.applied >= (fault.times ?? Number.POSITIVE_INFINITY)) continue
      fault.applied += 1
      yield fault
    }
  }

  /** How long a fault delays the call that it has just been counted for, in milliseconds. */
  delayMs({ id, applied, ms = 0, spreadMs = 0 }: Fault): number {
    const drawn = createHash('sha256').update(`${this.#world} ${id} ${applied}`).digest().readUInt32BE(0) / 2 ** 32
    return Math.min(Math.max(Math.round(ms + (drawn * 2 - 1) * spreadMs), 0), maxDelayMs)
  }
}

/** Makes the faults of a world. */
export const createFaults = (world: string): Faults => new Faults(world)
