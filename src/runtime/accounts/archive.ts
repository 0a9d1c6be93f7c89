import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { type Clock, iso } from '../base/clock.ts'
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
   * A zip with one JSON file per table, each an array of records. It is read while it is sent, a page at a time, so that its
   * size does not matter; changes made meanwhile may be in it or not. Emits `error` when the database fails.
   */
  of(accountId: string): Readable
}

interface ArchiveOptions {
  readonly store: Store
  readonly clock: Clock
  readonly tables: readonly OwnedTable[]
}

/** The archive of the registered tables. */
export function createArchive({ store, clock, tables }: ArchiveOptions): Archive {
  async function* keys(accountId: string, { table, account }: OwnedTable, { key }: ArchivedTable) {
    let last: string | number | undefined
    for (;;) {
      const query = store.sql(table).select(key).where(account, accountId).orderBy(key).limit(pageKeys)
      if (last !== undefined) query.where(key, '>', last)
      const found = (await store.all<Record<string, string | number>>(query)).map((row) => row[key] as string | number)
      for (let from = 0; from < found.length; from += pageRows) yield found.slice(from, from + pageRows)
      if (found.length < pageKeys) return
      last = found.at(-1)
    }
  }

  async function* records(accountId: string, owned: OwnedTable, form: ArchivedTable) {
    const { table, account } = owned
    for await (const some of keys(accountId, owned, form)) {
      const query = store.sql(table).select('*').whereIn(form.key, some).orderBy(form.key)
      // The id is enough to find the row: this comparison keeps the database from using an index on the account instead.
      if (form.key === 'id') query.whereRaw("?? || '' = ?", [account, accountId])
      else query.where(account, accountId)
      for (const row of await store.all<Record<string, unknown>>(query)) yield recordOf(row, account, form)
    }
  }

  async function* json(accountId: string, owned: OwnedTable, form: ArchivedTable) {
    let separator = '['
    for await (const record of records(accountId, owned, form)) {
      yield Buffer.from(`${separator}\n${JSON.stringify(record)}`)
      separator = ','
    }
    yield Buffer.from(separator === '[' ? '[]\n' : '\n]\n')
  }

  return {
    of(accountId) {
      const zip = new ZipFile()
      const output = zip.outputStream as Readable
      zip.on('error', (failure) => output.destroy(failure as Error))
      for (const owned of tables) {
        const { archive } = owned
        if ('leftOut' in archive) continue
        // Opened one after the other, each when the one before has been read.
        zip.addReadStreamLazy(`${archive.file}.json`, { mtime: new Date(clock.now()) }, (begin) => {
          begin(null, Readable.from(json(accountId, owned, archive), { objectMode: false }))
        })
      }
      zip.end()
      return output
    },
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
