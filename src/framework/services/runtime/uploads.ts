import { chmod, mkdir, open, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import type { Clock } from '#runtime/base/clock.ts'
import { isId, newId } from '#runtime/base/ids.ts'
import type { Store, Writer } from '#runtime/store/types.ts'
import { quote } from '../../../runtime/base/text/quote.ts'
import { invalid, notFound, tooLarge } from '../../kernel/rpc-errors.ts'
import { runtimeBounds } from './bounds.ts'

const UPLOAD = 'runtime.source.upload'
/** How many unused uploads of a namespace are kept: the newest. */
const unusedKept = 5
const partBytes = 512 * 1024

const unzip = promisify(gunzip)

export type Sources = ReturnType<typeof createSources>

/** Code that services are run from. */
export function createSources({ store, clock }: { store: Store; clock: Clock }) {
  async function rowOf(namespace: string, id: string) {
    if (!isId('source', id)) return undefined
    return await store.get<{ file_name: string | null; size: number | string }>(
      store.sql('runtime_sources').select('file_name', 'size').where({ namespace, id }),
    )
  }

  return {
    /**
     * Stores an upload: a tar archive, gzipped or not, or a single file.
     *
     * @param fileName of a single file
     * @returns its id
     * @throws RpcError 400 for an archive that would leave its folder or contains anything but files, 413
     */
    async add(namespace: string, fileName: string, pieces: AsyncIterable<Uint8Array>): Promise<string> {
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
    /** Whether the namespace has an upload of this id. */
    has: async (namespace: string, id: string) => (await rowOf(namespace, id)) !== undefined,
    /** The bytes as they were uploaded, in pieces. */
    async *read(namespace: string, id: string): AsyncGenerator<Uint8Array> {
      if (await rowOf(namespace, id)) yield* partsOf(store, id)
    },
    /** Replaces the content of a folder with its files. @throws RpcError 404 for a deleted upload */
    async unpack(namespace: string, id: string | undefined, folder: string): Promise<void> {
      const draft = `${folder}.new`
      await rm(draft, { recursive: true, force: true })
      await mkdir(draft, { recursive: true, mode: 0o700 })
      if (id !== undefined) {
        const row = await rowOf(namespace, id)
        if (!row) throw notFound('runtime.create', `The upload ${id} no longer exists. Upload the code again.`)
        const bytes = await whole(partsOf(store, id))
        if (row.file_name === null) await writeEntries(draft, await archived(bytes))
        else await writeEntries(draft, [{ kind: 'file', path: row.file_name, isExecutable: true, bytes }])
      }
      await rm(folder, { recursive: true, force: true })
      await rename(draft, folder)
    },
  }
}

async function* partsOf(store: Store, id: string): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position++) {
    const query = store.sql('runtime_source_parts').select('bytes').where({ source_id: id, position })
    const part = await store.get<{ bytes: Buffer }>(query)
    if (!part) return
    yield part.bytes
  }
}

/** @throws RpcError 413 */
async function whole(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let total = 0
  for await (const piece of pieces) {
    total += piece.length
    if (total > runtimeBounds.sourceBytes)
      throw tooLarge(UPLOAD, `An upload can be at most ${runtimeBounds.sourceBytes} bytes.`)
    parts.push(piece)
  }
  if (total === 0) throw invalid(UPLOAD, 'The upload is empty. Send an archive or a file as data.')
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
    if (failure instanceof ArchiveError) throw invalid(UPLOAD, failure.message)
    throw failure
  }
}

function notUnzipped(failure: NodeJS.ErrnoException): never {
  if (failure.code === 'ERR_BUFFER_TOO_LARGE') throw unpacksTooLarge()
  throw new ArchiveError('The gzipped archive is damaged.')
}

/** @throws RpcError 400 */
function checkFileName(name: string): string {
  if (/^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/.test(name)) return name
  throw invalid(
    UPLOAD,
    'The upload is not a tar archive. To upload a single file, set service.source to the file name, such as server.js, in the first message.',
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

/** An entry of an archive that is safe to write below a folder. */
export type ArchiveEntry =
  | { readonly kind: 'directory'; readonly path: string }
  | { readonly kind: 'file'; readonly path: string; readonly isExecutable: boolean; readonly bytes: Buffer }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }

/** The archive is rejected. The message is a sentence that names the entry. */
export class ArchiveError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ArchiveError'
  }
}

/** Accepts archives from before ustar too; the package's types do not declare the option. */
const anyFormat = { allowUnknownFormat: true } as Parameters<typeof extract>[0]

/**
 * Reads a tar archive (ustar, with the long names of pax and GNU) and checks that nothing in it leaves the folder it is
 * unpacked to: no absolute paths, no `..`, no link that leads out, nothing below a link, no devices.
 *
 * @throws ArchiveError
 */
