import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ZipFile } from 'yazl'
import { type Clock, iso } from '../base/clock.ts'
import { Slices } from '../base/yield-to-event-loop.ts'
import type { Blobs } from '../blobs/blobs.ts'
import { keysetPages, packed } from '../store/keyset.ts'
import { markColumn } from '../store/marks.ts'
import { sizeOf } from '../store/quota/counted.ts'
import { columnsOf } from '../store/quota/install.ts'
import type { Store } from '../store/types.ts'
import { asBoolean } from '../store/values.ts'
import type { ArchivedTable, JoinedFile, OwnedTable } from './owned.ts'

const require = createRequire(import.meta.url)

/** Keys that are looked up at once; `installArchiveOrder` gives each table an index in their order. */
const pageKeys = 500
/** How many bytes of rows are read at once, except for a single larger row. */
const maxPageBytes = 1024 * 1024

/** The progress of an archive. */
export interface ArchiveProgress {
  readonly partsDone: number
  readonly records: number
}

/** Files of accounts that are not in a table. */
export interface ArchivedFiles {
  /** Their folder in the archive. */
  readonly folder: string
  /** The files of an account, each opened when the previous one has been read. */
  of(accountId: string, signal: AbortSignal): AsyncIterable<{ readonly name: string; readonly bytes: Readable }>
}

interface ArchiveOptions {
  readonly store: Store
  readonly clock: Clock
  readonly tables: readonly OwnedTable[]
  readonly blobs: Pick<Blobs, 'open'>
}

/** A table in archives. */
export interface InArchive extends OwnedTable {
  readonly archive: ArchivedTable
}

/** The tables that are in archives. */
export function archivedTables(tables: readonly OwnedTable[]): InArchive[] {
  return tables.filter((owned): owned is InArchive => !('leftOut' in owned.archive))
}

/** The archive of the registered tables. */
export function createArchive(options: ArchiveOptions) {
  const tables = archivedTables(options.tables)
  const withBytes = tables.filter(({ archive }) => archive.bytes)
  const joined = tables.filter(({ archive }) => archive.joined)
  const files: ArchivedFiles[] = []
  return {
    /** How many parts each archive has. */
    get parts(): number {
      return tables.length + withBytes.length + joined.length + files.length
    },
    /** Adds these files to every archive from now on. */
    include: (more: ArchivedFiles) => void files.push(more),
    /**
     * A zip with one JSON file per table, each an array of records, and the account's files as files. It is created in pages
     * while it is read, so that its size does not matter; changes made meanwhile may be in it or not. Emits `error`
     * if the database or the store of the files fails.
     *
     * @param onProgress called after every page
     */
    of(accountId: string, onProgress: (progress: ArchiveProgress) => void = () => {}): Readable {
      // Loaded with the first archive: most servers create none.
      const yazl = require('yazl') as typeof import('yazl')
      const zip = new yazl.ZipFile()
      const output = zip.outputStream as Readable
      const gone = new AbortController()
      output.once('close', () => gone.abort())
      const fail = (failure: Error) => output.destroy(failure)
      zip.on('error', (failure) => fail(failure as Error))
      const store = options.store.readingAs(accountId)
      new ArchiveWriter({ ...options, store, tables, withBytes, files }, accountId, zip, onProgress)
        .write(gone.signal)
        .catch(fail)
      return output
    },
  }
}

/** Everything that an account owns, for download. */
export type Archive = ReturnType<typeof createArchive>

type Row = Record<string, unknown>

interface Key {
  readonly key: string | number
  readonly bytes: number | string
}

interface WriterOptions extends ArchiveOptions {
  readonly tables: readonly InArchive[]
  readonly withBytes: readonly InArchive[]
  readonly files: readonly ArchivedFiles[]
}

/** Writes the archive of one account. */
class ArchiveWriter {
  readonly #options: WriterOptions
  readonly #accountId: string
  readonly #zip: ZipFile
  readonly #onProgress: (progress: ArchiveProgress) => void
  readonly #slices = new Slices()
  #partsDone = 0
  #records = 0

  constructor(
    options: WriterOptions,
    accountId: string,
    zip: ZipFile,
    onProgress: (progress: ArchiveProgress) => void,
  ) {
    this.#options = options
    this.#accountId = accountId
    this.#zip = zip
    this.#onProgress = onProgress
  }

  /** @param gone aborts when the reader has disconnected */
  async write(gone: AbortSignal): Promise<void> {
    const { tables, withBytes, files, clock } = this.#options
    const mtime = new Date(clock.now())
    for (const owned of tables) {
      // Opened one after the other, each when the previous one has been read.
      this.#zip.addReadStreamLazy(`${owned.archive.file}.json`, { mtime }, (begin) => {
        begin(null, Readable.from(this.#json(owned), { objectMode: false }))
      })
    }
    for (const owned of tables) {
      const { joined } = owned.archive
      if (!joined) continue
      this.#zip.addReadStreamLazy(joined.name, { mtime }, (begin) => {
        begin(null, Readable.from(this.#joined(owned, joined, gone), { objectMode: false }))
      })
    }
    for (const owned of withBytes) {
      await this.#addFiles(owned, mtime, gone)
      this.#partDone()
    }
    for (const each of files) {
      await this.#addOthers(each, mtime, gone)
      this.#partDone()
    }
    this.#zip.end()
  }

