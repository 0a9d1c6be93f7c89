import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { type Clock, iso } from '../base/clock.ts'
import type { Blobs } from '../blobs/blobs.ts'
import type { Store } from '../store/types.ts'
import { asBoolean } from '../store/values.ts'
import type { ArchivedTable, OwnedTable } from './owned.ts'

const pageRows = 500
/**
 * The keys have no index of their own in this order, so each query for the next ones scans all keys of the account: many at
 * once, or an account with a million rows would take hours.
 */
const pageKeys = 20_000

/** Everything that an account owns, for download. */
export interface Archive {
  /**
   * A zip with one JSON file per table, each an array of records, and the account's files as files. It is read while it is
   * sent, a page at a time, so that its size does not matter; changes made meanwhile may be in it or not. Emits `error`
   * when the database or the store of the files fails.
   */
  of(accountId: string): Readable
}

interface ArchiveOptions {
  readonly store: Store
  readonly clock: Clock
  readonly tables: readonly OwnedTable[]
  readonly blobs: Pick<Blobs, 'open'>
}

/** The archive of the registered tables. */
export function createArchive(options: ArchiveOptions): Archive {
  return {
    of(accountId) {
      const zip = new ZipFile()
      const output = zip.outputStream as Readable
      const gone = new AbortController()
      output.once('close', () => gone.abort())
      const fail = (failure: Error) => output.destroy(failure)
      zip.on('error', (failure) => fail(failure as Error))
      new ArchiveWriter(options, accountId, zip).write(gone.signal).catch(fail)
      return output
    },
  }
}

type Row = Record<string, unknown>

/** Writes the archive of one account. */
class ArchiveWriter {
  readonly #options: ArchiveOptions
  readonly #accountId: string
  readonly #zip: ZipFile

  constructor(options: ArchiveOptions, accountId: string, zip: ZipFile) {
    this.#options = options
    this.#accountId = accountId
    this.#zip = zip
  }

  /** @param gone aborts when nobody reads any more */
  async write(gone: AbortSignal): Promise<void> {
    const { tables, clock } = this.#options
    const mtime = new Date(clock.now())
    for (const owned of tables) {
      const { archive } = owned
      if ('leftOut' in archive) continue
      // Opened one after the other, each when the one before has been read.
      this.#zip.addReadStreamLazy(`${archive.file}.json`, { mtime }, (begin) => {
        begin(null, Readable.from(this.#json(owned, archive), { objectMode: false }))
      })
    }
    for (const owned of tables) await this.#addFiles(owned, mtime, gone)
    this.#zip.end()
  }

  /** Adds the files of a table, each when the one before has been read. One that was deleted meanwhile is left out. */
  async #addFiles(owned: OwnedTable, mtime: Date, gone: AbortSignal): Promise<void> {
    const { archive } = owned
    if ('leftOut' in archive || !archive.bytes) return
    const { folder, blob, name } = archive.bytes
    for await (const row of this.#rows(owned, archive)) {
      gone.throwIfAborted()
      const bytes = await this.#options.blobs.open(String(row[blob]), undefined, gone)
      if (!bytes) continue
      const read = finished(bytes)
      this.#zip.addReadStream(bytes, `${folder}/${row[archive.key]}/${row[name]}`, { mtime, compress: false })
      await read
    }
  }

  async *#json(owned: OwnedTable, form: ArchivedTable) {
    let separator = '['
    for await (const row of this.#rows(owned, form)) {
      yield Buffer.from(`${separator}\n${JSON.stringify(recordOf(row, owned.account, form))}`)
      separator = ','
    }
    yield Buffer.from(separator === '[' ? '[]\n' : '\n]\n')
  }

  async *#rows(owned: OwnedTable, form: ArchivedTable): AsyncGenerator<Row> {
    const { table, account } = owned
    const { store } = this.#options
    for await (const some of this.#keys(owned, form)) {
      const query = store.sql(table).select('*').whereIn(form.key, some).orderBy(form.key)
      // The id is enough to find the row: this comparison keeps the database from using an index on the account instead.
      if (form.key === 'id') query.whereRaw("?? || '' = ?", [account, this.#accountId])
      else query.where(account, this.#accountId)
      yield* await store.all<Row>(query)
    }
  }

  async *#keys({ table, account }: OwnedTable, { key }: ArchivedTable) {
    const { store } = this.#options
    let last: string | number | undefined
    for (;;) {
      const query = store.sql(table).select(key).where(account, this.#accountId).orderBy(key).limit(pageKeys)
      if (last !== undefined) query.where(key, '>', last)
      const found = (await store.all<Record<string, string | number>>(query)).map((row) => row[key] as string | number)
      for (let from = 0; from < found.length; from += pageRows) yield found.slice(from, from + pageRows)
      if (found.length < pageKeys) return
      last = found.at(-1)
    }
  }
}

/** A row for people to read: times as text, without empty columns and without the owner, who is the same everywhere. */
function recordOf(row: Record<string, unknown>, account: string, form: ArchivedTable): Record<string, unknown> {
  const { without = [], booleans = [], json = [] } = form
  const record: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row)) {
    if (value === null || without.includes(name) || (name === account && name !== 'id')) continue
    if (booleans.includes(name)) record[name] = asBoolean(value)
    else if (json.includes(name)) record[name] = JSON.parse(value as string)
    else if (name.endsWith('_at')) record[name] = iso(value as number)
    else record[name] = value
  }
  return record
}
