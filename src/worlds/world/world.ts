import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Config } from '../../app/config.ts'
import { type OpenServer, openServer, type PartsOptions } from '../../app/open-server.ts'
import { atBasePath } from '../../runtime/base/base-path.ts'
import type { Log } from '../../runtime/base/log.ts'
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
  /** Requests that are being answered, with their streams. */
  #running = 0

  private constructor({ name, clock }: WorldOptions, server: OpenServer, stack: AsyncDisposableStack) {
    this.name = name
    this.clock = clock
    this.server = server
    this.#stack = stack
  }

  /** Opens the server of a world on its folder. */
  static open(options: WorldOptions): Promise<World> {
    const { name, folder, config, clock, log, parts } = options
    const baseUrl = config.baseUrl + worldPath(name)
    return atBasePath(worldPath(name), async () => {
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
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#running += 1
    socket.once('close', () => {
      this.#running -= 1
    })
    this.#here(() => this.server.upgrades.upgrade(req, socket, head))
  }

  /** Runs the jobs that are due. */
  settle(): Promise<void> {
    return this.#here(() => this.server.jobs.settle())
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

  #here<T>(work: () => T): T {
    return atBasePath(worldPath(this.name), work)
  }
}
