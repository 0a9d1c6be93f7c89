/** How much can run and wait at once, in total and for one subject. Missing bounds do not apply. */
export interface LimiterBounds {
  /** `grow` raises it. */
  maxRunning?: number
  readonly maxRunningPerSubject?: number
  readonly maxWaiting?: number
  readonly maxWaitingPerSubject?: number
  /**
   * Whether a subject may have at most as many places as are free, so that a few subjects leave some for anyone who comes
   * later: `n` of them together never get more than `n / (n + 1)` of all. (A. K. Choudhury and E. L. Hahne, "Dynamic queue
   * length thresholds for shared-memory packet switches", IEEE/ACM Transactions on Networking 6(2), 1998, with a factor
   * of 1.)
   */
  readonly leavesRoom?: boolean
  /** The subject without a share, such as the product's own work: only the bounds of all, and of its queue, apply to it. */
  readonly exempt?: string | undefined
}

/** The queue is full. */
export class LimiterFull extends Error {
  override readonly name = 'LimiterFull'
}

interface Waiter {
  readonly start: (release: () => void) => void
  readonly onPlace?: ((place: number) => void) | undefined
  place?: number
}

/** A place that its holder leaves when a subject without one waits. */
interface Offer {
  readonly leave: () => void
  isAccepted: boolean
}

interface WaitOptions {
  /** Gives up waiting. */
  readonly signal?: AbortSignal | undefined
  /** Called with the place in the queue, from 1, and with each new one. */
  readonly onPlace?: ((place: number) => void) | undefined
}

/** The turn of work in several steps, which others need not wait for in full. */
export interface Turn {
  /** Lets other subjects go first, if any wait. Resolves when it is its turn again; rejects with the reason of the signal. */
  giveWay(signal: AbortSignal): Promise<void>
  /** Waits for something else, such as a person, without a place. Rejects like `giveWay`, and like the wait. */
  without<T>(wait: () => Promise<T>, signal: AbortSignal): Promise<T>
}

/**
 * Bounds how much runs and how much waits at once. Subjects (accounts, addresses, connections) take turns: a busy one delays
 * another by one piece of work, not by all of its work. The work of one subject runs in order.
 */
export class FairLimiter<Subject = string> {
  readonly bounds: Required<LimiterBounds>
  /** By subject; the subject whose turn comes next is first. */
  readonly #waiting = new Map<Subject, Waiter[]>()
  readonly #runningOf = new Map<Subject, number>()
  #running = 0
  #waitingCount = 0
  readonly #refusal: (isOwn: boolean) => Error
  readonly #offers = new Set<Offer>()
  #refused = 0
  /** Whether any caller follows its place: only then does each change of a queue cost a look at all of them. */
  #reportsPlaces = false

  /** @param refusal creates the error of a full queue; `isOwn` if the subject's own queue is full */
  constructor(bounds: LimiterBounds, refusal: (isOwn: boolean) => Error = () => new LimiterFull('The queue is full.')) {
    this.#refusal = refusal
    const none = Number.POSITIVE_INFINITY
    this.bounds = {
      ...{ maxRunning: none, maxRunningPerSubject: none, maxWaiting: none, maxWaitingPerSubject: none },
      leavesRoom: false,
      exempt: undefined,
      ...bounds,
    }
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waitingCount
  }

  /** How often `tryTake` and `take` have rejected work so far. */
  get refused(): number {
    return this.#refused
  }

  runningOf(subject: Subject): number {
    return this.#runningOf.get(subject) ?? 0
  }

  /**
   * @param size how many places the work needs, such as its bytes
   * @returns the function to call when the work has ended, any number of times; undefined if it cannot run now
   */
  tryTake(subject: Subject, size = 1): (() => void) | undefined {
    if (this.#mayRun(subject, size)) return this.#begin(subject, size)
    this.#refused += 1
    return undefined
  }

  /**
   * Waits for a turn.
   *
   * @returns the function to call when the work has ended, any number of times
   * @throws LimiterFull, or the error of `refusal`, if too much is waiting; the reason of the signal when it aborts
   */
  async take(subject: Subject, { signal, onPlace }: WaitOptions = {}): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.#mayRun(subject)) return this.#begin(subject)
    const queue = this.#waiting.get(subject) ?? []
    const isOwn = queue.length >= this.bounds.maxWaitingPerSubject
    const free = this.bounds.maxWaiting - this.#waitingCount
    if (isOwn || free <= this.#leftFree(subject, queue.length)) {
      this.#refused += 1
      throw this.#refusal(isOwn)
    }
    return this.#wait(subject, { signal, onPlace })
  }

