import { randomBytes } from 'node:crypto'
import type { ByteCache } from '#runtime/blobs/byte-cache.ts'
import type { Download, DownloadPlace } from '#runtime/kit/downloads.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { statement } from '#runtime/store/statement.ts'

export const shotPrefix = '/browser/shot/'
const keptMs = 86_400_000
const atOnce = 200
const address = /^\/browser\/shot\/([0-9a-f]{32})\.png$/

const insert = statement<{ id: string; expires: number }>((sql, param) =>
  sql('browser_shots').insert({ id: param('id'), expires_at: param('expires') }),
)
const find = statement<{ id: string; now: number }>((sql, param) =>
  sql('browser_shots')
    .select('expires_at')
    .where({ id: param('id') })
    .where('expires_at', '>', param('now')),
)
const expired = statement<{ now: number }>((sql, param) =>
  sql('browser_shots').select('id').where('expires_at', '<=', param('now')).orderBy('expires_at').limit(atOnce),
)

/** The pictures of pages: each at an address that cannot be guessed, for a day, and open to whoever has it. */
export function createShots({ store, clock }: Pick<FamilyWorld, 'store' | 'clock'>, cache: ByteCache) {
  return {
    async keep(png: Uint8Array): Promise<{ path: string; expiresMs: number }> {
      const id = randomBytes(16).toString('hex')
      const expiresMs = clock.now() + keptMs
      await cache.keep(id, png)
      await store.run(insert({ id, expires: expiresMs }))
      return { path: `${shotPrefix}${id}.png`, expiresMs }
    },
    async purge(signal: AbortSignal): Promise<void> {
      for (;;) {
        signal.throwIfAborted()
        const rows = await store.all<{ id: string }>(expired({ now: clock.now() }))
        const ids = rows.map(({ id }) => id)
        await cache.drop(ids)
        if (ids.length > 0) await store.run(store.sql('browser_shots').whereIn('id', ids).delete())
        if (ids.length < atOnce) break
      }
      await cache.purge(signal)
    },
    place: {
      noun: { one: 'picture', several: 'Pictures' },
      async find(target): Promise<Download | undefined> {
        const id = address.exec(target)?.[1]
        const row = id && (await store.get<{ expires_at: number | string }>(find({ id, now: clock.now() })))
        const held = row ? await cache.get(id) : undefined
        if (!row || !held) return undefined
        const { bytes, sha256 } = held
        return {
          size: bytes.length,
          etag: `"${sha256.slice(0, 32)}"`,
          modifiedMs: Number(row.expires_at) - keptMs,
          type: 'image/png',
          disposition: 'inline; filename=page.png',
          isPublic: true,
          async pieces(range) {
            return piecesOf(range ? bytes.subarray(range.start, range.end + 1) : bytes)
          },
        }
      },
    } satisfies DownloadPlace,
  }
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
