import type { ByteCache, CachedBytes } from '#runtime/blobs/byte-cache.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Store } from '#runtime/store/types.ts'
import type { MapStyle, Tile, TileRange } from './tile-grid.ts'

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
  /** Takes over what earlier releases held in the database, then deletes what is beyond the bound. */
  purge(signal: AbortSignal): Promise<void>
}

type Key = { style: string; z: number; x: number; y: number }

const batchRows = 20

const earlier = statement<{ size: number }>((sql, param) =>
  sql('map_tiles')
    .select('style', 'z', 'x', 'y', 'png')
    .limit(param('size') as never),
)

const remove = statement<Key>((sql, param) =>
  sql('map_tiles')
    .where({ style: param('style'), z: param('z'), x: param('x'), y: param('y') })
    .delete(),
)

/** @param cache where the pictures are; whoever opened it closes it */
export function createHeldTiles({ store, cache }: { store: Store; cache: ByteCache }): HeldTiles {
  return {
    async get(tile) {
      const cached = await cache.get(keyOf(tile))
      return cached && heldOf(cached)
    },
    async in(style, z, { west, east, north, south }) {
      const places: Tile[] = []
      for (let y = north; y <= south; y++) for (let x = west; x <= east; x++) places.push({ style, z, x, y })
      const present = await cache.among(places.map(keyOf))
      return new Set(places.filter((tile) => present.has(keyOf(tile))).map(({ x, y }) => `${x}/${y}`))
    },
    keep: async (tile, png) => heldOf(await cache.keep(keyOf(tile), png)),
    async purge(signal) {
      for (;;) {
        signal.throwIfAborted()
        const rows = await store.all<Key & { png: Uint8Array }>(earlier({ size: batchRows }))
        if (rows.length === 0) break
        for (const { png, ...tile } of rows) {
          await cache.keep(keyOf(tile), png)
          await store.run(remove(tile))
        }
      }
      await cache.purge(signal)
    },
  }
}

/** What a picture that was just fetched looks like before it is kept. */
export function heldOf({ bytes, sha256 }: CachedBytes): HeldTile {
  return { png: bytes, etag: `"${sha256.slice(0, 32)}"` }
}

function keyOf({ style, z, x, y }: Key): string {
  return `${style}/${z}/${x}/${y}`
}
