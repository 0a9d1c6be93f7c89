import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { syncFolder } from '../base/sync.ts'
import type { ByteStore } from '../blobs/types.ts'
import { Digester } from '../store/carry/compare.ts'
import type { Cell, Snapshot, TableShape } from '../store/carry/types.ts'
import type { KeptApart } from './apart.ts'
import {
  apartEntryBytes,
  BackupError,
  blobEntry,
  Chain,
  type End,
  endEntry,
  formatVersion,
  type Manifest,
  manifestEntry,
  rowsEntryBytes,
} from './format.ts'

/** What a backup is made of. */
export interface BackupSource {
  readonly snapshot: Snapshot
  /** Files of the data directory that are kept too, where they exist. */
  readonly keyFiles: readonly string[]
  /** @param instanceSecret what names the place of the bytes; undefined for an instance that has never stored any */
  openBytes(instanceSecret: string | undefined): Promise<ByteStore | undefined>
  /** What else belongs to rows. */
  readonly apart: readonly KeptApart[]
  readonly version: string
  readonly now: number
}

/** What was kept. */
export interface BackupSummary extends Omit<End, 'sha256'> {
  readonly manifest: Manifest
}

/**
 * Writes a backup beside the file and gives it its name once it is whole and on the disk, readable by its owner alone.
 *
 * @throws BackupError when the file exists, or what reading and writing throws; then there is no file of that name
 */
export async function createBackup(file: string, source: BackupSource): Promise<BackupSummary> {
  if (await stat(file).catch(() => undefined)) {
    throw new BackupError(`${file} exists already: name a file that does not, or delete it first.`)
  }
  const draft = join(dirname(file), `.${basename(file)}.partial-${randomBytes(6).toString('hex')}`)
  try {
    const archive = pack()
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
    const written = pipeline(archive, compress, createWriteStream(draft, { flags: 'wx', mode: 0o600 }))
    const filled = fill(archive, source)
    const [end] = await Promise.allSettled([written, filled])
    const summary = await filled.catch((error: unknown) => {
      // What ends the archive ends its filling, too: then the disk, say, is the reason.
      throw error instanceof ArchiveEnded && end.status === 'rejected' ? end.reason : error
    })
    const handle = await open(draft, 'r+')
    await handle.sync().finally(() => handle.close())
    await rename(draft, file)
    await syncFolder(dirname(file))
    return summary
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!/^E[A-Z]+$/.test(code ?? '')) throw error
    throw new BackupError(`${file} cannot be written: ${message}`, { cause: error })
  } finally {
    await rm(draft, { force: true })
  }
}

class ArchiveEnded extends Error {}

async function fill(archive: Pack, source: BackupSource): Promise<BackupSummary> {
  try {
    const summary = await new BackupWriter(archive, source).write()
    archive.finalize()
    return summary
  } catch (error) {
    if (archive.destroying) throw new ArchiveEnded('The archive ended', { cause: error })
    archive.destroy(error as Error)
    throw error
  }
}

class BackupWriter {
  readonly #archive: Pack
  readonly #source: BackupSource
  readonly #chain = new Chain()
  readonly #blobs = { count: 0, bytes: 0, missing: 0, damaged: 0 }
  readonly #apart = { count: 0, bytes: 0, missing: 0 }
  #instanceSecret: string | undefined

  constructor(archive: Pack, source: BackupSource) {
    this.#archive = archive
    this.#source = source
  }

  async write(): Promise<BackupSummary> {
    const { snapshot, version, now, keyFiles } = this.#source
    const { migrations, tables, sequences, dialect } = snapshot
    const manifest: Manifest = {
      format: 'onedoor-backup',
      version: formatVersion,
      onedoor: version,
      created: new Date(now).toISOString(),
      database: dialect,
      migrations: [...migrations],
      tables: tables.map(({ name, columns, key }) => ({ name, columns: [...columns], key: [...key] })),
    }
    await this.#add(manifestEntry, asJson(manifest))
    const digests: End['tables'] = {}
    for (const table of tables) digests[table.name] = await this.#addRows(table)
    for (const file of keyFiles) await this.#addKey(file)
    await this.#addBlobs()
    for (const kept of this.#source.apart) await this.#addApart(kept)
    const end = { tables: digests, sequences, blobs: this.#blobs, apart: this.#apart }
    await this.#append(endEntry, asJson({ ...end, sha256: this.#chain.digest() }))
    return { manifest, ...end }
  }

  async #addRows(table: TableShape) {
    const digester = new Digester(table)
    let lines: string[] = []
    let length = 0
    let part = 0
    const flush = async (): Promise<void> => {
      if (lines.length === 0) return
      const entry = `tables/${table.name}/${String(part).padStart(9, '0')}.jsonl`
      await this.#add(entry, Buffer.from(`${lines.join('\n')}\n`))
      lines = []
      length = 0
      part += 1
    }
    for await (const batch of this.#source.snapshot.rows(table)) {
      for (const row of batch) {
        const line = digester.add(row)
        lines.push(line)
        length += line.length
        if (length >= rowsEntryBytes) await flush()
      }
      if (table.name === 'server_secrets') this.#instanceSecret ??= blobSecretIn(table, batch)
    }
    await flush()
    return digester.digest()
  }

  async #addKey(file: string): Promise<void> {
    const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (bytes) await this.#add(`keys/${basename(file)}`, bytes)
  }

