import { createSerial } from './serial.ts'
import { type ProcessesOptions, SupervisedProcesses } from './supervised-processes.ts'

export interface QueueOptions<Answer> extends ProcessesOptions<Answer> {
  /** The longest that one piece of work may take, its wait for the others not included. */
  readonly timeoutMs: number
  /** Pieces of work at a time, the one that is being done included. */
  readonly maxWaiting: number
}

/** As many pieces of work wait as may. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

/** Does one piece of work after the other in a process of its own, which ends when there has been none for a while. */
export class SupervisedQueue<Work, Answer> {
  readonly #options: QueueOptions<Answer>
  readonly #processes: SupervisedProcesses<Work, Answer>
  readonly #serial = createSerial()
  #waiting = 0

  constructor(options: QueueOptions<Answer>) {
    this.#options = options
    this.#processes = new SupervisedProcesses(options)
  }

  /** @throws QueueFull; TooSlow, TooLarge, and what ends the process: the next piece of work gets a new one */
  async run(work: Work): Promise<Answer> {
    const { timeoutMs, maxWaiting } = this.#options
    if (this.#waiting >= maxWaiting) throw new QueueFull(`${maxWaiting} wait already`)
    this.#waiting += 1
    try {
      return await this.#serial.run(() => this.#processes.run(work, { timeoutMs }))
    } finally {
      this.#waiting -= 1
    }
  }

  /** Ends the process. The work that it does fails, and so does what waits. */
  async close(): Promise<void> {
    await this.#processes.close()
  }
}
