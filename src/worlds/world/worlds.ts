import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { operations } from '#generated/server/operations.ts'
import type { Config } from '../../app/config.ts'
import type { PartsOptions } from '../../app/open-server.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { FairLimiter } from '../../runtime/base/fair-limiter.ts'
import type { Log } from '../../runtime/base/log.ts'
import { createContract } from '../../runtime/calls/contract.ts'
import type { Outside } from '../../runtime/outbound/outside.ts'
import { sqliteFile } from '../../runtime/store/sqlite.ts'
import { OpenConnections } from '../../runtime/store/sqlite-connection.ts'
import { packFolder, unpackFolder } from './parked-folder.ts'
import { SpareCopy } from './spare-copy.ts'
import { copyOpenWorld, copyWorld, type Origin, type Template } from './template.ts'
import { World } from './world.ts'
import { WorldClock } from './world-clock.ts'
import { type Entry, isIdle, type Moment, momentOf } from './world-entry.ts'

/** A world that is not used for this long is parked. */
const idleMs = 600_000
const tendMs = 30_000
/** Each has the schema in memory, about 2 MB. A world in use has two or more. */
const maxConnections = 48
/** No other process publishes anything in a world, so this only finds retries that are due. */
const lookEveryMs = 60_000
/** Before this, a world that nobody uses is parked. Moving its clock runs its upkeep once. */
const upkeepEveryMs = 3_600_000
/** Opening more at once only takes more memory. */
const maxOpening = 4

export interface WorldsOptions {
  readonly config: Config
  readonly log: Log
  /** Where the folders of the worlds are. */
  readonly folder: string
  readonly template: Template
  /** How many worlds there can be, open and parked. */
  readonly maxWorlds: number
  /** How many are open at once; more are parked as soon as they are idle. */
  readonly maxOpen: number
  /** The time at which the clock of a new world starts, epoch milliseconds. */
  readonly startMs: () => number
  /** Whether only `create` makes worlds, and a name that is used for the first time does not. */
  readonly isPublic?: boolean
  /** Worlds that are not used for this long are deleted; none if not given. */
  readonly deleteAfterMs?: number | undefined
  /** The time by which worlds are idle, epoch milliseconds; the present if not given. */
  readonly now?: (() => number) | undefined
  /** How the server of a world differs from the product's. */
  readonly partsOf: (name: string, clock: WorldClock) => PartsOptions & { readonly outside: Outside }
}

/** How a world starts. */
export interface Start {
  readonly clock: WorldClock
  /** Fills its new folder, which does not exist yet; it is a copy of the template if not given. */
  fill?(folder: string): Promise<Origin>
}

/** An entry of the list. */
export interface ListedWorld {
  readonly name: string
  readonly state: 'open' | 'parked'
  readonly usedAt: number
}