  async #addBlobs(): Promise<void> {
    const table = this.#source.snapshot.tables.find(({ name }) => name === 'blobs')
    const bytes = table && (await this.#source.openBytes(this.#instanceSecret))
    if (!bytes) return
    try {
      for await (const batch of this.#source.snapshot.rows(table)) {
        for (const row of batch) {
          const blob = storedBlobOf(table, row)
          if (blob) await this.#addBlob(bytes, blob)
        }
      }
    } finally {
      bytes.close()
    }
  }

  /** One that was deleted since the snapshot is left out: its record will say that there are no bytes. */
  async #addBlob(store: ByteStore, { id, sha256 }: { id: string; sha256: string }): Promise<void> {
    const entry = `blobs/${id}`
    if (!blobEntry.test(entry)) throw new BackupError(`The database names bytes by "${id}", which is not an id.`)
    const size = await store.size(id)
    const source = size === undefined ? undefined : await store.open(id)
    if (size === undefined || !source) {
      this.#blobs.missing += 1
      return
    }
    this.#chain.begin(entry, size)
    const hash = createHash('sha256')
    const sink = this.#archive.entry({ name: entry, size, mode: 0o600, mtime: new Date(this.#source.now) })
    const chain = this.#chain
    await pipeline(
      source,
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          chain.update(piece)
          hash.update(piece)
          yield piece
        }
      },
      sink,
    )
    this.#blobs.count += 1
    this.#blobs.bytes += size
    if (hash.digest('hex') !== sha256) this.#blobs.damaged += 1
  }

  async #addApart(kept: KeptApart): Promise<void> {
    const table = this.#source.snapshot.tables.find(({ name }) => name === kept.table)
    if (!table) return
    for await (const batch of this.#source.snapshot.rows(table)) {
      for (const row of batch) {
        const key = kept.keyOf(Object.fromEntries(table.columns.map(({ name }, index) => [name, row[index]])))
        if (key !== undefined) await this.#addContent(kept, key)
      }
    }
  }

  /** What cannot be had from the beginning is counted as missing; what breaks off later cannot be taken back. */
  async #addContent(kept: KeptApart, key: string): Promise<void> {
    const source = await kept.open(key).catch(() => null)
    if (source === null) this.#apart.missing += 1
    if (!source) return
    let part = 0
    let pieces: Buffer[] = []
    let length = 0
    const flush = async (): Promise<void> => {
      await this.#add(`apart/${kept.table}/${key}/${String(part).padStart(9, '0')}`, Buffer.concat(pieces))
      this.#apart.bytes += length
      pieces = []
      length = 0
      part += 1
    }
    try {
      for await (const piece of source as AsyncIterable<Buffer>) {
        pieces.push(piece)
        length += piece.length
        if (length >= apartEntryBytes) await flush()
      }
    } catch (cause) {
      if (part > 0) throw new BackupError(`What ${kept.table} keeps as ${key} could not be read to its end.`, { cause })
      this.#apart.missing += 1
      return
    }
    if (length > 0) await flush()
    this.#apart.count += 1
  }

  async #add(entry: string, bytes: Buffer): Promise<void> {
    this.#chain.begin(entry, bytes.length)
    this.#chain.update(bytes)
    await this.#append(entry, bytes)
  }

  async #append(entry: string, bytes: Buffer): Promise<void> {
    const header = { name: entry, size: bytes.length, mode: 0o600, mtime: new Date(this.#source.now) }
    // Through the stream of the entry, which waits until the archive is read: given at once, bytes would pile up in it.
    await new Promise<void>((resolve, reject) => {
      const sink = this.#archive.entry(header, (error) => (error ? reject(error) : resolve()))
      sink.on('error', reject)
      sink.end(bytes)
    })
  }
}

function asJson(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}

/** The secret that names the place of the bytes. */
export function blobSecretIn(table: TableShape, rows: readonly (readonly Cell[])[]): string | undefined {
  const [name, value] = ['name', 'value'].map((column) => indexOf(table, column)) as [number, number]
  const row = rows.find((cells) => cells[name] === 'blobs')
  return row && String(row[value])
}

/** The blob of a row that is kept, undefined for one that is being written or deleted. */
function storedBlobOf(table: TableShape, row: readonly Cell[]): { id: string; sha256: string } | undefined {
  const cell = (column: string) => row[indexOf(table, column)]
  if (cell('state') !== 'stored' || cell('owner') === null) return undefined
  return { id: String(cell('id')), sha256: String(cell('sha256')) }
}

function indexOf(table: TableShape, column: string): number {
  return table.columns.findIndex(({ name }) => name === column)
}
