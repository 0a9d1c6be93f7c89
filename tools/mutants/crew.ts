import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Answer, Order } from './runner.ts'

/** A process that waits for its next order. */
interface Waiting {
  send(order: Order | undefined): void
}

/** Runs tests in a process that stays, so that they start at once, and is replaced when a mutant has stalled or ended it. */
export class Crew implements AsyncDisposable {
  readonly #server = createServer()
  readonly #keeper: Promise<ChildProcess>
  #waiting = Promise.withResolvers<Waiting>()
  #outcome = Promise.withResolvers<Answer | undefined>()
  #isWaiting = false
  #pid: number | undefined

  /**
   * @param texts what stands in for files, by their paths
   * @param program what starts the processes
   */
  constructor(
    texts: readonly (readonly [file: string, text: string])[],
    program = join(import.meta.dirname, 'worker.ts'),
  ) {
    this.#server.on('request', async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      this.#heard(JSON.parse(Buffer.concat(parts).toString('utf8')), response)
    })
    this.#keeper = this.#start(program, texts)
    this.#keeper.catch(() => undefined)
  }

  /**
   * What came of the tests; undefined when they did not come back in time, or ended their process: the next order finds
   * another one.
   *
   * @throws Error when no process can be started
   */
  async ask(order: Order, limitMs: number): Promise<Answer | undefined> {
    await this.#keeper
    const waiting = await this.#taken()
    this.#outcome = Promise.withResolvers()
    const timer = setTimeout(() => this.#end(), limitMs)
    waiting.send(order)
    try {
      return await this.#outcome.promise
    } finally {
      clearTimeout(timer)
    }
  }

  /** Has the next order run in a process that has loaded nothing yet. */
  async renew(): Promise<void> {
    await this.#keeper
    const waiting = await this.#taken()
    waiting.send(undefined)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const keeper = await this.#keeper
    await stop(keeper)
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #taken(): Promise<Waiting> {
    const waiting = await this.#waiting.promise
    this.#forgetWaiting()
    return waiting
  }

  #forgetWaiting(): void {
    if (this.#isWaiting) this.#waiting = Promise.withResolvers()
    this.#isWaiting = false
  }

  #heard({ pid, answer }: { readonly pid?: number; readonly answer?: Answer }, response: ServerResponse): void {
    if (pid !== undefined) this.#pid = pid
    if (answer) this.#outcome.resolve(answer)
    this.#isWaiting = true
    this.#waiting.resolve({ send: (order) => response.end(JSON.stringify({ order })) })
  }

  #end(): void {
    try {
      if (this.#pid !== undefined) process.kill(this.#pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }

  async #start(program: string, texts: readonly (readonly [file: string, text: string])[]): Promise<ChildProcess> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    const { port } = this.#server.address() as AddressInfo
    const keeper = fork(program, {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, ONEDOOR_MUTANTS: `http://127.0.0.1:${port}/` },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      detached: true,
    })
    await once(keeper, 'message')
    keeper.on('message', () => {
      this.#pid = undefined
      this.#forgetWaiting()
      this.#outcome.resolve(undefined)
    })
    const gone = () => {
      const error = new Error('The process that keeps those that run tests has ended.')
      this.#waiting.promise.catch(() => undefined)
      this.#waiting.reject(error)
      this.#outcome.promise.catch(() => undefined)
      this.#outcome.reject(error)
    }
    keeper.once('exit', gone)
    keeper.send(texts)
    return keeper
  }
}

/** Ends a process with those that it started, which may never end by themselves. */
async function stop(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return
  const ended = once(worker, 'exit')
  process.kill(-(worker.pid as number), 'SIGKILL')
  await ended
}
