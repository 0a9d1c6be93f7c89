import { randomUUID } from 'node:crypto'
import { asApiError } from '../../runtime/base/errors.ts'
import type { Turn } from '../../runtime/base/fair-limiter.ts'
import { moveClock } from '../clock/move-clock.ts'
import { createAccount, type Origin, type PlayedCall, type WorldAccount, worldPassword } from '../world/template.ts'
import type { World } from '../world/world.ts'
import type { CheckedSeed, Seed } from './check-seed.ts'
import { expandText, WrongReference } from './references.ts'
import type { SeedPath } from './seed-document.ts'

/** Without the time during which others have their turn. */
const limitMs = 30_000
/** Characters of all arguments and named results, as JSON: repeats and references make much of little. */
const maxChars = 8 * 1024 * 1024

/** What a seed made of a world. */
export interface Played extends Omit<Origin, 'seed' | 'document' | 'clockMs'> {
  /** Whether the address of the world is written in its records. */
  readonly namesWorld: boolean
}

interface PlayOptions {
  /** Given up after each call if other seeds wait. */
  readonly turn: Pick<Turn, 'giveWay'>
  /** Ends the play, which then rejects with its reason. */
  readonly signal: AbortSignal
}

/**
 * Creates the accounts and tokens of a seed in an open world and makes its calls.
 *
 * @param accounts those that the world has already
 * @throws ApiError invalid_argument with the line, the call and the fault
 */
export async function playSeed(
  checked: CheckedSeed,
  world: World,
  accounts: readonly WorldAccount[],
  options: PlayOptions,
): Promise<Played> {
  const player = new Player(checked, world, options)
  await world.use(() => player.addCallers(accounts))
  await world.use(() => player.makeCalls())
  return player
}

class Player implements Played {
  readonly accounts: WorldAccount[] = []
  readonly tokens: { name: string; account: string; token: string }[] = []
  readonly calls: PlayedCall[] = []
  namesWorld = false
  readonly #checked: CheckedSeed
  readonly #world: World
  readonly #results = new Map<string, unknown>()
  /** Of accounts and tokens, by their names. */
  readonly #callers = new Map<string, { token: string; username: string }>()
  readonly #options: PlayOptions
  #leftMs = limitMs
  #chars = 0

  constructor(checked: CheckedSeed, world: World, options: PlayOptions) {
    this.#checked = checked
    this.#world = world
    this.#options = options
  }

