import { extname } from 'node:path'
import { SupervisedQueue } from '#runtime/base/supervised-queue.ts'
import type { ReadingJob, ReadingResult } from './parsed-feed.ts'

const maxHeapMib = 192
/** The longest that one document may take. */
const timeoutMs = 20_000
const maxWaiting = 50

/** Reads feeds and pages in a process of its own, one after the other: a large document keeps a processor busy for a second. */
export class DocumentReader {
  readonly #queue = new SupervisedQueue<ReadingJob, ReadingResult>({
    program: new URL(`./parsing-worker${extname(import.meta.url)}`, import.meta.url),
    maxHeapMib,
    timeoutMs,
    maxWaiting,
  })

  /** @throws Error for what cannot be read, in the time and memory that there are */
  async read(job: ReadingJob): Promise<Exclude<ReadingResult, { failure: string }>> {
    const result = await this.#queue.run(job)
    if ('failure' in result) throw new Error(result.failure)
    return result
  }

  async close(): Promise<void> {
    await this.#queue.close()
  }
}
