import type { Handler } from '#generated/server/handlers.ts'
import { publishChange } from '../changes.ts'
import type { FilesDeps } from '../index.ts'
import { notYours } from '../results.ts'
import * as rows from '../rows.ts'

export default ({ blobs, live }: FilesDeps): Handler<'files.delete'> =>
  async ({ id }, ctx) => {
    const key = { id, owner: ctx.account.id }
    await blobs.deleting(key.owner, async (tx, drop) => {
      const row = await rows.find(tx, key)
      if (!row) throw notYours(id)
      await rows.remove(tx, key)
      await drop(row.blob_id)
      await publishChange(live, tx, key.owner, { id, event: 'deleted' })
    })
    return { id, deleted: true }
  }
