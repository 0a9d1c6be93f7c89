import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { operations } from '#generated/server/operations.ts'
import type { Config } from '../../app/config.ts'
import type { PartsOptions } from '../../app/open-server.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import type { Log } from '../../runtime/base/log.ts'
import { createContract } from '../../runtime/calls/contract.ts'
import type { Outside } from '../../runtime/outbound/outside.ts'
import { OpenConnections } from '../../runtime/store/sqlite-connection.ts'
import { packFolder, unpackFolder } from './parked-folder.ts'
import { copyOpenWorld, copyWorld, type Origin, type Template } from './template.ts'
import { World } from './world.ts'
import { WorldClock } from './world-clock.ts'

/** A world that is not used for this long is parked. */
const idleMs = 600_000
const tendMs = 30_000
/** Each has the schema in memory, about 2 MB. A world in use has two or more. */
const maxConnections = 48
/** No other process has events for a world, so this only finds retries that are due. */
const busPollMs = 60_000

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
  /** How the server of a world differs from the product's. */
  readonly partsOf: (name: string, clock: WorldClock) => PartsOptions & { readonly outside: Outside }
}

/** What is known of a world whether or not it is open. */
interface Entry {
  readonly name: string
  readonly folder: string
  readonly clock: WorldClock
  /** Undefined until its folder is filled. */
  origin: Origin | undefined
  /** What parts of the sandbox remember of it, by what makes it; disposed with the world. */
  readonly states: Map<(name: string) => object, State>
  /** Undefined while it is parked. */
  open: Promise<World> | undefined
  /** Resolves when its last opening or parking has ended. */
  changing: Promise<unknown>
  usedAt: number
}

/** How a world starts. */
export interface Start {
  readonly clock: WorldClock
  /** Fills its new folder, which does not exist yet. */
  fill(folder: string): Promise<Origin>
}

/** What a part of the sandbox remembers of a world. A snapshot has it if it can be put back. */
interface State extends Partial<Disposable> {
  /** @returns what puts it back to what it is now */
  remember?(): () => void
}

/** A moment of a world, besides its folder. */
export interface Moment {
  /** Epoch milliseconds. */
  readonly clockMs: number
  readonly isFrozen: boolean
  /** Puts the states of the world back. */
  restore(): void
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
  readonly #timer: NodeJS.Timeout
  /** What all share. Results are not cached: they would be while the clock stands still. */
  readonly #parts: PartsOptions = {
    contract: createContract(operations.map(({ sameForEveryone: _, ...operation }) => operation)),
    among: new OpenConnections(maxConnections),
    busPollMs,
  }

  constructor(options: WorldsOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.#tend(), tendMs).unref()
  }

  /** How many there are. */
  get count(): number {
    return this.#entries.size
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
    const { folder, origin } = this.#options.template
    const fill = async (own: string) => {
      await copyWorld(folder, own)
      return origin
    }
    return { clock: new WorldClock(atMs, isFrozen), fill }
  }

  /**
   * What a part of the sandbox remembers of a world, open or parked, until the world is deleted.
   *
   * @param make called once for each world; a constant, because it also identifies the state
   * @throws ApiError not_found if there is no such world
   */
  stateOf<State extends object>(name: string, make: (name: string) => State): State {
    const entry = this.#entryOf(name)
    const known = entry.states.get(make) as State | undefined
    if (known) return known
    const made = make(name)
    entry.states.set(make, made)
    return made
  }

  /**
   * Creates a world.
   *
   * @throws ApiError conflict if the name is taken, rate_limited if there are too many worlds, and what filling its folder
   * throws: then there is no world
   */
  async create(name: string, { clock, fill }: Start = this.startAt(this.#options.startMs())): Promise<World> {
    this.checkFree(name)
    const { folder } = this.#options
    const own = join(folder, randomUUID())
    const filled = fill(own)
    const entry: Entry = {
      name,
      folder: own,
      clock,
      origin: undefined,
      states: new Map(),
      open: undefined,
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
      return await this.#opened(entry)
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
    await world?.close()
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
    entry.changing = (async () => {
      await changing.catch(() => undefined)
      const world = await open?.catch(() => undefined)
      await world?.close()
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

  /** Parks what nobody has used for `forMs`. */
  async park(forMs: number): Promise<void> {
    const before = Date.now() - forMs
    const idle = [...this.#entries.values()].filter(({ usedAt }) => usedAt <= before)
    // One at a time: each is compressed in memory.
    for (const entry of idle) await this.#park(entry)
  }

  /** The folder of a world. @throws ApiError not_found if there is no such world */
  folderOf(name: string): string {
    return this.#entryOf(name).folder
  }

  /** Deletes what nobody has used for `forMs` and is not in use. */
  async deleteUnused(forMs: number): Promise<void> {
    const before = Date.now() - forMs
    for (const { name, usedAt, open } of [...this.#entries.values()]) {
      const world = await open?.catch(() => undefined)
      if (usedAt <= before && (world?.isIdle ?? true)) await this.delete(name)
    }
  }

  async #tend(): Promise<void> {
    await this.park(idleMs)
    const { deleteAfterMs } = this.#options
    if (deleteAfterMs !== undefined) await this.deleteUnused(deleteAfterMs)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([...this.#entries.keys()].map((name) => this.delete(name)))
  }

  async #opened(entry: Entry): Promise<World> {
    entry.usedAt = Date.now()
    entry.open ??= this.#open(entry)
    return entry.open
  }

  #open(entry: Entry): Promise<World> {
    const { name, folder, clock } = entry
    const { config, log, partsOf } = this.#options
    const opening = (async () => {
      await entry.changing
      await unpackFolder(folder)
      return World.open({ name, folder, config, clock, log, parts: { ...this.#parts, ...partsOf(name, clock) } })
    })()
    opening.catch(() => {
      if (entry.open === opening) entry.open = undefined
    })
    void this.#parkSurplus(entry)
    return opening
  }

  /** The least recently used worlds make room, if they are idle. */
  async #parkSurplus(opened: Entry): Promise<void> {
    const open = [...this.#entries.values()].filter((entry) => entry.open && entry !== opened)
    const surplus = open.length + 1 - this.#options.maxOpen
    if (surplus <= 0) return
    const oldest = open.sort((a, b) => a.usedAt - b.usedAt).slice(0, surplus)
    for (const entry of oldest) await this.#park(entry)
  }

  async #park(entry: Entry): Promise<void> {
    const { open } = entry
    const world = await open?.catch(() => undefined)
    if (!world?.isIdle || entry.open !== open) return
    entry.open = undefined
    entry.changing = (async () => {
      await world.close()
      await packFolder(entry.folder)
    })()
    await entry.changing
  }
}

function momentOf({ clock, states }: Entry): Moment {
  const remembered = new Map([...states].flatMap(([make, state]) => (state.remember ? [[make, state.remember()]] : [])))
  return {
    clockMs: clock.now(),
    isFrozen: clock.isFrozen,
    restore() {
      for (const [make, state] of states) {
        if (!state.remember || remembered.has(make)) continue
        states.delete(make)
        state[Symbol.dispose]?.()
      }
      for (const restore of remembered.values()) restore()
    },
  }
}

function noWorld(name: string): ApiError {
  return new ApiError('not_found', `There is no world ${name}.`)
}
