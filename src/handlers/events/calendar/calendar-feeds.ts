import { createHmac, randomBytes } from 'node:crypto'
import { isSecret, secretColumn, serverSecret, sha256 } from '#runtime/accounts/secrets.ts'
import { once } from '#runtime/base/once.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import * as rows from '../rows.ts'

/** Each account's calendar has an unguessable address below it. */
export const feedPrefix = '/calendar/'

type Options = Pick<FamilyWorld, 'store' | 'clock' | 'baseUrl'>

/** The secret addresses of accounts' calendars. */
export class CalendarFeeds {
  readonly #options: Options
  readonly #key: () => Promise<string>

  constructor({ store, clock, baseUrl }: Options) {
    this.#options = { store, clock, baseUrl }
    this.#key = once(() => serverSecret({ store, clock }, 'event-feeds'))
  }

  /** The address of an account's calendar; undefined while it is turned off. */
  async addressOf(owner: string): Promise<string | undefined> {
    const { store, baseUrl } = this.#options
    const row = await store.get<{ nonce: string }>(rows.feedOf({ owner }))
    return row && `${baseUrl}${feedPrefix}${await this.#secretOf(owner, row.nonce)}.ics`
  }

  /** Gives the calendar a new address; the previous one stops working. */
  async renew(owner: string): Promise<void> {
    const { store, clock } = this.#options
    const nonce = randomBytes(16).toString('base64url')
    const secret = secretColumn(await this.#secretOf(owner, nonce))
    await rows.putFeed(store, { owner, nonce, ...secret, created_at: clock.now() })
  }

  async turnOff(owner: string): Promise<void> {
    await rows.removeFeed(this.#options.store, owner)
  }

  /** The account whose calendar has a secret; undefined while the account is disabled, as for its tokens. */
  async ownerOf(secret: string): Promise<string | undefined> {
    if (!isSecret(secret)) return undefined
    return (await this.#options.store.get<{ owner: string }>(rows.feedOwner({ sha256: sha256(secret) })))?.owner
  }

  /** The secret itself is not stored, so that a copy of the table opens nothing. */
  async #secretOf(owner: string, nonce: string): Promise<string> {
    return createHmac('sha256', await this.#key())
      .update(`${owner} ${nonce}`)
      .digest('base64url')
  }
}
