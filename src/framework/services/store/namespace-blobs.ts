import type { Clock } from '#runtime/base/clock.ts'
import { newId } from '#runtime/base/ids.ts'
import { statement } from '#runtime/store/statement.ts'
import { isUniqueViolation } from '#runtime/store/store-errors.ts'
import type { Store, StoreLog } from '#runtime/store/types.ts'
import { asBoolean } from '#runtime/store/values.ts'
import { conflict, notFound, RpcError, tooLarge } from '../../kernel/rpc-errors.ts'
import {
  ANSWER_MAX_BYTES,
  BLOB_MAX_BYTES,
  bufferOf,
  checkContentType,
  keyBytes,
  NAMES_MAX,
  partOfKey,
} from './bounds.ts'
import { afterAll } from './records.ts'
import type { Space } from './space.ts'
import type { BlobAbout, BlobContent } from './types.ts'

/** Stored and sent in pieces of this size. */
export const CHUNK_BYTES = 256 * 1024
/** An upload that receives nothing for this long is discarded. */
export const UPLOAD_IDLE_MS = 15 * 60_000

const FINISH_ATTEMPTS = 10
const WRITE = 'store.blobstore.write'

interface Row {
  id: string
  content_type: string
  is_public: boolean | number
  size: number
}

const chunk = statement<{ id: string; position: number }>((sql, param) =>
  sql('blob_chunks')
    .select('bytes')
    .where({ blob_id: param('id'), position: param('position') }),
)

const addChunk = statement<{ id: string; position: number; bytes: Buffer }>((sql, param) =>
  sql('blob_chunks').insert({ blob_id: param('id'), position: param('position'), bytes: param('bytes') }),
)

interface BlobsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly space: Space
  readonly log?: StoreLog | undefined
}

/** Large contents by key, in one namespace each. */
export class Blobs {
  readonly #options: BlobsOptions

  constructor(options: BlobsOptions) {
    this.#options = options
  }

  /** @throws RpcError 404 */
  async read(namespace: string, key: string): Promise<BlobContent> {
    const id = 'store.blobstore.read'
    const query = this.#options.store.sql('store_blobs').where({ namespace, key: keyBytes(key, id) })
    const row = await this.#options.store.get<Row>(query)
    if (!row) throw noBlob(id, namespace, key)
    const { id: blobId, content_type: contentType, is_public, size } = row
    return { contentType, isPublic: asBoolean(is_public), size, pieces: this.#pieces(blobId, size) }
  }

  /**
   * Replaces the blob of that key once `content` has ended; if it fails or is too large, the former blob is untouched.
   *
   * @throws RpcError 400, 413, and the errors of `content`
   */
  async write(
    namespace: string,
    { key, contentType, isPublic }: BlobAbout,
    content: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const keyAsBytes = keyBytes(key, WRITE)
    checkContentType(contentType, WRITE)
    const id = newId('blob')
    const about = { content_type: contentType, is_public: isPublic }
    const row = { id, namespace, key: null, ...about, size: 0, updated_at: this.#options.clock.now() }
    await this.#options.store.run(this.#options.store.sql('store_blobs').insert(row))
    try {
      let position = 0
      for await (const bytes of evenPieces(content)) await this.#append(namespace, id, position++, bytes)
      await this.#finish(namespace, id, keyAsBytes)
    } catch (failure) {
      // The remains are purged later: the caller must get the original failure.
      await this.#discard(id).catch((error: unknown) =>
        this.#options.log?.warn({ err: error }, 'blob upload not discarded'),
      )
      throw failure
    }
  }

  /** @throws RpcError 404 */
  async delete(namespace: string, key: string): Promise<void> {
    const id = 'store.blobstore.delete'
    const blob = this.#options.store.sql('store_blobs').where({ namespace, key: keyBytes(key, id) })
    const removed = await this.#options.store.write((tx) => this.#options.space.remove(tx, blob))
    if (removed === 0) throw noBlob(id, namespace, key)
  }

  /** Keys that begin with the prefix, by bytes. @throws RpcError 413 when there are too many for one response */
  async list(namespace: string, prefix: string): Promise<string[]> {
    const id = 'store.blobstore.list'
    const start = partOfKey(prefix, id, 'options.prefix')
    const query = this.#options.store.sql('store_blobs').select('key').where({ namespace }).whereNotNull('key')
    if (start.length > 0) query.where('key', '>=', start).where('key', '<', afterAll(start))
    const rows = await this.#options.store.all<{ key: Buffer }>(query.orderBy('key').limit(NAMES_MAX + 1))
    const bytes = rows.reduce((sum, { key }) => sum + key.length, 0)
    if (rows.length > NAMES_MAX || bytes > ANSWER_MAX_BYTES) {
      const bounds = `${NAMES_MAX} keys and ${ANSWER_MAX_BYTES} bytes`
      throw tooLarge(id, `A response can contain at most ${bounds}. Narrow the list with options.prefix.`)
    }
    return rows.map(({ key }) => key.toString())
  }

  /** Removes uploads of dead processes. Resolves with how many. */
  async purge(): Promise<number> {
    const before = this.#options.clock.now() - UPLOAD_IDLE_MS
    const left = this.#options.store.sql('store_blobs').select('id').whereNull('key').where('updated_at', '<=', before)
    const rows = await this.#options.store.all<{ id: string }>(left)
    for (const { id } of rows) await this.#discard(id)
    return rows.length
  }

  async *#pieces(id: string, size: number): AsyncGenerator<Uint8Array> {
    for (let position = 0, sent = 0; sent < size; position++) {
      const row = await this.#options.store.get<{ bytes: Buffer }>(chunk({ id, position }))
      if (!row) throw conflict('store.blobstore.read', 'The blob was replaced or deleted while it was being read.')
      sent += row.bytes.length
      yield row.bytes
    }
  }

