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

/** A pool of processes, each running one job, with as many processes as there are jobs. */
export class SchemaChecker {
  readonly #processes: SupervisedProcesses<SchemaJob, SchemaResult>

  /** @param idleMs how long a process waits for a job before it ends */
  constructor(idleMs: number) {
    const program = new URL(`./schema-worker${extname(import.meta.url)}`, import.meta.url)
    this.#processes = new SupervisedProcesses({ program, ...bounds, idleMs })
  }

  /** The number of idle processes. */
  get idleProcesses(): number {
    return this.#processes.idle
  }

  /**
   * Runs one job.
   *
   * @param timeoutMs how long it may take after its process has started
   * @throws UnusableSchema if it takes too long or too much memory
   */
  async run(job: SchemaJob, timeoutMs: number): Promise<SchemaResult> {
    try {
      return await this.#processes.run(job, { timeoutMs })
    } catch (failure) {
      if (failure instanceof TooSlow) throw new UnusableSchema('takes too long to check. Make it simpler')
      if (failure instanceof TooLarge) throw new UnusableSchema('takes too much memory to check. Make it simpler')
      throw failure
    }
  }

  async close(): Promise<void> {
    await this.#processes.close()
  }
}
