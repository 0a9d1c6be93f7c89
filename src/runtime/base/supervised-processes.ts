import { type ProcessBounds, SupervisedProcess, type WorkLimit } from './supervised-process.ts'

export interface ProcessesOptions<Answer> extends ProcessBounds {
  /** The module that each process runs. */
  readonly program: URL
  /** How long a process stays without work, so that an idle server does not use its memory; 30,000 if not given. */
  readonly idleMs?: number
  /** After how many pieces of work a process is replaced; never if not given. */
  readonly maxWorks?: number
  /** Whether a process can be used again after this result; always if not given. */
  readonly isSound?: (answer: Answer) => boolean
}

/**
 * Processes of one program that each do one piece of work at once and wait for a while for the next. There are as many as
 * simultaneous pieces of work: the caller bounds them.
 */
export class SupervisedProcesses<Work, Answer> {
  readonly #options: ProcessesOptions<Answer>
  readonly #all = new Set<SupervisedProcess<Work, Answer>>()
  readonly #idle = new Map<SupervisedProcess<Work, Answer>, NodeJS.Timeout>()
  #isClosed = false

  constructor(options: ProcessesOptions<Answer>) {
    this.#options = options
  }

  /** How many processes there are. */
  get count(): number {
    return this.#all.size
  }

  /** How many processes are idle. */
  get idle(): number {
    return this.#idle.size
  }

  /** @throws like `SupervisedProcess.run`; an Error once this is closed */
  async run(work: Work, limit: WorkLimit): Promise<Answer> {
    const { isSound = () => true, maxWorks = Number.POSITIVE_INFINITY } = this.#options
    const taken = this.#taken()
    let isKept = false
    try {
      const answer = await taken.run(work, limit)
      isKept = isSound(answer) && taken.works < maxWorks
      return answer
    } finally {
      if (isKept) this.#rest(taken)
      else void this.#end(taken)
    }
  }

  /** Ends the idle processes, so that the next work gets a new one. */
  endIdle(): void {
    for (const rested of [...this.#idle.keys()]) void this.#end(rested)
  }

  /** Ends all processes, also busy ones. Resolves when they have ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#all].map((each) => this.#end(each)))
  }

  #taken(): SupervisedProcess<Work, Answer> {
    if (this.#isClosed) throw new Error('the processes have been closed')
    for (const rested of this.#idle.keys()) {
      this.#wake(rested)
      if (!rested.hasEnded) return rested
      this.#all.delete(rested)
    }
    const { program, ...bounds } = this.#options
    const started = new SupervisedProcess<Work, Answer>(program, bounds)
    this.#all.add(started)
    return started
  }

  #rest(rested: SupervisedProcess<Work, Answer>): void {
    if (!this.#all.has(rested)) return
    const { idleMs = 30_000 } = this.#options
    this.#idle.set(rested, setTimeout(() => void this.#end(rested), idleMs).unref())
  }

  #wake(rested: SupervisedProcess<Work, Answer>): void {
    clearTimeout(this.#idle.get(rested))
    this.#idle.delete(rested)
  }

  async #end(ended: SupervisedProcess<Work, Answer>): Promise<void> {
    this.#wake(ended)
    await ended.end()
    this.#all.delete(ended)
  }
}