export async function readTar(archive: Buffer): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = []
  const checks = new ArchiveChecks()
  const reader = extract(anyFormat)
  reader.end(archive)
  try {
    for await (const entry of reader) {
      const checked = checks.check(entry.header)
      const bytes = await contentOf(entry)
      if (checked) entries.push(checked.kind === 'file' ? { ...checked, bytes } : checked)
    }
  } catch (failure) {
    throw failure instanceof ArchiveError ? failure : unreadable(failure as Error)
  }
  if (entries.length === 0) throw new ArchiveError('This is not a tar archive, or it has no files.')
  return entries
}

/** A folder's size is its capacity, not how much follows. */
async function contentOf(entry: AsyncIterable<unknown> & { readonly header: Header }): Promise<Buffer> {
  if (entry.header.type === 'directory') return Buffer.alloc(0)
  const pieces: Buffer[] = []
  for await (const piece of entry) pieces.push(piece as Buffer)
  return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)
}

function unreadable(cause: Error): ArchiveError {
  return cause.message === 'Unexpected end of data'
    ? new ArchiveError('The archive ends in the middle of a file.')
    : new ArchiveError('This is not a tar archive, or it is damaged.')
}

type CheckedEntry = Exclude<ArchiveEntry, { kind: 'file' }> | Omit<ArchiveEntry & { kind: 'file' }, 'bytes'>

/** What an entry may be depends on those before it. */
class ArchiveChecks {
  readonly #kinds = new Map<string, ArchiveEntry['kind']>()
  #bytes = 0

  /**
   * @returns what the header describes; undefined for the archive's own folder
   * @throws ArchiveError
   */
  check(header: Header): CheckedEntry | undefined {
    const path = safePath(header.name)
    if (path === '.') return undefined
    if (this.#kinds.size >= runtimeBounds.sourceEntries)
      throw new ArchiveError(`The archive contains more than ${runtimeBounds.sourceEntries} entries.`)
    if (isSizedByPax(header))
      throw new ArchiveError('The archive contains a file of several gigabytes, which is too large.')
    this.#bytes += header.size
    if (this.#bytes > runtimeBounds.unpackedBytes) throw unpacksTooLarge()
    this.#takeParents(path)
    const entry = checkedEntry(header, path)
    const before = this.#kinds.get(path)
    if (before !== undefined && (before !== 'directory' || entry.kind !== 'directory'))
      throw new ArchiveError(`${quote(path, 100)} is in the archive twice.`)
    this.#kinds.set(path, entry.kind)
    return entry
  }

  #takeParents(path: string): void {
    for (let parent = parentOf(path); parent !== '.'; parent = parentOf(parent)) {
      const kind = this.#kinds.get(parent)
      if (kind !== undefined && kind !== 'directory')
        throw new ArchiveError(`${quote(path, 100)} lies below ${quote(parent, 100)}, which is not a folder.`)
      this.#kinds.set(parent, 'directory')
    }
  }
}

function isSizedByPax({ pax }: Header): boolean {
  return typeof pax === 'object' && pax !== null && 'size' in pax
}

function checkedEntry({ type, mode, linkname }: Header, path: string): CheckedEntry {
  switch (type) {
    case 'file':
    case 'contiguous-file':
      return { kind: 'file', path, isExecutable: (mode & 0o111) !== 0 }
    case 'directory':
      return { kind: 'directory', path }
    case 'symlink':
      return { kind: 'link', path, target: safeTarget(path, linkname ?? '') }
    default:
      throw new ArchiveError(`${quote(path, 100)} is not a file, a folder or a symbolic link. Remove it.`)
  }
}

/** The error for an archive that is too large when unpacked. */
function unpacksTooLarge(): ArchiveError {
  return new ArchiveError(`The archive unpacks to more than ${runtimeBounds.unpackedBytes} bytes.`)
}

function safePath(path: string): string {
  if (path.length > runtimeBounds.pathLength) throw new ArchiveError(`The path ${quote(path, 100)} is too long.`)
  if (/[\0\\]/.test(path) || path.startsWith('/'))
    throw new ArchiveError(`The path ${quote(path, 100)} is not relative.`)
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..')) throw new ArchiveError(`The path ${quote(path, 100)} leads outside the archive.`)
  return parts.join('/') || '.'
}

/**
 * The target of a link, if it stays inside. Nothing lies below a link, so the folder of one is where its path says; `..`
 * is allowed only at the beginning, where it means that folder's own parents: after a name it could go up from wherever
 * another link leads.
 */
function safeTarget(path: string, target: string): string {
  const out = new ArchiveError(
    `The link ${quote(path, 100)} leads to ${quote(target, 100)}, which may be outside the archive.`,
  )
  if (target === '' || target.length > runtimeBounds.pathLength || /[\0\\]/.test(target) || target.startsWith('/'))
    throw out
  const parts = target.split('/').filter((part) => part !== '' && part !== '.')
  const ups = parts.findIndex((part) => part !== '..')
  const leading = ups === -1 ? parts.length : ups
  if (parts.slice(leading).includes('..') || leading > path.split('/').length - 1) throw out
  return target
}

function parentOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash === -1 ? '.' : path.slice(0, slash)
}
