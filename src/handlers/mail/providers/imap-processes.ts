import { extname } from 'node:path'
import { TooLarge } from '#runtime/base/supervised-process.ts'
import { SupervisedProcesses } from '#runtime/base/supervised-processes.ts'
import type { ImapTold, ImapWork } from './imap-types.ts'

const bounds = { maxHeapMib: 96, maxStackMib: 4 }
const idleMs = 20_000

/** Processes that each do one job at a time, and are kept for the next one unless something was wrong with them. */
export class ImapProcesses {
  readonly #processes: SupervisedProcesses<ImapWork, ImapTold>

  /** Given in tests only. @param program what the processes run */
  constructor({ program = new URL(`./imap-worker${extname(import.meta.url)}`, import.meta.url) } = {}) {
    this.#processes = new SupervisedProcesses({ program, ...bounds, idleMs, isSound: (told) => 'result' in told })
  }

  /** @throws the reason of the signal when it aborts; then the process has ended */
  async run(work: ImapWork, signal: AbortSignal): Promise<ImapTold> {
    try {
      return await this.#processes.run(work, { signal })
    } catch (failure) {
      if (signal.aborted) throw failure
      return { failure: { fault: failure instanceof TooLarge ? 'too_large' : 'protocol', said: undefined } }
    }
  }

  async close(): Promise<void> {
    await this.#processes.close()
  }
}