  #partDone(): void {
    this.#partsDone += 1
    this.#onProgress({ partsDone: this.#partsDone, records: this.#records })
  }

  /** Adds the files of a table, each when the previous one has been read. One that was deleted meanwhile is left out. */
  async #addFiles(owned: InArchive, mtime: Date, gone: AbortSignal): Promise<void> {
    const { key, bytes: files } = owned.archive
    if (!files) return
    for await (const page of this.#pages(owned)) {
      for (const row of page) {
        gone.throwIfAborted()
        const range = files.only === undefined ? undefined : { start: 0, end: Number(row[files.only]) - 1 }
        const bytes = await this.#options.blobs.open(String(row[files.blob]), range, gone)
        if (!bytes) continue
        const read = finished(bytes)
        this.#zip.addReadStream(bytes, `${files.folder}/${row[key]}/${row[files.name]}`, { mtime, compress: false })
        await read
      }
    }
  }

  async #addOthers({ folder, of }: ArchivedFiles, mtime: Date, gone: AbortSignal): Promise<void> {
    for await (const { name, bytes } of of(this.#accountId, gone)) {
      gone.throwIfAborted()
      const read = finished(bytes)
      this.#zip.addReadStream(bytes, `${folder}/${name}`, { mtime })
      await read
    }
  }

  async *#json(owned: InArchive): AsyncGenerator<Buffer> {
    const { account, archive } = owned
    let separator = '['
    for await (const page of this.#pages(owned)) {
      for (const row of page) {
        if (this.#slices.isOver) await this.#slices.next()
        yield Buffer.from(`${separator}\n${JSON.stringify(recordOf(row, account, archive))}`)
        separator = ','
      }
      this.#records += page.length
      this.#onProgress({ partsDone: this.#partsDone, records: this.#records })
    }
    yield Buffer.from(separator === '[' ? '[]\n' : '\n]\n')
    this.#partDone()
  }

  async *#joined(owned: InArchive, { blob, pieceOf }: JoinedFile, gone: AbortSignal): AsyncGenerator<Uint8Array> {
    for await (const page of this.#pages(owned)) {
      for (const row of page) {
        const id = row[blob]
        const bytes = typeof id === 'string' ? await this.#options.blobs.open(id, undefined, gone) : undefined
        yield await pieceOf(row as never, bytes)
        if (this.#slices.isOver) await this.#slices.next()
      }
    }
    this.#partDone()
  }

  /** The rows in the order of their keys, in batches within the bound on memory. */
  async *#pages({ table, account, archive: { key } }: InArchive): AsyncGenerator<Row[]> {
    const { store } = this.#options
    const counted = { table, account, counting: 'kept' } as const
    const size = sizeOf(counted, await columnsOf(store, table), store.dialect, '')
    const keys = keysetPages<Key>(pageKeys, (last, limit) => {
      const query = store
        .sql(table)
        .select({ key })
        .select(store.sql.raw(`${size} as bytes`))
      if (last !== undefined) query.where(key, '>', last.key)
      return store.all(query.where(account, this.#accountId).orderBy(key).limit(limit))
    })
    const bytesOf = ({ bytes }: Key) => Number(bytes)
    for await (const some of keys) {
      for (const page of packed(some, { most: pageKeys, mostBytes: maxPageBytes, bytesOf })) {
        yield await store.all<Row>(this.#rowsOf(table, account, key, page))
      }
    }
  }

  #rowsOf(table: string, account: string, key: string, page: readonly Key[]) {
    const { sql } = this.#options.store
    const query = sql(table).select('*').orderBy(key)
    query.whereIn(
      key,
      page.map((each) => each.key),
    )
    return query.where(account, this.#accountId)
  }
}

/** A row for people to read: times as text, without empty columns and without the owner, who is always the same. */
function recordOf(row: Record<string, unknown>, account: string, form: ArchivedTable): Record<string, unknown> {
  const { without = [], booleans = [], json = [] } = form
  const record: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row)) {
    if (value === null || without.includes(name) || (name === account && name !== 'id')) continue
    if (name === markColumn && !asBoolean(value)) continue
    if (booleans.includes(name) || name === markColumn) record[name] = asBoolean(value)
    else if (json.includes(name)) record[name] = JSON.parse(value as string)
    else if (name.endsWith('_at')) record[name] = iso(value as number)
    else record[name] = value
  }
  return record
}
