import type { Handler, Result } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { StreamedResult, TextInPieces } from '#runtime/calls/streamed.ts'
import { asBoolean } from '#runtime/store/values.ts'
import { base64Of, textsOf } from '../file-content.ts'
import type { FilesDeps } from '../index.ts'
import { fileOf } from '../results.ts'
import * as rows from '../rows.ts'

export default ({ blobs, baseUrl }: FilesDeps): Handler<'files.get'> =>
  async ({ id }, ctx) => {
    const find = rows.readable({ id, reader: ctx.account.id })
    const row = await ctx.store.get<rows.ListedRow>(find)
    if (!row) throw notReadable(id)
    const bytes = await blobs.open(row.blob_id)
    if (!bytes) {
      if (await ctx.store.get(find)) throw new Error(`the bytes of ${row.blob_id} are missing`)
      throw notReadable(id)
    }
    const isText = asBoolean(row.is_text)
    return new StreamedResult<Result<'files.get'>>({
      ...fileOf(row, row.username, baseUrl),
      ...(isText ? {} : { encoding: 'base64' }),
      content: new TextInPieces(isText ? textsOf(bytes) : base64Of(bytes)),
    })
  }

function notReadable(id: string): ApiError {
  return new ApiError('not_found', `No file that you can read has the id "${id}". Use files.list to list your files.`)
}
