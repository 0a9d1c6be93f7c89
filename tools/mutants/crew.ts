import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Answer, Order } from './worker.ts'

/** Runs tests in a process that stays, so that they start at once, and is replaced when a mutant has stalled it. */
export class Crew implements AsyncDisposable {
  #worker = startWorker()

  /** What came of the tests; a mutant that makes them take too long, or ends their process, is caught. The order is run alone. */
  async ask(order: Order, limitMs: number): Promise<Answer> {
    const worker = await this.#worker
    const ended = new AbortController()
    const end = () => ended.abort()
    worker.once('exit', end)
    try {
      worker.send(order)
      const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(limitMs)])
      const [answer] = (await once(worker, 'message', { signal })) as [Answer]
      return answer
    } catch {
      await stop(worker)
      this.#worker = startWorker()
      return { isCaught: true, reached: [] }
    } finally {
      worker.off('exit', end)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await stop(await this.#worker)
  }
}

async function startWorker(): Promise<ChildProcess> {
  const worker = fork(join(import.meta.dirname, 'worker.ts'), {
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
