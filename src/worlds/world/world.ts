import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Config } from '../../app/config.ts'
import { type OpenServer, openServer, type PartsOptions } from '../../app/open-server.ts'
import { atBasePath } from '../../runtime/base/base-path.ts'
import { earliest } from '../../runtime/base/clock.ts'
import type { Log } from '../../runtime/base/log.ts'
import { StoreClosedError } from '../../runtime/store/store-errors.ts'
import type { WorldClock } from './world-clock.ts'
import { worldPath } from './world-name.ts'

const stopMs = 1000

export interface WorldOptions {
  readonly name: string
  /** Its folder, a copy of a template or of a snapshot. */
  readonly folder: string
  /** The settings of the sandbox. */
  readonly config: Config
  readonly clock: WorldClock
  readonly log: Log
  /** How its server differs from the product's. */
  readonly parts: PartsOptions
}

/** A separate server without ports. */
export class World {
  readonly name: string
  readonly clock: WorldClock
  readonly server: OpenServer
  readonly #stack: AsyncDisposableStack
  readonly #path: string
  /** Requests that are being answered, with their streams. */
  #running = 0

  private constructor({ name, clock }: WorldOptions, server: OpenServer, stack: AsyncDisposableStack) {
    this.name = name
    this.clock = clock
    this.server = server
    this.#stack = stack
    this.#path = new URL(server.runtime.config.baseUrl).pathname
  }

  /** Opens the server of a world on its folder. */
  static open(options: WorldOptions): Promise<World> {
    const { name, folder, config, clock, log, parts } = options
    const baseUrl = config.baseUrl + worldPath(name)
    return atBasePath(new URL(baseUrl).pathname, async () => {
      await using stack = new AsyncDisposableStack()
      const connections = { count: 0, refused: 0 }
      const own = { ...config, dataDir: folder, baseUrl }
      const server = await openServer({ ...parts, config: own, clock, log, connections, gatewayPort: undefined }, stack)
      return new World(options, server, stack.move())
    })
  }

  get isIdle(): boolean {
    return this.#running === 0
  }

  /** @param req whose target is without the path of the world */
  handle(req: IncomingMessage, res: ServerResponse, listener: RequestListener = this.server.listener): void {
    this.#running += 1
    res.once('close', () => {
      this.#running -= 1
    })
    this.#here(() => listener(req, res))
  }

  /** @param req of a WebSocket, whose target is without the path of the world */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer, upgrade = this.server.upgrades.upgrade): void {
    this.#running += 1
    socket.once('close', () => {
      this.#running -= 1
    })
    this.#here(() => upgrade(req, socket, head))
  }

  /** Runs work of the sandbox itself, during which the world is not idle. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    this.#running += 1
    try {
      return await this.#here(work)
    } finally {
      this.#running -= 1
    }
  }

  /**
   * Does what is due: delivers events, runs jobs, continues payments, ends the streams of those whose access has expired, and
   * lets the framework's services do theirs.
   *
   * @returns how many jobs ran
   */
  settle(): Promise<number> {
    const { runtime, jobs, framework } = this.server
    return this.use(async () => {
      const before = jobs.started
      let seen: number
      do {
        seen = jobs.started
        await runtime.bus.settle()
        await jobs.settle()
      } while (jobs.started > seen)
      if (runtime.config.x402PayTo !== undefined) await runtime.x402.reconcile()
      await runtime.live.settle()
      await framework.settle()
      return jobs.started - before
    })
  }

  /** When something is due next, in epoch milliseconds, apart from frequent upkeep; undefined if nothing is. */
  nextDue(): Promise<number | undefined> {
    const { runtime, jobs, framework } = this.server
    return this.use(async () =>
      earliest(await Promise.all([jobs.nextDue(), runtime.bus.nextRetry(), framework.nextDue()])),
    )
  }

  /** Lets upkeep that recurs every hour or more often run then, instead of at all times before. */
  async postponeUpkeep(untilMs: number): Promise<void> {
    await this.use(() => this.server.jobs.postponeFrequent(untilMs))
  }

  /** Ends streams and running jobs, and closes the database. */
  async close(): Promise<void> {
    await this.#here(async () => {
      this.server.beginToStop()
      this.server.endStreams()
      await this.server.jobs.stop(stopMs)
      await this.#stack.disposeAsync()
    })
  }

  /** Like `close`, for a world whose folder is deleted next: nothing more is written. */
  async discard(): Promise<void> {
    await this.#here(async () => {
      this.server.beginToStop()
      this.server.endStreams()
      // Jobs that run record what became of them.
      await this.server.jobs.stop(0)
      await this.server.runtime.store.close()
      await this.#stack.disposeAsync().catch((failure: unknown) => {
        // What would only be stored at the end, such as which charges are still open, is deleted next.
        if (!isOfClosedStore(failure)) throw failure
      })
    })
  }

  #here<T>(work: () => T): T {
    return atBasePath(this.#path, work)
  }
}

/** Whether a failure, like any that it replaced, is only that the store is closed. */
function isOfClosedStore(failure: unknown): boolean {
  if (!(failure instanceof SuppressedError)) return failure instanceof StoreClosedError
  return isOfClosedStore(failure.error) && isOfClosedStore(failure.suppressed)
}
