import { runtimeBounds } from './bounds.ts'

/** One thing in an archive that is safe to write below a folder. */
export type ArchiveEntry =
  | { readonly kind: 'directory'; readonly path: string }
  | { readonly kind: 'file'; readonly path: string; readonly isExecutable: boolean; readonly bytes: Buffer }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }

/** An archive that is not taken. The message is a sentence that names the entry. */
export class ArchiveError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ArchiveError'
  }
}

const BLOCK = 512

/**
 * Reads a tar archive (ustar, with the long names of pax and GNU) and checks that nothing in it leaves the folder it is
 * unpacked to: no absolute paths, no `..`, no link that leads out, nothing below a link, no devices.
 *
 * @throws ArchiveError
 */
export function readTar(archive: Buffer): ArchiveEntry[] {
  const check = createCheck()
  const entries: ArchiveEntry[] = []
  let longer: { path?: string | undefined; link?: string | undefined } = {}
  for (let offset = 0; offset + BLOCK <= archive.length; ) {
    const header = archive.subarray(offset, offset + BLOCK)
    offset += BLOCK
    if (header.every((byte) => byte === 0)) break
    checkSum(header)
    const size = numberAt(header, 124, 12)
    if (offset + size > archive.length) throw new ArchiveError('The archive ends in the middle of a file.')
    const content = archive.subarray(offset, offset + size)
    offset += Math.ceil(size / BLOCK) * BLOCK
    const type = String.fromCharCode(header[156] ?? 0)
    if (type === 'x') longer = { ...longer, ...paxNames(content) }
    else if (type === 'L') longer = { ...longer, path: textAt(content, 0, content.length) }
    else if (type === 'K') longer = { ...longer, link: textAt(content, 0, content.length) }
    else if (type !== 'g') {
      const names = { path: longer.path ?? nameIn(header), link: longer.link ?? textAt(header, 157, 100) }
      longer = {}
      const isExecutable = (numberAt(header, 100, 8) & 0o111) !== 0
      const entry = check({ type, ...names, isExecutable, content })
      if (entry) entries.push(entry)
    }
  }
  if (entries.length === 0) throw new ArchiveError('It is no tar archive, or one without files.')
  return entries
}

function createCheck() {
  const taken = new Map<string, ArchiveEntry['kind']>()
  let total = 0
  return (raw: { type: string; path: string; link: string; isExecutable: boolean; content: Buffer }) => {
    const path = safePath(raw.path)
    if (path === '.') return undefined
    if (taken.size >= runtimeBounds.sourceEntries)
      throw new ArchiveError(`The archive holds more than ${runtimeBounds.sourceEntries} entries.`)
    total += raw.content.length
    if (total > runtimeBounds.unpackedBytes) throw tooLarge()
    for (let parent = parentOf(path); parent !== '.'; parent = parentOf(parent)) {
      const kind = taken.get(parent)
      if (kind !== undefined && kind !== 'directory')
        throw new ArchiveError(`${shown(path)} lies below ${shown(parent)}, which is no folder.`)
      taken.set(parent, 'directory')
    }
    const entry = entryOf(raw, path)
    const before = taken.get(path)
    if (before !== undefined && (before !== 'directory' || entry.kind !== 'directory'))
      throw new ArchiveError(`${shown(path)} is in the archive twice.`)
    taken.set(path, entry.kind)
    return entry
  }
}

function entryOf(
  { type, link, isExecutable, content }: { type: string; link: string; isExecutable: boolean; content: Buffer },
  path: string,
): ArchiveEntry {
  switch (type) {
    case '0':
    case '\0':
    case '7':
      return { kind: 'file', path, isExecutable, bytes: content }
    case '5':
      return { kind: 'directory', path }
    case '2':
      return { kind: 'link', path, target: safeTarget(path, link) }
    default:
      throw new ArchiveError(`${shown(path)} is neither a file, a folder nor a symbolic link: leave it out.`)
  }
}

/** The refusal of an archive that unpacks to too much. */
export function tooLarge(): ArchiveError {
  return new ArchiveError(`The archive unpacks to more than ${runtimeBounds.unpackedBytes} bytes.`)
}

function safePath(path: string): string {
  if (path.length > runtimeBounds.pathLength) throw new ArchiveError(`The path ${shown(path)} is too long.`)
  if (/[\0\\]/.test(path) || path.startsWith('/')) throw new ArchiveError(`The path ${shown(path)} is not relative.`)
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..')) throw new ArchiveError(`The path ${shown(path)} leads out of the archive.`)
  return parts.join('/') || '.'
}

/**
 * The target of a link, if it stays inside. Nothing lies below a link, so the folder of one is where its path says; `..`
 * is allowed at the beginning alone, where it means that folder's own parents: after a name it could go up from wherever
 * another link leads.
 */
function safeTarget(path: string, target: string): string {
  const out = new ArchiveError(`The link ${shown(path)} leads to ${shown(target)}, which may be out of the archive.`)
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

function nameIn(header: Buffer): string {
  const name = textAt(header, 0, 100)
  const isUstar = header.subarray(257, 262).toString('latin1') === 'ustar'
  // GNU's older form keeps other things where ustar has the beginning of long names.
  const prefix = isUstar && header[263] === 0x30 ? textAt(header, 345, 155) : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

function textAt(bytes: Buffer, start: number, length: number): string {
  const field = bytes.subarray(start, start + length)
  const end = field.indexOf(0)
  return field.subarray(0, end === -1 ? field.length : end).toString('utf8')
}

function numberAt(bytes: Buffer, start: number, length: number): number {
  const text = bytes
    .subarray(start, start + length)
    .toString('latin1')
    .replace(/[\0 ]+/g, '')
  if (!/^[0-7]*$/.test(text)) throw new ArchiveError('It is no tar archive, or a damaged one.')
  return Number.parseInt(text || '0', 8)
}

/** Every header carries the sum of its bytes, its own field counted as spaces. */
function checkSum(header: Buffer): void {
  let sum = 0
  for (let index = 0; index < BLOCK; index++) sum += index >= 148 && index < 156 ? 0x20 : (header[index] ?? 0)
  if (numberAt(header, 148, 8) !== sum) throw new ArchiveError('It is no tar archive, or a damaged one.')
}

/** `LENGTH KEY=VALUE\n` records; the length counts the whole record. */
function paxNames(content: Buffer): { path?: string; link?: string } {
  const names: { path?: string; link?: string } = {}
  for (let offset = 0; offset < content.length; ) {
    const space = content.indexOf(0x20, offset)
    const length = space === -1 ? Number.NaN : Number(content.subarray(offset, space).toString('latin1'))
    if (!Number.isInteger(length) || length <= space - offset || offset + length > content.length)
      throw new ArchiveError('The archive has a damaged pax header.')
    const record = content.subarray(space + 1, offset + length - 1).toString('utf8')
    const equals = record.indexOf('=')
    const key = record.slice(0, equals)
    if (key === 'path') names.path = record.slice(equals + 1)
    if (key === 'linkpath') names.link = record.slice(equals + 1)
    if (key === 'size') throw new ArchiveError('The archive holds a file of several gigabytes.')
    offset += length
  }
  return names
}

function shown(path: string): string {
  return JSON.stringify(path.length > 100 ? `${path.slice(0, 100)}…` : path)
}
