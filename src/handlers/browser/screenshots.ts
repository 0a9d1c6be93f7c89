import { randomBytes } from 'node:crypto'
import type { Clock } from '#runtime/base/clock.ts'
import type { ByteCache } from '#runtime/blobs/byte-cache.ts'
import type { Download, DownloadPlace } from '#runtime/kit/downloads.ts'
import type { Store } from '#runtime/store/types.ts'
import * as rows from './rows.ts'

export const screenshotPrefix = '/browser/shot/'
const storedMs = 86_400_000
const deletedAtOnce = 200
const address = /^\/browser\/shot\/([0-9a-f]{32})\.png$/

/** Screenshots of pages: each has an address that cannot be guessed, and is open to anyone who has it for a day. */
export class Screenshots implements DownloadPlace {
  readonly noun = { one: 'picture', several: 'Pictures' } as const
  readonly #store: Store
  readonly #clock: Clock
  readonly #cache: ByteCache

  constructor(store: Store, clock: Clock, cache: ByteCache) {
    this.#store = store
    this.#clock = clock
    this.#cache = cache
  }

  async add(png: Uint8Array): Promise<{ path: string; expiresMs: number }> {
    const id = randomBytes(16).toString('hex')
    const expiresMs = this.#clock.now() + storedMs
    await this.#cache.keep(id, png)
    await this.#store.run(rows.insert({ id, expires: expiresMs }))
    return { path: `${screenshotPrefix}${id}.png`, expiresMs }
  }

  async find(target: string): Promise<Download | undefined> {
    const id = address.exec(target)?.[1]
    if (id === undefined) return undefined
    const now = this.#clock.now()
    const row = await this.#store.get<{ expires_at: number | string }>(rows.findExpiry({ id, now }))
    const cached = row && (await this.#cache.get(id))
    if (!cached) return undefined
    const { bytes, sha256 } = cached
    return {
      size: bytes.length,
      etag: `"${sha256.slice(0, 32)}"`,
      modifiedMs: Number(row.expires_at) - storedMs,
      type: 'image/png',
      disposition: 'inline; filename=page.png',
      isPublic: true,
      pieces: async (range) => piecesOf(range ? bytes.subarray(range.start, range.end + 1) : bytes),
    }
  }

  /** Deletes what has expired. */
  async purge(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const expired = rows.expired({ now: this.#clock.now(), limit: deletedAtOnce })
      const ids = (await this.#store.all<{ id: string }>(expired)).map(({ id }) => id)
      await this.#cache.drop(ids)
      if (ids.length > 0) await rows.remove(this.#store, ids)
      if (ids.length < deletedAtOnce) break
    }
    await this.#cache.purge(signal)
  }
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
