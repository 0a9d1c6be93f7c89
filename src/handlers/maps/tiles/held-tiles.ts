import { createHash } from 'node:crypto'
import type { Clock } from '#runtime/base/clock.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Store } from '#runtime/store/types.ts'
import type { MapStyle, Tile, TileRange } from './tiles.ts'

/** A tile that this server has. */
export interface HeldTile {
  readonly png: Uint8Array
  /** In quotation marks, as in its header. */
  readonly etag: string
}

/** The map tiles that this server has: bounded, those unused for longest go first. */
export interface HeldTiles {
  get(tile: Tile): Promise<HeldTile | undefined>
  /** Which tiles of a range there are, as `x/y`. */
  in(style: MapStyle, z: number, range: TileRange): Promise<ReadonlySet<string>>
  keep(tile: Tile, png: Uint8Array): Promise<HeldTile>
  /** Deletes the tiles that were not used for longest, until the others are within the bound. */
  purge(signal: AbortSignal): Promise<void>
}

type Key = { style: string; z: number; x: number; y: number }
type Row = { png: Uint8Array; etag: string; used_at: number | string }

/** A use is noted once a day: nobody waits for a write. */
const usedAgainMs = 86_400_000
const batchRows = 200

const find = statement<Key>((sql, param) =>
  sql('map_tiles')
    .select('png', 'etag', 'used_at')
    .where({ style: param('style'), z: param('z'), x: param('x'), y: param('y') }),
)

const findIn = statement<{ style: string; z: number; west: number; east: number; north: number; south: number }>(
  (sql, param) =>
    sql('map_tiles')
      .select('x', 'y')
      .where({ style: param('style'), z: param('z') })
      .whereBetween('x', [param('west'), param('east')] as never)
      .whereBetween('y', [param('north'), param('south')] as never),
)

const use = statement<Key & { now: number }>((sql, param) =>
  sql('map_tiles')
    .where({ style: param('style'), z: param('z'), x: param('x'), y: param('y') })
    .update({ used_at: param('now') }),
)

const unused = statement<{ size: number }>((sql, param) =>
  sql('map_tiles')
    .select('style', 'z', 'x', 'y', 'bytes')
    .orderBy('used_at')
    .limit(param('size') as never),
)

const remove = statement<Key>((sql, param) =>
  sql('map_tiles')
    .where({ style: param('style'), z: param('z'), x: param('x'), y: param('y') })
    .delete(),
)

/** @param maxBytes what `purge` leaves at most */
export function createHeldTiles(options: { store: Store; clock: Clock; maxBytes: number }): HeldTiles {
  const { store, clock, maxBytes } = options
  return {
    async get(tile) {
      const key = keyOf(tile)
      const row = await store.get<Row>(find(key))
      if (!row) return undefined
      const now = clock.now()
      if (now - Number(row.used_at) > usedAgainMs) await store.run(use({ ...key, now }))
      return { png: row.png, etag: row.etag }
    },
    async in(style, z, range) {
      const rows = await store.all<{ x: number; y: number }>(findIn({ style, z, ...range }))
      return new Set(rows.map(({ x, y }) => `${x}/${y}`))
    },
    async keep(tile, png) {
      const etag = etagOf(png)
      const now = clock.now()
      const row = { ...keyOf(tile), png: Buffer.from(png), bytes: png.length, etag, fetched_at: now, used_at: now }
      await store.run(store.sql('map_tiles').insert(row).onConflict(['style', 'z', 'x', 'y']).merge())
      return { png, etag }
    },
    async purge(signal) {
      const [sum] = await store.all<{ total: number | string | null }>(store.sql('map_tiles').sum({ total: 'bytes' }))
      let total = Number(sum?.total ?? 0)
      while (total > maxBytes) {
        signal.throwIfAborted()
        total -= await deleteUnused(store, total - maxBytes)
      }
    },
  }
}

/** Deletes a batch. @returns how many bytes it had */
async function deleteUnused(store: Store, excess: number): Promise<number> {
  return store.write(async (tx) => {
    let deleted = 0
    for (const row of await tx.all<Key & { bytes: number }>(unused({ size: batchRows }))) {
      if (deleted >= excess) break
      const { bytes, ...key } = row
      await tx.run(remove(key))
      deleted += Number(bytes)
    }
    return deleted
  })
}

/** The ETag of a picture. */
export function etagOf(png: Uint8Array): string {
  return `"${createHash('sha256').update(png).digest('hex').slice(0, 32)}"`
}

function keyOf({ style, z, x, y }: Tile): Key {
  return { style, z, x, y }
}
