import { createHash, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { operations } from '#generated/server/operations.ts'
import type { Config } from '../../app/config.ts'
import { canonicalJson } from '../../runtime/base/canonical-json.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { FairLimiter, type Turn } from '../../runtime/base/fair-limiter.ts'
import type { Log } from '../../runtime/base/log.ts'
import { createContract } from '../../runtime/calls/contract.ts'
import { copyWorld, nowhere, type Origin, type Template } from '../world/template.ts'
import { World } from '../world/world.ts'
import { WorldClock } from '../world/world-clock.ts'
import type { Start } from '../world/worlds.ts'
import { type CheckedSeed, checkSeed, type Seed } from './check-seed.ts'
import { playSeed } from './play-seed.ts'
import type { SeedDocument } from './seed-document.ts'

const maxKept = 20
const maxPlaying = 4
const maxWaiting = 20
/** Without a clock, what was played is this old at most. */
const keptMs = 3_600_000

interface SeedsOptions {
  /** What seeds are played on. */
  readonly base: Template
  /** Where the folders of played seeds are kept. */
  readonly folder: string
  readonly config: Config
  readonly log: Log
  /** The time at which the clock of a new world starts, epoch milliseconds. */
  readonly startMs: () => number
}

interface StartOptions {
  /** The name of the new world. */
  readonly name: string
  /** The name of the seed. */
  readonly seed: string
  /** Time of its clock, instead of the one that the seed has; epoch milliseconds. */
  readonly clockMs?: number | undefined
  readonly isFrozen?: boolean | undefined
}

interface SeedStart extends Required<Start> {
  /** Time of its clock, if the seed or the options have one; epoch milliseconds. */
  readonly clockMs: number | undefined
}

/** A world to fill. */
interface Job {
  readonly folder: string
  readonly name: string
  readonly seed: string
  /** Identifies what is played. */
  readonly key: string
  readonly checked: CheckedSeed
}

/** A played seed. */
interface Kept extends Template {
  /** Running copies. */
  readonly copies: Set<Promise<void>>
}

/**
 * Plays seeds and keeps the folders of the last ones as templates. A few are played at once; if more wait, they take turns
 * after each call, so that a short seed never waits for a long one. Worlds with the same seed wait for one of them to play it.
 */
export class Seeds {
  readonly #options: SeedsOptions
  readonly #turns = new FairLimiter({ maxRunning: maxPlaying, maxRunningPerSubject: 1, maxWaiting }, tooManyWaiting)
  readonly #stopping = new AbortController()
  readonly #isOperation: (id: string) => boolean
  readonly #kept = new Map<string, Kept>()
  readonly #contract = createContract()

  constructor(options: SeedsOptions) {
    this.#options = options
    const ids = new Set<string>(operations.map(({ id }) => id))
    this.#isOperation = (id) => ids.has(id)
  }

  /** How a world starts from a seed. @throws ApiError invalid_argument if the seed is wrong, as far as it shows before it is played */
  async startOf(document: SeedDocument, { name, seed, clockMs, isFrozen = false }: StartOptions): Promise<SeedStart> {
    const startMs = this.#options.startMs()
    const usernames = this.#options.base.origin.accounts.map(({ username }) => username)
    const checked = await checkSeed(document, { clockMs, startMs, usernames, isOperation: this.#isOperation })
    const clock = new WorldClock(checked.endMs, isFrozen)
    const isTimed = clockMs !== undefined || checked.seed.clock !== undefined
    const key = createHash('sha256')
      .update(canonicalJson([seed, checked.seed, isTimed ? checked.endMs : Math.floor(startMs / keptMs)]))
      .digest('hex')
    const fill = (folder: string) => this.#fill({ folder, name, seed, key, checked })
    return { clock, fill, clockMs: isTimed ? checked.endMs : undefined }
  }

  /** Ends what is played and what waits; the worlds that it was for are not made. */
  stop(): void {
    this.#stopping.abort(new ApiError('unavailable', 'The sandbox has ended.'))
  }

  async #fill(job: Job): Promise<Origin> {
    const { folder, key } = job
    const kept = this.#kept.get(key)
    if (kept) return copyOf(kept, folder)
    const { signal } = this.#stopping
    const play = (turn: Turn) => {
      const played = this.#kept.get(key)
      return played ? copyOf(played, folder) : this.#play(job, turn)
    }
    return this.#turns.run(key, play, { signal })
  }

  /** Plays in the folder of the world itself, and keeps a copy unless the address of this world is written in it. */
  async #play({ folder, name, seed, key, checked }: Job, turn: Turn): Promise<Origin> {
    const { base, config, log } = this.#options
    await copyWorld(base.folder, folder)
    const clock = new WorldClock(checked.times[0] ?? checked.endMs, true)
    const parts = { contract: this.#contract, outside: nowhere }
    const world = await World.open({ name, folder, config, clock, log, parts })
    let played: Awaited<ReturnType<typeof playSeed>>
    try {
      played = await playSeed(checked, world, base.origin.accounts, { turn, signal: this.#stopping.signal })
    } finally {
      await world.close()
    }
    const { accounts, tokens, calls } = played
    const { clock: _, ...document } = (checked.document.value ?? {}) as Partial<Seed>
    const origin = { seed, accounts, tokens, document, clockMs: checked.endMs, calls }
    if (!played.namesWorld) await this.#keep(key, folder, origin)
    return origin
  }

  async #keep(key: string, from: string, origin: Origin): Promise<void> {
    const folder = join(this.#options.folder, randomUUID())
    await copyWorld(from, folder)
    this.#kept.set(key, { folder, origin, copies: new Set() })
    for (const [oldest, old] of this.#kept) {
      if (this.#kept.size <= maxKept) break
      this.#kept.delete(oldest)
      await Promise.allSettled(old.copies)
      await rm(old.folder, { recursive: true, force: true })
    }
  }
}

function tooManyWaiting(): ApiError {
  return new ApiError('rate_limited', 'Too many seeds are waiting to be played. Try again in a moment.', {
    retryAfterS: 1,
  })
}

async function copyOf({ folder, origin, copies }: Kept, to: string): Promise<Origin> {
  const copy = copyWorld(folder, to)
  copies.add(copy)
  try {
    await copy
    return origin
  } finally {
    copies.delete(copy)
  }
}
