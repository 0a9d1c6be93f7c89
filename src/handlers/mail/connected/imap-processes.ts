import { extname } from 'node:path'
import { SupervisedProcess, TooLarge } from '#runtime/base/supervised-process.ts'
import type { ImapTold, ImapWork } from './imap-types.ts'

const bounds = { maxHeapMib: 96, maxStackMib: 4 }
/** After how long without work a process ends, so that an idle server does not hold its memory. */
const idleMs = 20_000

type ImapProcess = SupervisedProcess<ImapWork, ImapTold>

/** Processes that each do one job at a time, and are kept for the next one unless something was wrong with them. */
export class ImapProcesses {
  readonly #all = new Set<ImapProcess>()
  readonly #idle = new Map<ImapProcess, NodeJS.Timeout>()

  /** @throws the reason of the signal when it aborts; then the process has ended */
  async run(work: ImapWork, signal: AbortSignal): Promise<ImapTold> {
    const taken = this.#taken()
    let told: ImapTold | undefined
    try {
      told = await taken.run(work, { signal })
      return told
    } catch (failure) {
      if (signal.aborted) throw failure
      return { failure: { fault: failure instanceof TooLarge ? 'too_large' : 'protocol', said: undefined } }
    } finally {
      if (told && 'result' in told) this.#rest(taken)
      else void this.#end(taken)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((each) => this.#end(each)))
  }

  #taken(): ImapProcess {
    for (const [rested, timer] of this.#idle) {
      clearTimeout(timer)
      this.#idle.delete(rested)
      if (!rested.hasEnded) return rested
      this.#all.delete(rested)
    }
    const program = new URL(`./imap-worker${extname(import.meta.url)}`, import.meta.url)
    const started: ImapProcess = new SupervisedProcess(program, bounds)
    this.#all.add(started)
    return started
  }

  #rest(rested: ImapProcess): void {
    if (!this.#all.has(rested)) return
    this.#idle.set(rested, setTimeout(() => void this.#end(rested), idleMs).unref())
  }

  async #end(ended: ImapProcess): Promise<void> {
    clearTimeout(this.#idle.get(ended))
    this.#idle.delete(ended)
    this.#all.delete(ended)
    await ended.end()
  }
}
