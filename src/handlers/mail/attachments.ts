import { create as attachment } from 'content-disposition'
import { isId } from '#runtime/base/ids.ts'
import { createDownloads, type Download } from '#runtime/kit/downloads.ts'
import type { FamilyRoute } from '#runtime/kit/family.ts'
import type { MailDeps } from './index.ts'
import type { StoredMessage } from './parsing/mail-parser.ts'
import { attachedIn, filesPrefix } from './results.ts'
import * as rows from './rows/messages.ts'

/** `/mail/files/<id>/<number>` for attachments, and `/mail/files/<id>/original` for the original message. */
export function attachmentsRoute(deps: MailDeps): FamilyRoute {
  const noun = { one: 'file', several: 'Files' } as const
  const find = (target: string, owner: string) => findDownload(deps, target, owner)
  return { prefix: filesPrefix, handle: createDownloads({ noun, find }, deps) }
}

async function findDownload(
  { store, blobs, parser }: MailDeps,
  target: string,
  owner: string,
): Promise<Download | undefined> {
  const [id = '', part = ''] = target.slice(filesPrefix.length).split('?', 1)[0]?.split('/') ?? []
  const row = isId('mail', id) && owner !== '' ? await rows.find(store, { id, owner }) : undefined
  if (!row || row.blob_id === null) return undefined
  const { blob_id: blobId } = row
  const common = { modifiedMs: Number(row.created_at), isPublic: false, etag: `"${blobId} ${part}"` }
  if (part === 'original') {
    return {
      ...common,
      size: Number(row.raw_bytes),
      type: 'message/rfc822',
      disposition: attachment(`${id}.eml`),
      pieces: (range) => blobs.pieces(blobId, range),
    }
  }
  const index = /^[1-9]\d{0,2}$/.test(part) ? Number(part) - 1 : -1
  const file = attachedIn(row)[index]
  if (!file) return undefined
  return {
    ...common,
    size: file.size_bytes,
    type: file.type,
    disposition: attachment(file.name),
    async pieces(range) {
      const bytes = await parser.attachment(owner, originalOf(blobs, row), index)
      if (!bytes) return undefined
      return inPieces(range ? bytes.subarray(range.start, range.end + 1) : bytes)
    },
  }
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const step = 64 * 1024
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step)
}

/** The original message of a row, for the parser. */
export function originalOf(blobs: MailDeps['blobs'], row: rows.SummaryRow): StoredMessage {
  return {
    bytes: Number(row.raw_bytes),
    async load() {
      const stream = row.blob_id === null ? undefined : await blobs.open(row.blob_id)
      return stream && Buffer.concat(await stream.toArray())
    },
  }
}
