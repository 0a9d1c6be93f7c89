import { extname } from 'node:path'
import { SupervisedProcess, TooLarge, TooSlow } from '../../../base/supervised-process.ts'
import type { SchemaJob, SchemaResult } from './schema-jobs.ts'

/** A schema that cannot be used. The message is the predicate of a sentence about it. */
export class UnusableSchema extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnusableSchema'
  }
}

const bounds = { maxHeapMib: 64, maxStackMib: 4 }

/** A process that does one job at a time. After a job that failed it has ended and cannot be used again. */
export class SchemaChecker {
  readonly #process = new SupervisedProcess<SchemaJob, SchemaResult>(
    new URL(`./schema-worker${extname(import.meta.url)}`, import.meta.url),
    bounds,
  )

  get hasEnded(): boolean {
    return this.#process.hasEnded
  }

  /**
   * Does one job.
   *
   * @param timeoutMs how long it may take, once the process has started
   * @throws UnusableSchema if it takes too long or too much memory
   */
  async run(job: SchemaJob, timeoutMs: number): Promise<SchemaResult> {
    try {
      return await this.#process.run(job, { timeoutMs })
    } catch (failure) {
      if (failure instanceof TooSlow) throw new UnusableSchema('takes too long to check; make it simpler')
      if (failure instanceof TooLarge) throw new UnusableSchema('takes too much memory to check; make it simpler')
      throw failure
    }
  }

  async end(): Promise<void> {
    await this.#process.end()
  }
}
