import { setImmediate as nextTurn } from 'node:timers/promises'

/** For how long, in milliseconds, work may keep the event loop at a time. */
const sliceMs = 4

/** Divides long work into slices, between which the event loop serves others. */
export class Slices {
  readonly #now: () => number
  readonly #rest: () => Promise<unknown>
  #until: number

  /**
   * @param now milliseconds of any clock that never goes back
   * @param rest lets the event loop serve others
   */
  constructor(now: () => number = () => performance.now(), rest: () => Promise<unknown> = nextTurn) {
    this.#now = now
    this.#rest = rest
    this.#until = now() + sliceMs
  }

  /** Ask this between two small steps. */
  get isOver(): boolean {
    return this.#now() >= this.#until
  }

  /** Lets others run, and begins the next slice. */
  async next(): Promise<void> {
    await this.#rest()
    this.#until = this.#now() + sliceMs
  }
}
