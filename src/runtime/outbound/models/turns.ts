import { ApiError } from '../../base/errors.ts'

export interface TurnBounds {
  /** Calls that run at a time: of all subjects, and of one. */
  readonly running: number
  readonly runningPerSubject: number
  /** Calls that wait: of all subjects, and of one. */
  readonly waiting: number
  readonly waitingPerSubject: number
}

interface Waiting {
  readonly subject: string
  start(): void
}

const retryAfterS = 5

/**
 * Lets a bounded number of calls run at a time. Those that wait get their turns subject by subject, so that the calls of
 * one never hold up those of another by more than one call each.
 */
export class Turns {
  readonly #bounds: TurnBounds
  readonly #running = new Map<string, number>()
  /** The calls that wait by subject; the subject whose turn is next is first. */
  readonly #waiting = new Map<string, Waiting[]>()
  #runningTotal = 0
  #waitingTotal = 0

  constructor(bounds: TurnBounds) {
    this.#bounds = bounds
  }

  get waiting(): number {
    return this.#waitingTotal
  }

  get running(): number {
    return this.#runningTotal
  }

  /**
   * Waits for a turn.
   *
   * @returns to be called when the call is over, once or more often
   * @throws ApiError rate_limited if the subject, unavailable if the process has too many waiting calls; the reason of
   *   `signal` if it aborts first
   */
  async take(subject: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if (this.#mayRun(subject)) return this.#run(subject)
    const queue = this.#waiting.get(subject) ?? []
    if (queue.length >= this.#bounds.waitingPerSubject) throw tooManyOfOne(queue.length)
    if (this.#waitingTotal >= this.#bounds.waiting) throw tooManyOfAll()
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        subject,
        start: () => {
          signal.removeEventListener('abort', leave)
          resolve(this.#run(subject))
        },
      }
      const leave = () => {
        this.#remove(entry)
        reject(signal.reason as Error)
      }
      signal.addEventListener('abort', leave, { once: true })
      queue.push(entry)
      this.#waiting.set(subject, queue)
      this.#waitingTotal += 1
    })
  }

  #mayRun(subject: string): boolean {
    const { running, runningPerSubject } = this.#bounds
    return this.#runningTotal < running && (this.#running.get(subject) ?? 0) < runningPerSubject
  }

  #run(subject: string): () => void {
    this.#runningTotal += 1
    this.#running.set(subject, (this.#running.get(subject) ?? 0) + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#end(subject)
    }
  }

  #end(subject: string): void {
    this.#runningTotal -= 1
    const left = (this.#running.get(subject) ?? 1) - 1
    if (left === 0) this.#running.delete(subject)
    else this.#running.set(subject, left)
    this.#startNext()
  }

  /** Starts the first call that may run. Its subject goes to the end of the line. */
  #startNext(): void {
    for (const [subject, queue] of this.#waiting) {
      if (!this.#mayRun(subject)) continue
      const [next] = queue
      this.#waiting.delete(subject)
      this.#waiting.set(subject, queue)
      if (!next) continue
      this.#remove(next)
      next.start()
      return
    }
  }

  #remove(entry: Waiting): void {
    const queue = this.#waiting.get(entry.subject)
    const index = queue?.indexOf(entry) ?? -1
    if (!queue || index < 0) return
    queue.splice(index, 1)
    this.#waitingTotal -= 1
    if (queue.length === 0) this.#waiting.delete(entry.subject)
  }
}

function tooManyOfOne(waiting: number): ApiError {
  const message = `You have ${waiting} calls waiting for the language model already; wait for one to end, then try again.`
  return new ApiError('rate_limited', message, { retryAfterS })
}

function tooManyOfAll(): ApiError {
  const message = 'As many calls are waiting for the language model as the server allows; try again in a moment.'
  return new ApiError('unavailable', message, { retryAfterS })
}
