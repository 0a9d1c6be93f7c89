import { sha256 } from '#runtime/accounts/secrets.ts'
import type { Clock } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import { truncate } from '#runtime/base/text/quote.ts'
import type { Reader, Store, Writer } from '#runtime/store/types.ts'
import type { Subscription } from './push-subscription.ts'

/** The devices that an account may have. */
export const maxDevices = 20
export const maxLabelLength = 60

/** A device as its owner sees it. All times are epoch milliseconds. */
export interface Device {
  readonly id: string
  readonly label: string
  readonly createdAtMs: number
  readonly lastNotifiedAtMs?: number
  /** By which a browser recognises itself; says nothing of where it is reached. */
  readonly endpointSha256: string
}

/** A device and how it is reached. */
export interface ReachableDevice {
  readonly id: string
  readonly owner: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

interface Row {
  readonly id: string
  readonly label: string
  readonly created_at: number | string
  readonly last_notified_at: number | string | null
  readonly endpoint_sha256: string
}

const listed = ['id', 'label', 'created_at', 'last_notified_at', 'endpoint_sha256']
const reachable = ['id', 'owner', 'endpoint', 'p256dh', 'auth']

/** The devices of accounts in this store. */
export class Devices {
  readonly #store: Store
  readonly #clock: Clock

  constructor({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
    this.#store = store
    this.#clock = clock
  }

  /** Newest first. */
  async list(owner: string): Promise<Device[]> {
    const query = this.#store.sql('notify_devices').select(listed).where({ owner })
    return (await this.#store.all<Row>(query.orderBy('created_at', 'desc').orderBy('id', 'desc'))).map(deviceOf)
  }

  /** @throws ApiError not_found */
  async get(owner: string, id: string): Promise<Device> {
    const query = this.#store.sql('notify_devices').select(listed).where({ owner, id })
    const row = await this.#store.get<Row>(query)
    if (!row) throw missing()
    return deviceOf(row)
  }

  /** How the devices of an account are reached. */
  reachableOf(owner: string, reader: Reader = this.#store): Promise<ReachableDevice[]> {
    return reader.all(reader.sql('notify_devices').select(reachable).where({ owner }).orderBy('id'))
  }

  /** How a device is reached; undefined once it is removed. */
  reachable(id: string): Promise<ReachableDevice | undefined> {
    return this.#store.get(this.#store.sql('notify_devices').select(reachable).where({ id }))
  }

  /**
   * Adds a browser, or renews the one that is reached in the same way. A browser that another account has used belongs to
   * whoever uses it now.
   *
   * @param label shortened to what a label may have
   * @throws ApiError failed_precondition if the account has too many
   */
  async add(owner: string, { endpoint, p256dh, auth }: Subscription, label: string): Promise<void> {
    const now = this.#clock.now()
    const endpoint_sha256 = sha256(endpoint.href)
    const changes = { endpoint: endpoint.href, p256dh, auth, updated_at: now }
    await this.#store.write(async (tx) => {
      const same = tx.sql('notify_devices').where({ owner, endpoint_sha256 })
      if ((await tx.run(same.update(changes))).changes > 0) return
      await tx.run(tx.sql('notify_devices').where({ endpoint_sha256 }).delete())
      const count = await tx.get<{ count: number | string }>(
        tx.sql('notify_devices').where({ owner }).count({ count: '*' }),
      )
      if (Number(count?.count) >= maxDevices) throw tooMany()
      const row = { id: newId('device'), owner, label: labelOf(label), endpoint_sha256, created_at: now, ...changes }
      await tx.run(tx.sql('notify_devices').insert(row))
    })
  }

  /** @throws ApiError not_found; invalid_argument for a label that is blank or too long */
  async rename(owner: string, id: string, label: string): Promise<void> {
    const trimmed = label.trim()
    if (trimmed === '' || [...trimmed].length > maxLabelLength || /\p{Cc}/u.test(trimmed)) {
      const message = `must be 1 to ${maxLabelLength} characters on one line`
      throw new ApiError('invalid_argument', `The name ${message}.`, { details: [{ path: 'label', message }] })
    }
    const query = this.#store.sql('notify_devices').where({ owner, id })
    const { changes } = await this.#store.run(query.update({ label: trimmed, updated_at: this.#clock.now() }))
    if (changes === 0) throw missing()
  }

  /** @throws ApiError not_found */
  async remove(owner: string, id: string): Promise<void> {
    const { changes } = await this.#store.run(this.#store.sql('notify_devices').where({ owner, id }).delete())
    if (changes === 0) throw missing()
  }

  /** Removes devices that their push services do not know any more, and notes when others were notified. */
  async note(tx: Writer, { gone, accepted }: { gone: readonly string[]; accepted: readonly string[] }): Promise<void> {
    if (gone.length > 0) await tx.run(tx.sql('notify_devices').whereIn('id', gone).delete())
    if (accepted.length > 0) {
      const noted = { last_notified_at: this.#clock.now() }
      await tx.run(tx.sql('notify_devices').whereIn('id', accepted).update(noted))
    }
  }
}

function deviceOf({ id, label, created_at, last_notified_at, endpoint_sha256 }: Row): Device {
  return {
    id,
    label,
    createdAtMs: Number(created_at),
    ...(last_notified_at === null ? {} : { lastNotifiedAtMs: Number(last_notified_at) }),
    endpointSha256: endpoint_sha256,
  }
}

function labelOf(text: string): string {
  const line = text.replace(/\p{Cc}/gu, ' ').trim()
  return truncate(line, maxLabelLength - 1) || 'Browser'
}

function missing(): ApiError {
  return new ApiError('not_found', 'You have no such device.')
}

function tooMany(): ApiError {
  return new ApiError('failed_precondition', `You have ${maxDevices} devices, as many as you may: remove one first.`)
}