  async #append(namespace: string, id: string, position: number, bytes: Buffer): Promise<void> {
    await this.#options.space.spend(namespace, WRITE, async (tx, take) => {
      const size = tx.sql.raw('size + ?', [bytes.length])
      const upload = tx.sql('store_blobs').where({ id }).update({ size, updated_at: this.#options.clock.now() })
      if ((await tx.run(upload)).changes === 0) throw gone()
      await take(bytes.length)
      await tx.run(addChunk({ id, position, bytes }))
    })
  }

  /** Replaces the former blob atomically: readers see one or the other, complete. */
  async #finish(namespace: string, id: string, key: Buffer): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#takePlace(namespace, id, key)
      } catch (failure) {
        // PostgreSQL: another upload of the key has ended since this transaction began, so now there is one to replace.
        if (!isUniqueViolation(failure) || attempt === FINISH_ATTEMPTS) throw failure
      }
    }
  }

  async #takePlace(namespace: string, id: string, key: Buffer): Promise<void> {
    await this.#options.store.write(async (tx) => {
      await this.#options.space.remove(tx, tx.sql('store_blobs').where({ namespace, key }))
      const upload = tx.sql('store_blobs').where({ id }).update({ key, updated_at: this.#options.clock.now() })
      if ((await tx.run(upload)).changes === 0) throw gone()
    })
  }

  async #discard(id: string): Promise<void> {
    await this.#options.store.write((tx) =>
      this.#options.space.remove(tx, tx.sql('store_blobs').where({ id }).whereNull('key')),
    )
  }
}

/** The same bytes in pieces of CHUNK_BYTES, the last one shorter. @throws RpcError 413 as soon as there are too many */
async function* evenPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let heldBytes = 0
  let size = 0
  for await (const piece of content) {
    size += piece.length
    if (size > BLOB_MAX_BYTES) {
      throw tooLarge(WRITE, `The blob is larger than ${BLOB_MAX_BYTES} bytes. Nothing was stored.`)
    }
    held.push(bufferOf(piece))
    heldBytes += piece.length
    if (heldBytes < CHUNK_BYTES) continue
    const all = Buffer.concat(held)
    let at = 0
    for (; all.length - at >= CHUNK_BYTES; at += CHUNK_BYTES) yield all.subarray(at, at + CHUNK_BYTES)
    held = [all.subarray(at)]
    heldBytes = all.length - at
  }
  if (heldBytes > 0) yield Buffer.concat(held)
}

function gone(): RpcError {
  const minutes = UPLOAD_IDLE_MS / 60_000
  return new RpcError(
    'request_timeout',
    WRITE,
    `The upload was abandoned because no data arrived for ${minutes} minutes. Send it again.`,
  )
}

function noBlob(id: string, namespace: string, key: string): RpcError {
  return notFound(id, `not found: namespace ${namespace} has no blob ${JSON.stringify(key)}.`)
}
