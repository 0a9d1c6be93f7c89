import type { Args, Handler } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import { takesBase64 } from '#runtime/calls/base64-argument.ts'
import type { Context } from '#runtime/calls/context.ts'
import { totalOf } from '#runtime/store/total.ts'
import type { Writer } from '#runtime/store/types.ts'
import { publishChange } from '../changes.ts'
import { contentOfBase64, contentOfText, maxFileBytes, TextCheck } from '../file-content.ts'
import { baseName, typeOf } from '../file-name.ts'
import type { FilesDeps } from '../index.ts'
import { fileOf } from '../results.ts'
import * as rows from '../rows.ts'

/** How many files an account may have: an empty one takes no space. */
const maxFiles = 5000

const put = ({ blobs, live, baseUrl }: FilesDeps): Handler<'files.put'> =>
  takesBase64('content', async (args, ctx) => {
    const name = baseName(args.name)
    const type = args.type ?? typeOf(name)
    const check = new TextCheck()
    const { bytes, source } = contentOf(args, ctx)
    const { id: owner, username } = ctx.account
    const sent = { owner, source: check.watch(source), bytes, maxBytes: maxFileBytes, argument: 'content' }
    const row = await blobs.put({ ...sent, signal: ctx.signal }, async (tx, stored) => {
      await checkCount(tx, owner)
      const id = newId('file')
      await publishChange(live, tx, owner, { id, event: 'added' })
      return rows.insert(ctx.marking(tx), {
        id,
        owner,
        name,
        type,
        blob_id: stored.id,
        bytes: stored.bytes,
        checksum: stored.sha256,
        is_text: check.isText,
        public: false,
        now: ctx.clock.now(),
      })
    })
    return fileOf(row, username, baseUrl)
  })

export default put

/** The file of a form, or the argument. */
function contentOf(
  args: Args<'files.put'>,
  { attached, decoded }: Context,
): { readonly source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>; readonly bytes: number | undefined } {
  if (attached) return { source: attached, bytes: undefined }
  if (args.encoding !== 'base64') return contentOfText(args.content)
  return decoded ? { source: decoded.pieces(), bytes: decoded.bytes } : contentOfBase64(args.content)
}

/** Transactions are serialised, so that no other can add a file in the meantime. */
async function checkCount(tx: Writer, owner: string): Promise<void> {
  if ((await totalOf(tx, rows.countOwn({ owner }))) < maxFiles) return
  throw new ApiError(
    'failed_precondition',
    `An account can store at most ${maxFiles.toLocaleString('en')} files. Nothing was stored. Delete a file first.`,
  )
}
