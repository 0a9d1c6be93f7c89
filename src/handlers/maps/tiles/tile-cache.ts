import type { ByteCache, CachedBytes } from '#runtime/blobs/byte-cache.ts'
import type { Store } from '#runtime/store/types.ts'
import * as rows from '../rows.ts'
import type { MapStyle, Tile, TileRange } from './tile-grid.ts'

/** The picture of a tile. */
export interface TilePicture {
  readonly png: Uint8Array
  /** In quotation marks, as in the header. */
  readonly etag: string
}

/** Rows that are moved at once. */
const batchRows = 20

/** The map tiles that this server has: bounded, the least recently used go first. */
export class TileCache {
  readonly #store: Store
  readonly #bytes: ByteCache

  constructor(store: Store, bytes: ByteCache) {
    this.#store = store
    this.#bytes = bytes
  }

  async get(tile: Tile): Promise<TilePicture | undefined> {
    const cached = await this.#bytes.get(keyOf(tile))
    return cached && pictureOf(cached)
  }

  /** The cached tiles of a range, as `x/y`. */
  async among(style: MapStyle, z: number, { west, east, north, south }: TileRange): Promise<ReadonlySet<string>> {
    const tiles: Tile[] = []
    for (let y = north; y <= south; y++) for (let x = west; x <= east; x++) tiles.push({ style, z, x, y })
    const cached = await this.#bytes.among(tiles.map(keyOf))
    return new Set(tiles.filter((tile) => cached.has(keyOf(tile))).map(({ x, y }) => `${x}/${y}`))
  }

  async put(tile: Tile, png: Uint8Array): Promise<TilePicture> {
    return pictureOf(await this.#bytes.keep(keyOf(tile), png))
  }

  /** Moves the tiles of earlier releases here from the database, then deletes what is beyond the bound. */
  async purge(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const batch = await rows.some(this.#store, batchRows)
      if (batch.length === 0) break
      for (const row of batch) {
        await this.#bytes.keep(keyOf(row), row.png)
        await rows.remove(this.#store, row)
      }
    }
    await this.#bytes.purge(signal)
  }
}

export function pictureOf({ bytes, sha256 }: CachedBytes): TilePicture {
  return { png: bytes, etag: `"${sha256.slice(0, 32)}"` }
}

function keyOf({ style, z, x, y }: Omit<rows.TileRow, 'png'>): string {
  return `${style}/${z}/${x}/${y}`
}