  /** @param isFirst whether it goes before everything else of its subject */
  #wait(subject: Subject, { signal, onPlace, isFirst = false }: WaitOptions & { isFirst?: boolean }) {
    const queue = this.#waiting.get(subject) ?? []
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const waiter = { start: resolve, onPlace }
    this.#reportsPlaces ||= onPlace !== undefined
    const leave = () => {
      this.#remove(subject, waiter)
      this.#reportPlaces()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    if (isFirst) queue.unshift(waiter)
    else queue.push(waiter)
    this.#waiting.set(subject, queue)
    this.#waitingCount += 1
    this.#reportPlaces()
    this.#acceptOffers()
    return promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  /** Runs work in its turn. Rejects like `take`, and like the work. */
  async run<T>(subject: Subject, work: (turn: Turn) => Promise<T>, options?: WaitOptions): Promise<T> {
    let release = await this.take(subject, options)
    const leave = () => {
      release()
      release = () => undefined
    }
    const turn: Turn = {
      giveWay: async (signal) => {
        signal.throwIfAborted()
        if (!this.#waiting.keys().some((other) => other !== subject)) return
        const next = this.#wait(subject, { signal, isFirst: true })
        leave()
        release = await next
      },
      without: async (wait, signal) => {
        leave()
        const value = await wait()
        signal.throwIfAborted()
        release = await (this.#mayRun(subject) ? this.#begin(subject) : this.#wait(subject, { signal, isFirst: true }))
        return value
      },
    }
    try {
      return await work(turn)
    } finally {
      release()
    }
  }

  /**
   * Offers the place of running work to others, after some time: `leave` is called once if a subject that has no place waits
   * then or later, and of no more work than there are such subjects, in the order of the offers.
   *
   * @returns the function to call when the work has ended, before its place is returned
   */
  offerAfter(ms: number, leave: () => void): () => void {
    const offer = { leave, isAccepted: false }
    const timer = setTimeout(() => {
      this.#offers.add(offer)
      this.#acceptOffers()
    }, ms)
    return () => {
      clearTimeout(timer)
      this.#offers.delete(offer)
    }
  }

  #acceptOffers(): void {
    const left = [...this.#offers].filter(({ isAccepted }) => !isAccepted)
    if (left.length === 0) return
    const accepted = this.#offers.size - left.length
    const waiting = [...this.#waiting.keys()].filter((subject) => this.runningOf(subject) === 0)
    for (const offer of left.slice(0, Math.max(0, waiting.length - accepted))) {
      offer.isAccepted = true
      offer.leave()
    }
  }

  /** Whether anything waits only because of `maxRunning`, and would run if that were higher. */
  get needsRoom(): boolean {
    return this.#waiting.keys().some((subject) => this.#isWithinShare(subject))
  }

  /** Raises `maxRunning` by one. */
  grow(): void {
    this.bounds.maxRunning += 1
    this.#startNext()
  }

  #isWithinShare(subject: Subject, size = 1): boolean {
    return subject === this.bounds.exempt || this.runningOf(subject) + size <= this.bounds.maxRunningPerSubject
  }

  #mayRun(subject: Subject, size = 1): boolean {
    const free = this.bounds.maxRunning - this.#running - size
    return this.#isWithinShare(subject, size) && free >= this.#leftFree(subject, this.runningOf(subject))
  }

  /** How many places must stay free beside those that the subject holds. */
  #leftFree(subject: Subject, held: number): number {
    return this.bounds.leavesRoom && subject !== this.bounds.exempt ? held : 0
  }

  #begin(subject: Subject, size = 1): () => void {
    this.#running += size
    this.#runningOf.set(subject, this.runningOf(subject) + size)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#running -= size
      const left = this.runningOf(subject) - size
      if (left === 0) this.#runningOf.delete(subject)
      else this.#runningOf.set(subject, left)
      this.#moveToEnd(subject)
      this.#startNext()
      this.#acceptOffers()
    }
  }

  /** After its turn a subject goes behind those that have not had one, even if it queued before they did. */
  #moveToEnd(subject: Subject): void {
    const queue = this.#waiting.get(subject)
    if (queue && this.#waiting.delete(subject)) this.#waiting.set(subject, queue)
  }

  /** Starts all that may run: with `leavesRoom`, one that ends can make room for two. */
  #startNext(): void {
    for (let next = this.#nextWaiter(); next !== undefined; next = this.#nextWaiter()) {
      const { subject, waiter } = next
      this.#remove(subject, waiter)
      this.#moveToEnd(subject)
      this.#reportPlaces()
      waiter.start(this.#begin(subject))
    }
  }

  #nextWaiter(): { subject: Subject; waiter: Waiter } | undefined {
    for (const [subject, [waiter]] of this.#waiting) if (waiter && this.#mayRun(subject)) return { subject, waiter }
    return undefined
  }

  #remove(subject: Subject, waiter: Waiter): void {
    const queue = this.#waiting.get(subject) ?? []
    const at = queue.indexOf(waiter)
    if (at < 0) return
    queue.splice(at, 1)
    this.#waitingCount -= 1
    if (queue.length === 0) this.#waiting.delete(subject)
  }

  /** Places are in the order of turns. */
  #reportPlaces(): void {
    if (!this.#reportsPlaces) return
    const queues = [...this.#waiting.values()]
    let place = 0
    for (let round = 0; place < this.#waitingCount; round += 1) {
      for (const waiter of queues.flatMap((queue) => queue[round] ?? [])) {
        place += 1
        if (waiter.place !== place) waiter.onPlace?.(place)
        waiter.place = place
      }
    }
  }
}
