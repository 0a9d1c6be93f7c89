import { extname } from 'node:path'
import { TooLarge } from '#runtime/base/supervised-process.ts'
import { SupervisedProcesses } from '#runtime/base/supervised-processes.ts'
import type { ImapOutcome, ImapWork } from './imap-types.ts'

const bounds = { maxHeapMib: 96, maxStackMib: 4 }
const idleMs = 20_000

/** Worker processes, each for one job at once, reused for the next job unless it failed. */
export class ImapProcesses {
  readonly #processes: SupervisedProcesses<ImapWork, ImapOutcome>

  /** @param program the module that the processes run; only given in tests */
  constructor({ program = new URL(`./imap-worker${extname(import.meta.url)}`, import.meta.url) } = {}) {
    this.#processes = new SupervisedProcesses({ program, ...bounds, idleMs, isSound: (outcome) => 'result' in outcome })
  }

  /** @throws the reason of the signal when it aborts; then the process has ended */
  async run(work: ImapWork, signal: AbortSignal): Promise<ImapOutcome> {
    try {
      return await this.#processes.run(work, { signal })
    } catch (failure) {
      if (signal.aborted) throw failure
      return { failure: { fault: failure instanceof TooLarge ? 'too_large' : 'protocol', serverText: undefined } }
    }
  }

  async close(): Promise<void> {
    await this.#processes.close()
  }
}
