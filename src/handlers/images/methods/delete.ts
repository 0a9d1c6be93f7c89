import type { Handler } from '#generated/server/handlers.ts'
import { pictureDeleted } from '../contracts.ts'
import type { ImagesDeps } from '../index.ts'
import { notYours } from '../results.ts'
import * as rows from '../rows/images.ts'

export default ({ blobs, bus }: ImagesDeps): Handler<'images.delete'> =>
  async ({ id }, ctx) => {
    const key = { id, owner: ctx.account.id }
    await blobs.deleting(key.owner, async (tx, drop) => {
      const row = await rows.find(tx, key)
      if (!row) throw notYours(id)
      await rows.remove(tx, key)
      await drop(row.blob_id)
      await bus.publish(tx, pictureDeleted, { id }, { key: id, account: key.owner })
    })
    return { id, deleted: true }
  }
