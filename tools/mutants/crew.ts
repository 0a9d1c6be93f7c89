import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Answer, Order } from './worker.ts'

/** Runs tests in a process that stays, so that they start at once, and is replaced when a mutant has stalled it. */
export class Crew implements AsyncDisposable {
  readonly #program: string
  #worker: Promise<ChildProcess>

  /** @param program what the process runs */
  constructor(program = join(import.meta.dirname, 'worker.ts')) {
    this.#program = program
    this.#worker = startWorker(program)
  }

  /**
   * What came of the tests; a mutant that makes them take too long, or ends their process, is caught. Any other failure is
   * thrown: it says nothing of the mutant. The order is run alone.
   */
  async ask(order: Order, limitMs: number): Promise<Answer> {
    const worker = await this.#ready()
    const ended = new AbortController()
    const end = () => ended.abort()
    worker.once('exit', end)
    // A time is a whole number, or it is refused.
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(Math.ceil(limitMs))])
    try {
      worker.send(order)
      const [answer] = (await once(worker, 'message', { signal })) as [Answer]
      return answer
    } catch (error) {
      await stop(worker)
      this.#worker = startWorker(this.#program)
      if (!signal.aborted) throw error
      return { isCaught: true, reached: [] }
    } finally {
      worker.off('exit', end)
    }
  }

  /** A process that takes orders: what an earlier mutant left behind may have ended the last one since its answer. */
  async #ready(): Promise<ChildProcess> {
    const worker = await this.#worker
    if (worker.connected) return worker
    this.#worker = startWorker(this.#program)
    return this.#worker
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await stop(await this.#worker)
  }
}

async function startWorker(program: string): Promise<ChildProcess> {
  const worker = fork(program, {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  })
  await once(worker, 'message')
  return worker
}

/** Ends a worker with the tests that it runs, which may never end by themselves. */
async function stop(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return
  const ended = once(worker, 'exit')
  process.kill(-(worker.pid as number), 'SIGKILL')
  await ended
}
