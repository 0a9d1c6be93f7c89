import { create as attachment } from 'content-disposition'
import { isId } from '#runtime/base/ids.ts'
import type { ByteRange } from '#runtime/blobs/types.ts'
import type { Download, DownloadPlace } from '#runtime/kit/downloads.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type { FilesDeps } from './index.ts'
import { filePrefix } from './results.ts'
import * as rows from './rows.ts'

/** The files at `/files/<id>`. */
export function filesByAddress(deps: FilesDeps): DownloadPlace {
  return {
    noun: { one: 'file', several: 'Files' },
    async find(target, reader) {
      const id = target.slice(filePrefix.length).split('?', 1)[0] ?? ''
      if (!isId('file', id)) return undefined
      const row = await deps.store.get<rows.FileRow>(rows.readable({ id, reader }))
      return row && downloadOf(row, deps)
    },
  }
}

function downloadOf(row: rows.FileRow, { store, blobs }: FilesDeps): Download {
  return {
    size: Number(row.bytes),
    etag: `"${row.checksum}"`,
    modifiedMs: Number(row.created_at),
    type: servedType(row),
    disposition: attachment(row.name),
    isPublic: asBoolean(row.public),
    async pieces(range: ByteRange | undefined) {
      const bytes = await blobs.pieces(row.blob_id, range)
      if (!bytes && (await rows.find(store, row))) throw new Error(`the bytes of ${row.blob_id} are missing`)
      return bytes
    },
  }
}

/** The type that the file was stored with; for text without a charset, it says UTF-8. */
function servedType({ type, is_text }: rows.FileRow): string {
  return asBoolean(is_text) && /^text\/[^;]+$/.test(type) ? `${type}; charset=utf-8` : type
}
