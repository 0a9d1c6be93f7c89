import type { Handler, Result } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import { StreamedResult } from '#runtime/calls/streamed.ts'
import { keysetPages } from '#runtime/store/keyset.ts'
import type { FilesDeps } from '../index.ts'
import { fileOf } from '../results.ts'
import * as rows from '../rows.ts'

const rowsPerPage = 200

export default ({ blobs, baseUrl }: FilesDeps): Handler<'files.list'> =>
  async (_, ctx) =>
    new StreamedResult<Result<'files.list'>>({
      used_bytes: await blobs.usedBytes(ctx.account.id),
      quota_bytes: await blobs.quotaBytesOf(ctx.account.id),
      items: newestFirst(ctx, (row) => fileOf(row, ctx.account.username, baseUrl)),
    })

async function* newestFirst<Item>({ store, account }: Context, itemOf: (row: rows.FileRow) => Item) {
  const beginning = { created_at: Number.MAX_SAFE_INTEGER, id: '' }
  const pages = keysetPages<rows.FileRow>(rowsPerPage, ({ created_at, id } = beginning as rows.FileRow, size) =>
    store.all(rows.olderThan({ owner: account.id, created_at, id, size })),
  )
  for await (const page of pages) yield page.map(itemOf)
}
