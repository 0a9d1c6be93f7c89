import { extname } from 'node:path'
import { SupervisedThread, TooLarge, TooSlow } from '../../../base/supervised-thread.ts'
import type { SchemaJob, SchemaResult } from './schema-jobs.ts'

/** A schema that cannot be used. The message is the predicate of a sentence about it. */
export class UnusableSchema extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnusableSchema'
  }
}

const maxHeapMib = 64
const maxStackMib = 4

/** A thread that does one job at a time. After a job that failed it has ended and cannot be used again. */
export class CheckThread {
  readonly #thread = new SupervisedThread<SchemaJob, SchemaResult>(
    new URL(`./schema-worker${extname(import.meta.url)}`, import.meta.url),
    { maxOldGenerationSizeMb: maxHeapMib, stackSizeMb: maxStackMib },
  )

  get hasEnded(): boolean {
    return this.#thread.hasEnded
  }

  /**
   * Does one job.
   *
   * @param timeoutMs how long it may take, once the thread has started
   * @throws UnusableSchema if it takes too long or too much memory
   */
  async run(job: SchemaJob, timeoutMs: number): Promise<SchemaResult> {
    try {
      return await this.#thread.run(job, timeoutMs)
    } catch (failure) {
      if (failure instanceof TooSlow) throw new UnusableSchema('takes too long to check; make it simpler')
      if (failure instanceof TooLarge) throw new UnusableSchema('takes too much memory to check; make it simpler')
      throw failure
    }
  }

  async end(): Promise<void> {
    await this.#thread.end()
  }
}
