import type { Door } from '../../runtime/calls/incoming.ts'

const maxCalls = 1000
const usualBytes = 4 * 1024 * 1024
/** Of the arguments, and of the result. */
const maxBodyBytes = 64 * 1024

/** A call that was made in a world. */
export interface RecordedCall {
  readonly id: number
  /** The id of its operation; undefined if the request named none. */
  readonly method: string | undefined
  readonly door: Door | undefined
  /** The username; undefined without an account. */
  readonly caller: string | undefined
  /** As JSON; undefined if they were not read, or left out. */
  readonly args: string | undefined
  readonly status: number
  readonly code: string | undefined
  /** The body of the response as JSON; undefined if it was left out. */
  readonly result: string | undefined
  readonly leftOut: readonly ('arguments' | 'result')[]
  /** Of the world's clock, epoch milliseconds. */
  readonly atMs: number
  /** Whether the clock stood still. */
  readonly isFrozen: boolean
  /** How far the time of the process was, in milliseconds: the clock may have been moved between two calls. */
  readonly realMs: number
  readonly durationMs: number
}

/** The facts of a call before it has a number. */
export type CallFacts = Omit<RecordedCall, 'id' | 'leftOut'> & { readonly isStreamed: boolean }

/** The calls of a world: at most 1,000, and by default 4 MiB of them; the oldest leave first. */
export class RecordedCalls implements Disposable {
  #calls: RecordedCall[] = []
  #bytes = 0
  #last = 0
  readonly #listeners = new Set<() => void>()
  #isOver = false
  readonly #maxBytes: number

  /** @param maxBytes of arguments and results together */
  constructor(maxBytes = usualBytes) {
    this.#maxBytes = maxBytes
  }

  /** All that are kept, the oldest first. */
  get all(): readonly RecordedCall[] {
    return this.#calls
  }

  /** How many are no longer kept. */
  get dropped(): number {
    return this.#last - this.#calls.length
  }

  /** The number of the latest; 0 without any. */
  get last(): number {
    return this.#last
  }

  /** How many listen to changes. */
  get listeners(): number {
    return this.#listeners.size
  }

  /** Whether its world was deleted. */
  get isOver(): boolean {
    return this.#isOver
  }

  add({ isStreamed, ...facts }: CallFacts): void {
    const leftOut: RecordedCall['leftOut'][number][] = []
    const kept = (name: 'arguments' | 'result', text: string | undefined) => {
      if (text === undefined || Buffer.byteLength(text) <= maxBodyBytes) return text
      leftOut.push(name)
      return undefined
    }
    const args = kept('arguments', facts.args)
    const result = kept('result', facts.result)
    if (isStreamed) leftOut.push('result')
    const call = { ...facts, args, result, leftOut, id: ++this.#last }
    this.#calls.push(call)
    this.#bytes += bytesOf(call)
    while (this.#calls.length > maxCalls || this.#bytes > this.#maxBytes) this.#bytes -= bytesOf(this.#calls.shift())
    this.#notify()
  }

  /** Those after a number, the oldest first. */
  after(id: number): readonly RecordedCall[] {
    return this.#calls.slice(Math.max(0, id - this.dropped))
  }

  /** Puts back what a world had, for a rewind. */
  restore(from: RecordedCalls): void {
    this.#calls = [...from.#calls]
    this.#bytes = from.#bytes
    this.#last = from.#last
    this.#notify()
  }

  /** A copy that stays as it is. */
  copy(): RecordedCalls {
    const copy = new RecordedCalls()
    copy.restore(this)
    return copy
  }

  /** @returns what puts back the calls that it has now */
  remember(): () => void {
    const copy = this.copy()
    return () => this.restore(copy)
  }

  /** Calls `listener` whenever something has changed, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Ends the streams of its calls. */
  [Symbol.dispose](): void {
    this.#isOver = true
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

function bytesOf(call: RecordedCall | undefined): number {
  return Buffer.byteLength(call?.args ?? '') + Buffer.byteLength(call?.result ?? '')
}
