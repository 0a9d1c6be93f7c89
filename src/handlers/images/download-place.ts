import { create as disposition } from 'content-disposition'
import { invalidArgument } from '#runtime/base/errors.ts'
import { isId } from '#runtime/base/ids.ts'
import type { ByteRange } from '#runtime/blobs/types.ts'
import type { Download, DownloadPlace } from '#runtime/kit/downloads.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type { ImagesDeps } from './index.ts'
import { imagePrefix } from './results.ts'
import { findDaily, readContent } from './rows/daily-images.ts'
import * as rows from './rows/images.ts'

type SizeName = 'thumbnail' | '1024' | 'full'

/** A copy of a picture among its stored bytes. */
interface StoredCopy {
  readonly type: string
  /** Where it begins, from 0. */
  readonly start: number
  readonly size: number
  /** Changes with the bytes; with its quotes. */
  readonly etag: string
}

type Deps = Pick<ImagesDeps, 'store' | 'blobs'>

/** The pictures at `/images/<id>`, whole or as a smaller copy. */
export function picturesByAddress(deps: Deps): DownloadPlace {
  return {
    noun: { one: 'picture', several: 'Pictures' },
    async find(target, reader) {
      const [id = '', query] = target.slice(imagePrefix.length).split('?', 2)
      const size = sizeIn(query)
      if (!isId('image', id)) return undefined
      const row = await deps.store.get<rows.ListedRow>(rows.readable({ id, reader }))
      return row ? ofAccount(row, size, deps) : ofDay(id, size, deps)
    },
  }
}

function sizeIn(query: string | undefined): SizeName {
  const size = new URLSearchParams(query).get('size') ?? 'full'
  if (size === 'thumbnail' || size === '1024' || size === 'full') return size
  throw invalidArgument('size', 'must be thumbnail, 1024 or full')
}

function ofAccount(row: rows.ListedRow, size: SizeName, { store, blobs }: Deps): Download {
  const copy = copyOf(row, size)
  return {
    ...metadataOf(row.id, copy),
    modifiedMs: Number(row.created_at),
    isPublic: asBoolean(row.public),
    async pieces(range) {
      const { start, size: bytesWanted } = partOf(copy, range)
      const bytes = await blobs.pieces(row.blob_id, { start, end: start + bytesWanted - 1 })
      if (!bytes && (await rows.find(store, row))) throw new Error(`the bytes of ${row.blob_id} are missing`)
      return bytes
    },
  }
}

async function ofDay(id: string, size: SizeName, { store }: Deps): Promise<Download | undefined> {
  const row = await findDaily(store, id)
  if (!row) return undefined
  const copy = copyOf(row, size)
  return {
    ...metadataOf(id, copy),
    modifiedMs: Number(row.created_at),
    isPublic: true,
    async pieces(range) {
      const bytes = await readContent(store, row.day, partOf(copy, range))
      return bytes && onePiece(bytes)
    },
  }
}

/** The copy of this size, or the next larger one where that would not have been smaller. */
function copyOf(row: rows.StoredSizes, name: SizeName): StoredCopy {
  const [full, medium, thumbnail] = [Number(row.bytes), Number(row.medium_bytes), Number(row.thumbnail_bytes)]
  const etag = (copy: SizeName) => `"${row.checksum}-${copy}"`
  if (name === 'thumbnail' && thumbnail > 0) {
    return { type: 'image/webp', start: full + medium, size: thumbnail, etag: etag('thumbnail') }
  }
  if (name !== 'full' && medium > 0) return { type: 'image/webp', start: full, size: medium, etag: etag('1024') }
  return { type: row.type, start: 0, size: full, etag: etag('full') }
}

/** Where a part of a copy is among the stored bytes. */
function partOf({ start, size }: StoredCopy, range: ByteRange | undefined): { start: number; size: number } {
  return range ? { start: start + range.start, size: range.end + 1 - range.start } : { start, size }
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function metadataOf(id: string, { type, size, etag }: StoredCopy) {
  const name = `${id}.${type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length)}`
  return { size, etag, type, disposition: disposition(name, { type: 'inline' }) }
}
