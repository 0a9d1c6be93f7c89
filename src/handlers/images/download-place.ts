import { create as disposition } from 'content-disposition'
import { invalidArgument } from '#runtime/base/errors.ts'
import { isId } from '#runtime/base/ids.ts'
import type { Download, DownloadPlace } from '#runtime/kit/downloads.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type { Daily } from './daily/daily-pictures.ts'
import { imagePrefix } from './results.ts'
import * as rows from './rows/images.ts'
import { copyOf, isSizeName, type SizeName, type StoredCopy } from './sizes.ts'

interface World extends Pick<FamilyWorld, 'store' | 'blobs'> {
  readonly daily: Daily
}

/** The pictures at `/images/<id>`, whole or as a smaller copy. */
export function picturesByAddress(world: World): DownloadPlace {
  return {
    noun: { one: 'picture', several: 'Pictures' },
    async find(target, reader) {
      const [id = '', query] = target.slice(imagePrefix.length).split('?', 2)
      const size = sizeIn(query)
      if (!isId('image', id)) return undefined
      const row = await world.store.get<rows.ListedRow>(rows.readable({ id, reader }))
      return row ? ofAccount(row, size, world) : ofDay(id, size, world)
    },
  }
}

function sizeIn(query: string | undefined): SizeName {
  const size = new URLSearchParams(query).get('size') ?? 'full'
  if (isSizeName(size)) return size
  throw invalidArgument('size', 'must be thumbnail, 1024 or full')
}

function ofAccount(row: rows.ListedRow, size: SizeName, { store, blobs }: World): Download {
  const copy = copyOf(row, size)
  return {
    ...about(row.id, copy),
    modifiedMs: Number(row.created_at),
    isPublic: asBoolean(row.public),
    async pieces(range) {
      const [first, last] = range ? [range.start, range.end] : [0, copy.size - 1]
      const bytes = await blobs.pieces(row.blob_id, { start: copy.start + first, end: copy.start + last })
      if (!bytes && (await rows.find(store, row))) throw new Error(`the bytes of ${row.blob_id} are missing`)
      return bytes
    },
  }
}

async function ofDay(id: string, size: SizeName, { daily }: World): Promise<Download | undefined> {
  const row = await daily.withId(id)
  if (!row) return undefined
  const copy = copyOf(row, size)
  return {
    ...about(id, copy),
    modifiedMs: Number(row.created_at),
    isPublic: true,
    pieces: (range) => daily.pieces(row.day, copy, range),
  }
}

function about(id: string, { type, size, etag }: StoredCopy) {
  const name = `${id}.${type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length)}`
  return { size, etag, type, disposition: disposition(name, { type: 'inline' }) }
}
