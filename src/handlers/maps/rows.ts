import { statement } from '#runtime/store/statement.ts'
import type { Store } from '#runtime/store/types.ts'

export type TileRow = { style: string; z: number; x: number; y: number; png: Uint8Array }

const select = statement<{ size: number }>((sql, param) =>
  sql('map_tiles').select('style', 'z', 'x', 'y', 'png').limit(param('size')),
)

const deleteTile = statement<Omit<TileRow, 'png'>>((sql, param) =>
  sql('map_tiles')
    .where(param.columns('style', 'z', 'x', 'y'))
    .delete(),
)

/** Tiles that an earlier release stored in the database. */
export function some(store: Store, size: number): Promise<TileRow[]> {
  return store.all<TileRow>(select({ size }))
}

export async function remove(store: Store, { style, z, x, y }: TileRow): Promise<void> {
  await store.run(deleteTile({ style, z, x, y }))
}