/** The worlds of a sandbox, by name. */
export class Worlds {
  readonly #options: WorldsOptions
  readonly #entries = new Map<string, Entry>()
  readonly #now: () => number
  readonly #timer: NodeJS.Timeout
  readonly #opening = new FairLimiter({ maxRunning: maxOpening })
  readonly #among = new OpenConnections(maxConnections)
  readonly #spare: SpareCopy
  /** What all share. Results are not cached: they would be while the clock stands still. */
  readonly #parts: PartsOptions = {
    contract: createContract(operations.map(({ sameForEveryone: _, ...operation }) => operation)),
    among: this.#among,
    isPrepared: true,
    lookEveryMs,
    upkeepEveryMs,
  }

  constructor(options: WorldsOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    const { folder: parent, template, log } = options
    this.#spare = new SpareCopy({ parent, template: template.folder, among: this.#among, log })
    void this.#spare.make()
    this.#timer = setInterval(() => void this.tend(), tendMs).unref()
  }

  /** How many there are. */
  get count(): number {
    return this.#entries.size
  }

  /** How many of them are open. */
  get openCount(): number {
    return this.#entries.values().reduce((count, { open }) => count + (open ? 1 : 0), 0)
  }

  /** The settings of the sandbox. */
  get config(): Config {
    return this.#options.config
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  list(): ListedWorld[] {
    return [...this.#entries.values()]
      .map(({ name, open, usedAt }) => ({ name, state: open ? ('open' as const) : ('parked' as const), usedAt }))
      .sort((a, b) => b.usedAt - a.usedAt)
  }

  /** What an open world started with. @throws ApiError not_found if there is no such world */
  originOf(name: string): Origin {
    const origin = this.#entries.get(name)?.origin
    if (!origin) throw new ApiError('not_found', `There is no world ${name}.`)
    return origin
  }

  /** A start from the template. @param atMs epoch milliseconds */
  startAt(atMs: number, isFrozen = false): Start {
    return { clock: new WorldClock(atMs, isFrozen) }
  }

  /** Its folder, and what it started with once that is filled. */
  #begin({ fill }: Start): { readonly own: string; readonly filled: Promise<Origin> } {
    const { folder, template } = this.#options
    const spare = fill ? undefined : this.#spare.take()
    if (spare !== undefined) return { own: spare, filled: Promise.resolve(template.origin) }
    const own = join(folder, randomUUID())
    return { own, filled: fill ? fill(own) : copyWorld(template.folder, own).then(() => template.origin) }
  }

  /**
   * What a part of the sandbox remembers of a world, open or parked, until the world is deleted.
   *
   * @param make called once for each world; a constant, because it also identifies the state
   * @throws ApiError not_found if there is no such world
   */
  stateOf<State extends object>(name: string, make: (name: string, isPublic: boolean) => State): State {
    const entry = this.#entryOf(name)
    const known = entry.states.get(make) as State | undefined
    if (known) return known
    const made = make(name, this.#options.isPublic === true)
    entry.states.set(make, made)
    return made
  }

  /**
   * Creates a world.
   *
   * @throws ApiError conflict if the name is taken, rate_limited if there are too many worlds, and what filling its folder
   * throws: then there is no world
   */
  async create(name: string, start: Start = this.startAt(this.#options.startMs())): Promise<World> {
    this.checkFree(name)
    const { clock } = start
    const { own, filled } = this.#begin(start)
    const entry: Entry = {
      name,
      folder: own,
      clock,
      origin: undefined,
      states: new Map(),
      open: undefined,
      world: undefined,
      asked: 0,
      changing: filled,
      usedAt: 0,
    }
    this.#entries.set(name, entry)
    filled.then(
      (origin) => {
        entry.origin = origin
      },
      () => undefined,
    )
    try {
      const world = await this.#opened(entry)
      void this.#spare.make()
      return world
    } catch (failure) {
      await this.delete(name)
      throw failure
    }
  }

  /** @throws ApiError as `create` does before it fills a folder */
  checkFree(name: string): void {
    if (this.#entries.has(name)) throw new ApiError('conflict', `The world ${name} exists already.`)
    const { maxWorlds } = this.#options
    if (this.#entries.size >= maxWorlds) {
      throw new ApiError('rate_limited', `This sandbox has ${maxWorlds} worlds, the most it allows. Delete one first.`)
    }
  }

  /**
   * The world of this name, opened or created if necessary.
   *
   * @throws ApiError like `create`; not_found for a new name in a public sandbox
   */
  async get(name: string): Promise<World> {
    const entry = this.#entries.get(name)
    if (entry) return this.#opened(entry)
    if (this.#options.isPublic) throw noWorld(name)
    return this.create(name)
  }

  /** Creates the world of this name if it is missing, and does not open one that is parked. @throws ApiError like `get` */
  async ensure(name: string): Promise<void> {
    if (!this.#entries.has(name)) await this.get(name)
  }

  /** Ends a world and deletes its folder. @returns whether there was one */
  async delete(name: string): Promise<boolean> {
    const entry = this.#entries.get(name)
    if (!entry) return false
    this.#entries.delete(name)
    await entry.changing.catch(() => undefined)
    for (const state of entry.states.values()) state[Symbol.dispose]?.()
    const world = await entry.open?.catch(() => undefined)
    await world?.discard()
    // A spare copy that could not be opened.
    await this.#among.closeAhead([sqliteFile(entry.folder)])
    await rm(entry.folder, { recursive: true, force: true })
    await rm(`${entry.folder}.snapshots`, { recursive: true, force: true })
    return true
  }

  /** Where the snapshots of a world are, until it is deleted. @throws ApiError not_found */
  snapshotsFolder(name: string): string {
    return `${this.#entryOf(name).folder}.snapshots`
  }

  /**
   * Copies a world while it is open.
   *
   * @param folder does not exist yet
   * @throws ApiError not_found
   */
  async capture(name: string, folder: string): Promise<Moment> {
    const entry = this.#entryOf(name)
    const world = await this.#opened(entry)
    return world.use(async () => {
      await world.server.runtime.callLog.flush()
      await copyOpenWorld(entry.folder, folder)
      return momentOf(entry)
    })
  }

  /**
   * Puts a world back to what it was. Its streams and running calls end; calls that arrive meanwhile wait.
   *
   * @throws ApiError not_found
   */
  async rewind(name: string, folder: string, { clockMs, isFrozen, restore }: Moment): Promise<void> {
    const entry = this.#entryOf(name)
    const copy = `${entry.folder}.${randomUUID()}`
    await copyWorld(folder, copy)
    const { open, changing } = entry
    entry.open = undefined
    entry.world = undefined
    entry.changing = (async () => {
      await changing.catch(() => undefined)
      const world = await open?.catch(() => undefined)
      await world?.discard()
      await rm(entry.folder, { recursive: true, force: true })
      await rename(copy, entry.folder)
      entry.clock.restore(clockMs, isFrozen)
      restore()
    })()
    await entry.changing
  }

  #entryOf(name: string): Entry {
    const entry = this.#entries.get(name)
    if (!entry) throw noWorld(name)
    return entry
  }

  /** Parks what nobody has used for `forMs`, and what is too much. */
  async park(forMs: number): Promise<void> {
    const before = this.#now() - forMs
    const idle = [...this.#entries.values()].filter(({ usedAt }) => usedAt <= before)
    // One at a time: each is compressed in memory.
    for (const entry of idle) await this.#park(entry)
    await this.#makeRoom(0)
  }

  /** The folder of a world. @throws ApiError not_found if there is no such world */
  folderOf(name: string): string {
    return this.#entryOf(name).folder
  }

  /** Deletes what nobody has used for `forMs` and is not in use. */
  async deleteUnused(forMs: number): Promise<void> {
    const before = this.#now() - forMs
    for (const { name, usedAt, open } of [...this.#entries.values()]) {
      const world = await open?.catch(() => undefined)
      if (usedAt <= before && (world?.isIdle ?? true)) await this.delete(name)
    }
  }

  /** Parks what has been idle for ten minutes, and deletes what has not been used for too long. Runs every half minute. */
  async tend(): Promise<void> {
    // Streams and long calls use their world until they end.
    for (const entry of this.#entries.values()) if (entry.world?.isIdle === false) entry.usedAt = this.#now()
    await this.park(idleMs)
    const { deleteAfterMs } = this.#options
    if (deleteAfterMs !== undefined) await this.deleteUnused(deleteAfterMs)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([...this.#entries.keys()].map((name) => this.delete(name)))
    await this.#spare.close()
  }

  async #opened(entry: Entry): Promise<World> {
    entry.usedAt = this.#now()
    entry.open ??= this.#open(entry)
    entry.asked += 1
    try {
      return await entry.open
    } finally {
      // The caller begins to use it in this turn of the event loop.
      setImmediate(() => {
        entry.asked -= 1
      })
    }
  }

  #open(entry: Entry): Promise<World> {
    const { name, folder, clock } = entry
    const { config, log, partsOf } = this.#options
    const opening = (async () => {
      await entry.changing
      return this.#opening.run(name, async () => {
        await this.#makeRoom(this.#opening.running)
        await unpackFolder(folder)
        return World.open({ name, folder, config, clock, log, parts: { ...this.#parts, ...partsOf(name, clock) } })
      })
    })()
    opening.then(
      (world) => {
        if (entry.open === opening) entry.world = world
      },
      () => {
        if (entry.open === opening) entry.open = undefined
      },
    )
    return opening
  }

  /** Parks the least recently used worlds, to have room for those being opened. Those in use stay open, even if too many. */
  async #makeRoom(opening: number): Promise<void> {
    for (;;) {
      const open = [...this.#entries.values()].filter(({ world }) => world)
      if (open.length + opening <= this.#options.maxOpen) return
      const [oldest] = open.filter(isIdle).sort((a, b) => a.usedAt - b.usedAt)
      if (!oldest) return
      await this.#park(oldest)
    }
  }

  async #park(entry: Entry): Promise<void> {
    const { world, folder, name } = entry
    if (!world || !isIdle(entry) || this.#entries.get(name) !== entry) return
    entry.open = undefined
    entry.world = undefined
    entry.changing = (async () => {
      await world.close()
      await packFolder(folder)
    })().catch((err: unknown) => this.#options.log.error({ err, world: name }, 'world not parked'))
    await entry.changing
  }
}

function noWorld(name: string): ApiError {
  return new ApiError('not_found', `There is no world ${name}.`)
}
