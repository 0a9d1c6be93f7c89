import { extname } from 'node:path'
import { SupervisedProcess } from '../../runtime/base/supervised-process.ts'
import type { ReadingJob, ReadingResult } from './parsed-feed.ts'

const maxHeapMib = 192
/** The longest that one document may take. */
const timeoutMs = 20_000
/** After how long without work the process ends, so that an idle server does not hold its memory. */
const idleMs = 30_000
const maxWaiting = 50

/** Reads feeds and pages in a process of its own, one after the other: a large document keeps a processor busy for a second. */
export class DocumentReader {
  #process: SupervisedProcess<ReadingJob, ReadingResult> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #idle: NodeJS.Timeout | undefined

  /** @throws Error for what cannot be read, in the time and memory that there are */
  async read(job: ReadingJob): Promise<Exclude<ReadingResult, { failure: string }>> {
    if (this.#waiting >= maxWaiting) throw new Error('too many documents wait to be read')
    this.#waiting += 1
    clearTimeout(this.#idle)
    const turn = this.#last.then(() => this.#started().run(job, { timeoutMs }))
    this.#last = turn.catch(() => undefined)
    try {
      const result = await turn
      if ('failure' in result) throw new Error(result.failure)
      return result
    } finally {
      this.#waiting -= 1
      if (this.#waiting === 0) this.#rest()
    }
  }

  #started(): SupervisedProcess<ReadingJob, ReadingResult> {
    if (!this.#process || this.#process.hasEnded) {
      const program = new URL(`./reading-worker${extname(import.meta.url)}`, import.meta.url)
      this.#process = new SupervisedProcess(program, { maxHeapMib })
    }
    return this.#process
  }

  #rest(): void {
    this.#idle = setTimeout(() => void this.close(), idleMs)
    this.#idle.unref()
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const ended = this.#process
    this.#process = undefined
    await ended?.end()
  }
}
