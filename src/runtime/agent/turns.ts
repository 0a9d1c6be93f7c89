import { ApiError } from '../base/errors.ts'

export interface TurnBounds {
  /** Runs at a time in this process. */
  readonly maxRunning: number
  /** Runs of one account at a time. */
  readonly maxRunningPerAccount: number
  readonly maxWaiting: number
  readonly maxWaitingPerAccount: number
}

interface Waiter {
  readonly account: string
  begin(): void
  /** Tells a new place, from 1. */
  moved(place: number): void
}

const busyRetryS = 15

/** Lets so many runs go on at a time, and tells those that wait how many are before them. */
export class RunTurns {
  readonly #bounds: TurnBounds
  readonly #waiting: Waiter[] = []
  readonly #runningOf = new Map<string, number>()
  #running = 0

  constructor(bounds: TurnBounds) {
    this.#bounds = bounds
  }

  /**
   * Waits for a turn.
   *
   * @param moved is told the place in the queue, and each new one
   * @returns to be called when the run is over
   * @throws ApiError rate_limited when too many wait; the reason of the signal when it aborts
   */
  async take(account: string, signal: AbortSignal, moved: (place: number) => void): Promise<() => void> {
    signal.throwIfAborted()
    if (this.#mayRun(account)) this.#begin(account)
    else await this.#wait(account, signal, moved)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#end(account)
    }
  }

  #mayRun(account: string): boolean {
    const { maxRunning, maxRunningPerAccount } = this.#bounds
    return this.#running < maxRunning && (this.#runningOf.get(account) ?? 0) < maxRunningPerAccount
  }

  #begin(account: string): void {
    this.#running += 1
    this.#runningOf.set(account, (this.#runningOf.get(account) ?? 0) + 1)
  }

  #end(account: string): void {
    this.#running -= 1
    const left = (this.#runningOf.get(account) ?? 1) - 1
    if (left === 0) this.#runningOf.delete(account)
    else this.#runningOf.set(account, left)
    const next = this.#waiting.find((waiter) => this.#mayRun(waiter.account))
    if (!next) return
    this.#begin(next.account)
    next.begin()
  }

  #wait(account: string, signal: AbortSignal, moved: (place: number) => void): Promise<void> {
    const own = this.#waiting.filter((waiter) => waiter.account === account).length
    const { maxWaiting, maxWaitingPerAccount, maxRunningPerAccount } = this.#bounds
    if (own >= maxWaitingPerAccount || this.#waiting.length >= maxWaiting) {
      const [has, may] = own >= maxWaitingPerAccount ? ['You have', 'you may'] : ['This server has', 'it may']
      const message = `${has} as many runs of the agent going on (${maxRunningPerAccount} for each account) and waiting as ${may}; try again in ${busyRetryS} seconds.`
      throw new ApiError('rate_limited', message, { retryAfterS: busyRetryS })
    }
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#remove(waiter)
        reject(signal.reason)
      }
      const waiter: Waiter = {
        account,
        moved,
        begin: () => {
          signal.removeEventListener('abort', leave)
          this.#remove(waiter)
          resolve()
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(waiter)
      moved(this.#waiting.length)
    })
  }

  #remove(waiter: Waiter): void {
    const at = this.#waiting.indexOf(waiter)
    if (at < 0) return
    this.#waiting.splice(at, 1)
    for (let place = at; place < this.#waiting.length; place += 1) this.#waiting[place]?.moved(place + 1)
  }
}
