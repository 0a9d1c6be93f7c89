import { extract, type Header } from 'tar-stream'
import { quote } from '../../../runtime/base/text/quote.ts'
import { runtimeBounds } from './bounds.ts'

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
    if (isSizedByPax(header)) throw new ArchiveError('The archive contains a file of several gigabytes.')
    this.#bytes += header.size
    if (this.#bytes > runtimeBounds.unpackedBytes) throw tooLarge()
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
      throw new ArchiveError(`${quote(path, 100)} is not a file, a folder or a symbolic link: remove it.`)
  }
}

/** The error for an archive that is too large when unpacked. */
export function tooLarge(): ArchiveError {
  return new ArchiveError(`The archive unpacks to more than ${runtimeBounds.unpackedBytes} bytes.`)
}

function safePath(path: string): string {
  if (path.length > runtimeBounds.pathLength) throw new ArchiveError(`The path ${quote(path, 100)} is too long.`)
  if (/[\0\\]/.test(path) || path.startsWith('/'))
    throw new ArchiveError(`The path ${quote(path, 100)} is not relative.`)
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..')) throw new ArchiveError(`The path ${quote(path, 100)} leads out of the archive.`)
  return parts.join('/') || '.'
}

/**
 * The target of a link, if it stays inside. Nothing lies below a link, so the folder of one is where its path says; `..`
 * is allowed only at the beginning, where it means that folder's own parents: after a name it could go up from wherever
 * another link leads.
 */
function safeTarget(path: string, target: string): string {
  const out = new ArchiveError(
    `The link ${quote(path, 100)} leads to ${quote(target, 100)}, which may be out of the archive.`,
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
