import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { unlessAborted } from '#runtime/base/unless-aborted.ts'
import type { ImapFault, ImapTold, ImapWork } from './imap-types.ts'

const maxHeapMib = 96
/** After how long without work a thread ends, so that an idle server does not hold its memory. */
const idleMs = 20_000

/** Threads that each do one job at a time, and are kept for the next one unless something was wrong with them. */
export class ImapThreads {
  readonly #all = new Set<Worker>()
  readonly #idle = new Map<Worker, NodeJS.Timeout>()

  /** @throws the reason of the signal when it aborts; then the thread has ended */
  async run(work: ImapWork, signal: AbortSignal): Promise<ImapTold> {
    const worker = this.#taken()
    let told: ImapTold | undefined
    try {
      told = await unlessAborted(toldBy(worker, work), signal)
      return told
    } finally {
      if (told && 'result' in told) this.#rest(worker)
      else void this.#end(worker)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((worker) => this.#end(worker)))
  }

  #taken(): Worker {
    const [rested] = this.#idle
    if (rested) {
      clearTimeout(rested[1])
      this.#idle.delete(rested[0])
      rested[0].ref()
      return rested[0]
    }
    const worker = new Worker(new URL(`./imap-worker${extname(import.meta.url)}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMib, stackSizeMb: 4 },
      // Neither its secrets nor its faults are for the terminal.
      stdout: true,
      stderr: true,
    })
    worker.on('error', () => undefined)
    worker.once('exit', () => this.#forget(worker))
    this.#all.add(worker)
    return worker
  }

  #rest(worker: Worker): void {
    if (!this.#all.has(worker)) return
    // An idle thread must not keep a finished process alive.
    worker.unref()
    this.#idle.set(worker, setTimeout(() => void this.#end(worker), idleMs).unref())
  }

  async #end(worker: Worker): Promise<void> {
    this.#forget(worker)
    await worker.terminate()
  }

  #forget(worker: Worker): void {
    clearTimeout(this.#idle.get(worker))
    this.#idle.delete(worker)
    this.#all.delete(worker)
  }
}

function toldBy(worker: Worker, work: ImapWork): Promise<ImapTold> {
  return new Promise((resolve) => {
    const tell = (told: ImapTold) => {
      worker.off('message', tell)
      worker.off('error', fail)
      worker.off('exit', end)
      resolve(told)
    }
    const broken = (fault: ImapFault) => tell({ failure: { fault, said: undefined } })
    const fail = ({ code }: NodeJS.ErrnoException) =>
      broken(code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_large' : 'protocol')
    const end = () => broken('protocol')
    worker.on('message', tell)
    worker.on('error', fail)
    worker.on('exit', end)
    worker.postMessage(work)
  })
}
