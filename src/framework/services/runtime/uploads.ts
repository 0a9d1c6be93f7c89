import { chmod, mkdir, open, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Clock } from '#runtime/base/clock.ts'
import { isId, newId } from '#runtime/base/ids.ts'
import type { Store, Writer } from '#runtime/store/types.ts'
import { RpcError } from '../../kernel/rpc-errors.ts'
import { runtimeBounds } from './bounds.ts'
import { type ArchiveEntry, ArchiveError, readTar, tooLarge } from './tar.ts'

const UPLOAD = 'runtime.source.upload'
/** How many unused uploads of a namespace are kept: the newest. */
const unusedKept = 5
const partBytes = 512 * 1024

const unzip = promisify(gunzip)

/** Code that services are run from. */
export interface Sources {
  /**
   * Stores an upload: a tar archive, gzipped or not, or a single file.
   *
   * @param fileName of a single file
   * @returns its id
   * @throws RpcError 400 for an archive that would leave its folder or contains anything but files, 413
   */
  add(namespace: string, fileName: string, pieces: AsyncIterable<Uint8Array>): Promise<string>
  /** Whether the namespace has an upload of this id. */
  has(namespace: string, id: string): Promise<boolean>
  /** The bytes as they were uploaded, in pieces. */
  read(namespace: string, id: string): AsyncIterable<Uint8Array>
  /** Replaces the content of a folder with its files. @throws RpcError 404 for a deleted upload */
  unpack(namespace: string, id: string | undefined, folder: string): Promise<void>
}

export function createSources({ store, clock }: { store: Store; clock: Clock }): Sources {
  async function rowOf(namespace: string, id: string) {
    if (!isId('source', id)) return undefined
    return await store.get<{ file_name: string | null; size: number | string }>(
      store.sql('runtime_sources').select('file_name', 'size').where({ namespace, id }),
    )
  }

  async function* read(id: string): AsyncGenerator<Uint8Array> {
    for (let position = 0; ; position++) {
      const query = store.sql('runtime_source_parts').select('bytes').where({ source_id: id, position })
      const part = await store.get<{ bytes: Buffer }>(query)
      if (!part) return
      yield part.bytes
    }
  }

  return {
    async add(namespace, fileName, pieces) {
      const bytes = await whole(pieces)
      const archive = isGzip(bytes) || isTar(bytes)
      const name = archive ? null : checkFileName(fileName)
      if (archive) await archived(bytes)
      const id = newId('source')
      await store.write(async (tx) => {
        const row = { id, namespace, file_name: name, size: bytes.length, created_at: clock.now() }
        await tx.run(tx.sql('runtime_sources').insert(row))
        for (let position = 0; position * partBytes < bytes.length; position++) {
          const part = bytes.subarray(position * partBytes, (position + 1) * partBytes)
          await tx.run(tx.sql('runtime_source_parts').insert({ source_id: id, position, bytes: part }))
        }
        await forgetUnused(tx, namespace)
      })
      return id
    },
    has: async (namespace, id) => (await rowOf(namespace, id)) !== undefined,
    async *read(namespace, id) {
      if (await rowOf(namespace, id)) yield* read(id)
    },
    async unpack(namespace, id, folder) {
      const draft = `${folder}.new`
      await rm(draft, { recursive: true, force: true })
      await mkdir(draft, { recursive: true, mode: 0o700 })
      if (id !== undefined) {
        const row = await rowOf(namespace, id)
        if (!row)
          throw new RpcError('not_found', 'runtime.create', `The upload ${id} no longer exists: upload the code again.`)
        const bytes = await whole(read(id))
        if (row.file_name === null) await writeEntries(draft, await archived(bytes))
        else await writeEntries(draft, [{ kind: 'file', path: row.file_name, isExecutable: true, bytes }])
      }
      await rm(folder, { recursive: true, force: true })
      await rename(draft, folder)
    },
  }
}

/** @throws RpcError 413 */
async function whole(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let total = 0
  for await (const piece of pieces) {
    total += piece.length
    if (total > runtimeBounds.sourceBytes)
      throw new RpcError('too_large', UPLOAD, `An upload may have at most ${runtimeBounds.sourceBytes} bytes.`)
    parts.push(piece)
  }
  if (total === 0)
    throw new RpcError('invalid_argument', UPLOAD, 'The upload is empty: send an archive or a file as data.')
  return Buffer.concat(parts)
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

function isTar(bytes: Buffer): boolean {
  return bytes.length >= 512 && bytes.subarray(257, 262).toString('latin1') === 'ustar'
}

async function archived(bytes: Buffer): Promise<ArchiveEntry[]> {
  try {
    // A tar archive has a block for each entry in addition to the files.
    const maxOutputLength = runtimeBounds.unpackedBytes + runtimeBounds.sourceEntries * 1536
    const tar = isGzip(bytes) ? await unzip(bytes, { maxOutputLength }).catch(notUnzipped) : bytes
    return await readTar(tar)
  } catch (failure) {
    if (failure instanceof ArchiveError) throw new RpcError('invalid_argument', UPLOAD, failure.message)
    throw failure
  }
}

function notUnzipped(failure: NodeJS.ErrnoException): never {
  if (failure.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
  throw new ArchiveError('The gzipped archive is damaged.')
}

/** @throws RpcError 400 */
function checkFileName(name: string): string {
  if (/^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/.test(name)) return name
  throw new RpcError(
    'invalid_argument',
    UPLOAD,
    'The upload is not a tar archive. To upload a single file, name it as service.source (server.js) in the first message.',
  )
}

/** The entries are checked: everything written stays in the folder, which nothing else writes to. */
async function writeEntries(folder: string, entries: readonly ArchiveEntry[]): Promise<void> {
  for (const entry of entries) {
    const path = join(folder, entry.path)
    await mkdir(entry.kind === 'directory' ? path : dirname(path), { recursive: true, mode: 0o700 })
    if (entry.kind === 'link') await symlink(entry.target, path)
    if (entry.kind !== 'file') continue
    const file = await open(path, 'wx', 0o600)
    await file.writeFile(entry.bytes).finally(() => file.close())
    if (entry.isExecutable) await chmod(path, 0o700)
  }
}

async function forgetUnused(tx: Writer, namespace: string): Promise<void> {
  const used = tx.sql('runtime_services').select('source').where({ namespace }).whereNotNull('source')
  const unused = await tx.all<{ id: string }>(
    tx
      .sql('runtime_sources')
      .select('id')
      .where({ namespace })
      .whereNotIn('id', used)
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ]),
  )
  const old = unused.slice(unusedKept).map(({ id }) => id)
  if (old.length > 0) await tx.run(tx.sql('runtime_sources').whereIn('id', old).delete())
}
