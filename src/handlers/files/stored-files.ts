import type { CallArgs, FilesHandlers, Result } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import type { Blobs, StoredBlob } from '#runtime/blobs/blobs.ts'
import { takesBase64 } from '#runtime/calls/base64-argument.ts'
import type { Context } from '#runtime/calls/context.ts'
import { StreamedResult, TextInPieces } from '#runtime/calls/streamed.ts'
import { keysetPages } from '#runtime/store/keyset.ts'
import { totalOf } from '#runtime/store/total.ts'
import type { Writer } from '#runtime/store/types.ts'
import { asBoolean } from '#runtime/store/values.ts'
import { base64Of, contentOfBase64, contentOfText, TextCheck, textsOf } from './file-content.ts'
import { baseName, typeOf } from './file-name.ts'
import { fileOf } from './results.ts'
import * as rows from './rows.ts'

/** The largest file. */
export const maxFileBytes = 10 * 1024 * 1024
/** How many files an account may have: an empty one takes no room. */
const maxFiles = 5000
const rowsPerPage = 200

type StoredFiles = Omit<FilesHandlers<Context>, 'drivesearch' | 'driveread'>

interface FilesOptions {
  readonly blobs: Pick<Blobs, 'put' | 'open' | 'deleting' | 'usedBytes' | 'quotaBytes'>
  /** The public address of the server, without a slash at its end. */
  readonly baseUrl: string
}

/** Files that are private until they are shared. */
export function createFiles(options: FilesOptions): StoredFiles {
  const { blobs, baseUrl } = options
  const shown = (row: rows.FileRow, ctx: Context) => fileOf(row, ctx.account.username, baseUrl)
  return {
    put: takesBase64('content', async (args: CallArgs<'files.put'>, ctx: Context) =>
      shown(await putFile(blobs, args, ctx), ctx),
    ),
    get: (args, ctx) => getFile(options, args, ctx),

    async list(_, ctx) {
      return new StreamedResult<Result<'files.list'>>({
        used_bytes: await blobs.usedBytes(ctx.account.id),
        quota_bytes: blobs.quotaBytes,
        items: newestFirst(ctx, (row) => shown(row, ctx)),
      })
    },

    async share({ id, public: isPublic }, ctx) {
      const change = { id, owner: ctx.account.id, public: isPublic, now: ctx.clock.now() }
      const row = await ctx.store.write((tx) => rows.setPublic(tx, change))
      if (!row) throw notYours(id)
      return shown(row, ctx)
    },

    async delete({ id }, ctx) {
      const owner = ctx.account.id
      await blobs.deleting(owner, async (tx, drop) => {
        const row = await rows.find(tx, { id, owner })
        if (!row) throw notYours(id)
        await rows.remove(tx, { id, owner })
        await drop(row.blob_id)
      })
      return { id, deleted: true }
    },
  }
}

async function putFile(blobs: FilesOptions['blobs'], args: CallArgs<'files.put'>, ctx: Context): Promise<rows.FileRow> {
  const { type } = args
  const name = baseName(args.name)
  const check = new TextCheck()
  const { bytes, source } = sentContent(ctx, args)
  const owner = ctx.account.id
  const blob = { owner, source: check.watch(source), bytes, maxBytes: maxFileBytes, argument: 'content' }
  return blobs.put({ ...blob, signal: ctx.signal }, async (tx, stored) => {
    await checkCount(tx, owner)
    return rows.insert(tx, {
      id: newId('file'),
      owner,
      name,
      type: type ?? typeOf(name),
      ...columnsOf(stored),
      is_text: check.isText,
      public: false,
      now: ctx.clock.now(),
    })
  })
}

async function getFile(
  { blobs, baseUrl }: FilesOptions,
  { id }: CallArgs<'files.get'>,
  ctx: Context,
): Promise<StreamedResult<Result<'files.get'>>> {
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

/** What is to be stored: the file of a form, or the argument. */
function sentContent(
  { attached, decoded }: Context,
  args: CallArgs<'files.put'>,
): { readonly source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>; readonly bytes: number | undefined } {
  if (attached) return { source: attached, bytes: undefined }
  if (args.encoding !== 'base64') return contentOfText(args.content)
  return decoded ? { source: decoded.pieces(), bytes: decoded.bytes } : contentOfBase64(args.content)
}

function columnsOf({ id, bytes, sha256 }: StoredBlob) {
  return { blob_id: id, bytes, checksum: sha256 }
}

/** Transactions are serialised, so that no other can take the same place. */
async function checkCount(tx: Writer, owner: string): Promise<void> {
  if ((await totalOf(tx, rows.countOwn({ owner }))) < maxFiles) return
  throw new ApiError(
    'failed_precondition',
    `An account holds at most ${maxFiles.toLocaleString('en')} files. Delete one first; nothing was stored.`,
  )
}

async function* newestFirst<Item>({ store, account }: Context, itemOf: (row: rows.FileRow) => Item) {
  const beginning = { created_at: Number.MAX_SAFE_INTEGER, id: '' }
  const pages = keysetPages<rows.FileRow>(rowsPerPage, ({ created_at, id } = beginning as rows.FileRow, size) =>
    store.all(rows.olderThan({ owner: account.id, created_at, id, size })),
  )
  for await (const page of pages) yield page.map(itemOf)
}

/** The same error for an unknown id and for somebody else's file. */
function notYours(id: string): ApiError {
  return new ApiError('not_found', `You have no file with the id "${id}"; files.list shows those you have.`)
}

function notReadable(id: string): ApiError {
  return new ApiError('not_found', `There is no file with the id "${id}" that you may read; files.list shows your own.`)
}
