import { OutboundFailure } from './failure.ts'

export interface TurnBounds {
  /** How many may run at a time. */
  readonly maxRunning: number
  /** How many of one subject. */
  readonly maxRunningPerSubject: number
  /** How many may wait. */
  readonly maxWaiting: number
  /** How many of one subject. */
  readonly maxWaitingPerSubject: number
}

const maxWaiting = 100

/** The bounds of requests to one provider: nobody has more than half of those that run. */
export function providerTurns(maxRunning: number): TurnBounds {
  return {
    maxRunning,
    maxRunningPerSubject: Math.max(1, Math.ceil(maxRunning / 2)),
    maxWaiting,
    maxWaitingPerSubject: maxWaiting / 10,
  }
}

interface Waiter {
  begin(): void
}

const busyRetryS = 5

/**
 * Lets a bounded number of works run at a time and a bounded number wait. Subjects (accounts, addresses) take turns, so
 * that one who asks for a lot does not make the others wait.
 */
export class Turns {
  readonly #bounds: TurnBounds
  readonly #who: string
  readonly #waiting = new Map<string, Waiter[]>()
  readonly #runningOf = new Map<string, number>()
  #running = 0
  #waitingCount = 0

  /** @param who is asked for too much, as the subject of a sentence */
  constructor(bounds: TurnBounds, who: string) {
    this.#bounds = bounds
    this.#who = who
  }

  /** How many works run now. */
  get running(): number {
    return this.#running
  }

  /** How many wait now. */
  get waiting(): number {
    return this.#waitingCount
  }

  /**
   * Waits for a turn.
   *
   * @returns to be called when the work is over
   * @throws OutboundFailure busy when too many wait; the reason of the signal when it aborts
   */
  async take(subject: string, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw signal.reason
    if (this.#mayRun(subject)) this.#begin(subject)
    else await this.#wait(subject, signal)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#end(subject)
    }
  }

  #mayRun(subject: string): boolean {
    const { maxRunning, maxRunningPerSubject } = this.#bounds
    return this.#running < maxRunning && (this.#runningOf.get(subject) ?? 0) < maxRunningPerSubject
  }

  #begin(subject: string): void {
    this.#running += 1
    this.#runningOf.set(subject, (this.#runningOf.get(subject) ?? 0) + 1)
  }

  #wait(subject: string, signal: AbortSignal): Promise<void> {
    const queue = this.#waiting.get(subject) ?? []
    const { maxWaiting, maxWaitingPerSubject } = this.#bounds
    if (this.#waitingCount >= maxWaiting || queue.length >= maxWaitingPerSubject) {
      throw new OutboundFailure('busy', `${this.#who} is asked too often; try again in ${busyRetryS} seconds.`, {
        retryAfterS: busyRetryS,
      })
    }
    this.#waiting.set(subject, queue)
    this.#waitingCount += 1
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#remove(subject, waiter)
        reject(signal.reason)
      }
      const waiter: Waiter = {
        begin: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      queue.push(waiter)
    })
  }

  #remove(subject: string, waiter: Waiter): void {
    const queue = this.#waiting.get(subject)
    const at = queue?.indexOf(waiter) ?? -1
    if (!queue || at < 0) return
    queue.splice(at, 1)
    this.#waitingCount -= 1
    if (queue.length === 0) this.#waiting.delete(subject)
  }

  #end(subject: string): void {
    this.#running -= 1
    const left = (this.#runningOf.get(subject) ?? 1) - 1
    if (left === 0) this.#runningOf.delete(subject)
    else this.#runningOf.set(subject, left)
    this.#beginNext()
  }

  /** The subject that has waited longest for a turn goes to the end of the line when it gets one. */
  #beginNext(): void {
    for (const [subject, queue] of this.#waiting) {
      const [waiter] = queue
      if (!waiter || !this.#mayRun(subject)) continue
      this.#remove(subject, waiter)
      if (queue.length > 0) {
        this.#waiting.delete(subject)
        this.#waiting.set(subject, queue)
      }
      this.#begin(subject)
      waiter.begin()
      return
    }
  }
}