  async addCallers(present: readonly WorldAccount[]): Promise<void> {
    const { accounts, tokens } = this.#checked.seed
    this.accounts.push(...present)
    const { runtime } = this.#world.server
    for (const [index, { username, password = worldPassword }] of accounts.entries()) {
      await this.#step(['accounts', index], async () => {
        this.accounts.push(await createAccount(runtime, username, password))
      })
    }
    for (const { username, token } of this.accounts) this.#callers.set(username, { username, token })
    for (const [index, { name, account, services = [], capabilities, actions, days }] of tokens.entries()) {
      await this.#step(['tokens', index], async () => {
        const { id } = await runtime.accounts.get(account)
        const scope = { services: services.includes('all') ? ('all' as const) : services, capabilities }
        const { secret } = await runtime.tokens.create(id, { scope, actions, days, name })
        this.tokens.push({ name, account, token: secret })
        this.#callers.set(name, { username: account, token: secret })
      })
    }
  }

  async makeCalls(): Promise<void> {
    const { seed, times, endMs } = this.#checked
    for (const [index, { name, repeat = 1 }] of seed.calls.entries()) {
      const results: unknown[] = []
      await this.#inTurn(index, () => this.#moveTo(times[index] ?? endMs))
      for (let count = 1; count <= repeat; count++) {
        results.push(await this.#inTurn(index, (signal) => this.#call(index, count, signal)))
      }
      if (name === undefined) continue
      const result = repeat === 1 ? results[0] : results
      this.#results.set(name, result)
      this.#count(['calls', index], JSON.stringify(result ?? null))
    }
    await this.#moveTo(endMs)
  }

  /** Does a part of a call when it is the turn of this seed. */
  async #inTurn<T>(index: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { turn, signal } = this.#options
    await turn.giveWay(signal)
    const ends = AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, Math.ceil(this.#leftMs)))])
    const began = performance.now()
    const done = await work(ends)
    this.#leftMs -= performance.now() - began
    this.#throwIfEnded(index, ends)
    return done
  }

  #throwIfEnded(index: number, { aborted }: AbortSignal): void {
    this.#options.signal.throwIfAborted()
    if (aborted) throw this.#fault(['calls', index], `all calls together took more than ${limitMs / 1000} s`)
  }

  /** What is due until then happens at its time. */
  async #moveTo(atMs: number): Promise<void> {
    await moveClock(this.#world, () => atMs, true)
  }

  async #call(index: number, count: number, signal: AbortSignal): Promise<unknown> {
    const { as, call, name, with: given = {} } = this.#checked.seed.calls[index] as Seed['calls'][number]
    const caller = this.#callers.get(as)
    const args = this.#expand(given, ['calls', index, 'with'], count) as Record<string, unknown>
    this.#count(['calls', index], JSON.stringify(args))
    const outcome = await this.#world.server.calls.run({
      operationId: call as never,
      args,
      requestId: randomUUID(),
      authorization: `Bearer ${caller?.token}`,
      clientAddress: '127.0.0.1',
      isCounted: true,
      signal,
    })
    this.#throwIfEnded(index, signal)
    const { error, operation } = outcome
    if (error) {
      const details = error.details ?? []
      if (details.length === 0) throw this.#fault(['calls', index], error.summary.replace(/\.$/, ''))
      throw this.#checked.document.error(
        details.map(({ path, message }) => ({
          path: ['calls', index, 'with', ...stepsOf(path)],
          message: message.replace(/\.$/, ''),
        })),
      )
    }
    const { result } = outcome
    const atMs = this.#world.clock.now()
    if (operation.kind === 'write' || name !== undefined) {
      this.calls.push({ operation: operation.id, as: caller?.username ?? as, args, result, atMs })
    }
    return result
  }

  #expand(value: unknown, path: SeedPath, index: number): unknown {
    if (typeof value === 'string') return this.#expandText(value, path, index)
    if (Array.isArray(value)) return value.map((item, at) => this.#expand(item, [...path, at], index))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, this.#expand(item, [...path, key], index)]),
    )
  }

  #expandText(text: string, path: SeedPath, index: number): unknown {
    if (!text.includes('${')) return text
    const { baseUrl } = this.#world.server.runtime.config
    const onValue = (json: string) => {
      this.#count(path, json)
      if (json.includes(baseUrl)) this.namesWorld = true
    }
    try {
      return expandText(text, { results: this.#results, nowMs: this.#world.clock.now(), index, baseUrl, onValue })
    } catch (failure) {
      if (failure instanceof WrongReference) throw this.#fault(path, failure.message)
      throw failure
    }
  }

  #count(path: SeedPath, json: string): void {
    this.#chars += json.length
    if (this.#chars > maxChars) throw this.#fault(path, 'with repeats and references the seed has more than 8 MiB')
  }

  #fault(path: SeedPath, message: string): Error {
    return this.#checked.document.error([{ path, message }])
  }

  async #step(path: SeedPath, work: () => Promise<void>): Promise<void> {
    const { turn, signal } = this.#options
    await turn.giveWay(signal)
    try {
      await work()
    } catch (failure) {
      const error = asApiError(failure)
      if (error.code === 'internal') throw failure
      throw this.#fault(path, error.summary.replace(/\.$/, ''))
    }
  }
}

/** `tags[2]` or `links[0].id` as steps. */
function stepsOf(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([step, index]) => (index === undefined ? step : Number(index)))
}
