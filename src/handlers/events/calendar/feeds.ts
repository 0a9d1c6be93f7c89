import { createHmac, randomBytes } from 'node:crypto'
import { isSecret, secretColumn, serverSecret, sha256 } from '#runtime/accounts/secrets.ts'
import type { Clock } from '#runtime/base/clock.ts'
import { once } from '#runtime/base/once.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Store } from '#runtime/store/types.ts'

/** Where the calendars of accounts are, each at an address that nobody can guess. */
export const feedPrefix = '/calendar/'

const ownerOf = statement<{ sha256: string }>((sql, param) =>
  sql('event_feeds')
    .join('accounts', 'accounts.id', 'event_feeds.owner')
    .whereNull('accounts.closed_at')
    .whereNull('accounts.disabled_at')
    .select('owner')
    .where({ secret_sha256: param('sha256') }),
)
const feedOf = statement<{ owner: string }>((sql, param) =>
  sql('event_feeds')
    .select('nonce')
    .where({ owner: param('owner') }),
)

/** The addresses of calendars. */
export class Feeds {
  readonly #store: Store
  readonly #clock: Clock
  readonly #baseUrl: string
  readonly #key: () => Promise<string>

  constructor({ store, clock, baseUrl }: { store: Store; clock: Clock; baseUrl: string }) {
    this.#store = store
    this.#clock = clock
    this.#baseUrl = baseUrl
    this.#key = once(() => serverSecret({ store, clock }, 'event-feeds'))
  }

  /** The address of an account's calendar; undefined while it is off. */
  async addressOf(owner: string): Promise<string | undefined> {
    const row = await this.#store.get<{ nonce: string }>(feedOf({ owner }))
    return row && `${this.#baseUrl}${feedPrefix}${await this.#secretOf(owner, row.nonce)}.ics`
  }

  /** Gives the calendar a new address. The one before it no longer works. */
  async renew(owner: string): Promise<void> {
    const nonce = randomBytes(16).toString('base64url')
    const row = { owner, nonce, ...secretColumn(await this.#secretOf(owner, nonce)), created_at: this.#clock.now() }
    await this.#store.run(this.#store.sql('event_feeds').insert(row).onConflict('owner').merge())
  }

  async turnOff(owner: string): Promise<void> {
    await this.#store.run(this.#store.sql('event_feeds').where({ owner }).delete())
  }

  /** The account whose calendar is at an address; undefined while it is disabled, as for its tokens. */
  async ownerOf(secret: string): Promise<string | undefined> {
    if (!isSecret(secret)) return undefined
    return (await this.#store.get<{ owner: string }>(ownerOf({ sha256: sha256(secret) })))?.owner
  }

  /** The secret is not stored, so that a copy of its table opens nothing. */
  async #secretOf(owner: string, nonce: string): Promise<string> {
    return createHmac('sha256', await this.#key())
      .update(`${owner} ${nonce}`)
      .digest('base64url')
  }
}
