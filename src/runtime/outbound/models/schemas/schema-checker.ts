import { extname } from 'node:path'
import { TooLarge, TooSlow } from '../../../base/supervised-process.ts'
import { SupervisedProcesses } from '../../../base/supervised-processes.ts'
import type { SchemaJob, SchemaResult } from './schema-jobs.ts'

/** A schema that cannot be used. The message is the predicate of a sentence about it. */
export class UnusableSchema extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnusableSchema'
  }
}

const bounds = { maxHeapMib: 64, maxStackMib: 4 }

/** Processes that do one job each at a time, as many as there are jobs. */
export class SchemaChecker {
  readonly #processes: SupervisedProcesses<SchemaJob, SchemaResult>

  /** @param idleMs after how long without a job a process ends */
  constructor(idleMs: number) {
    const program = new URL(`./schema-worker${extname(import.meta.url)}`, import.meta.url)
    this.#processes = new SupervisedProcesses({ program, ...bounds, idleMs })
  }

  /** How many processes there are without a job. */
  get idleProcesses(): number {
    return this.#processes.idle
  }

  /**
   * Does one job.
   *
   * @param timeoutMs how long it may take, once its process has started
   * @throws UnusableSchema if it takes too long or too much memory
   */
  async run(job: SchemaJob, timeoutMs: number): Promise<SchemaResult> {
    try {
      return await this.#processes.run(job, { timeoutMs })
    } catch (failure) {
      if (failure instanceof TooSlow) throw new UnusableSchema('takes too long to check; make it simpler')
      if (failure instanceof TooLarge) throw new UnusableSchema('takes too much memory to check; make it simpler')
      throw failure
    }
  }

  async close(): Promise<void> {
    await this.#processes.close()
  }
}
