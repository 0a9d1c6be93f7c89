import { createSerial } from '../../base/serial.ts'
import { keysetPages } from '../keyset.ts'
import { statement } from '../statement.ts'
import type { Reader, Store, StoreLog, Writer } from '../types.ts'
import { type CountedTable, quoted, sizeOf } from './counted.ts'
import { columnsOf, installCounters } from './install.ts'

/** How often changes are added up on PostgreSQL, and so how late a quota is enforced at most. */
const foldEveryMs = 1000
const foldRows = 20_000
const accountsPerStatement = 20

/** How many bytes of an account are in a table. */
export interface StoredPart {
  readonly table: string
  readonly bytes: number
}

/** An account whose use of a table was recorded incorrectly. */
export interface Miscount {
  readonly owner: string
  readonly table: string
  readonly recordedBytes: number
  readonly countedBytes: number
}

interface StorageOptions {
  readonly store: Store
  readonly tables: readonly CountedTable[]
  readonly quotaBytes: number
  readonly log?: StoreLog | undefined
}

/**
 * Counts the rows of these tables from now on.
 *
 * @param options `isPrepared` if the database is known to have exactly these counters
 */
export async function openStorage(options: StorageOptions & { readonly isPrepared?: boolean }): Promise<Storage> {
  const { store, tables, quotaBytes, isPrepared = false } = options
  return new Storage(options, !isPrepared && (await installCounters(store, tables, quotaBytes)))
}

const allOf =
  'select source, bytes from storage_use where owner = ? union all select source, bytes from storage_changes where owner = ?'

const useOf = statement<{ owner: string }>((sql, param) =>
  sql.raw(`select coalesce(sum(bytes), 0) as bytes from (${allOf}) as parts`, [param('owner'), param('owner')]),
)

const partsOf = statement<{ owner: string }>((sql, param) =>
  sql.raw(`select source as "table", sum(bytes) as bytes from (${allOf}) as parts group by source order by source`, [
    param('owner'),
    param('owner'),
  ]),
)

/** How many bytes an account stores. In a transaction this includes what the transaction has written. */
export async function usedBytes(reader: Reader, owner: string): Promise<number> {
  const row = await reader.get<{ bytes: number | string }>(useOf({ owner }))
  // The sum can be negative until rows that are older than the counters have been counted.
  return Math.max(0, Number(row?.bytes))
}

/** Adds changes that no other process is adding up to the sums. */
const fold = statement<{ rows: number }>((sql, param) =>
  sql.raw(
    `with gone as (
      delete from storage_changes
        where id in (select id from storage_changes order by id limit ? for update skip locked)
        returning owner, source, bytes
    )
    insert into storage_use (owner, source, bytes)
      select owner, source, sum(bytes) from gone group by owner, source order by owner, source
      on conflict (owner, source) do update set bytes = storage_use.bytes + excluded.bytes
      returning (select count(*) from gone) as count`,
    [param('rows')],
  ),
)

const correction = {
  sqlite: `insert into storage_use (owner, source, bytes) select id, ?, ? from accounts where id = ?
    on conflict (owner, source) do update set bytes = bytes + excluded.bytes`,
  postgres: 'insert into storage_changes (owner, source, bytes) select id, ?, ?::bigint from accounts where id = ?',
} as const

/** What accounts store in all counted tables. */
export class Storage {
  readonly #options: StorageOptions
  readonly #isNew: boolean
  readonly #timer: NodeJS.Timeout | undefined
  readonly #folding = createSerial()
  readonly #stopping = new AbortController()
  #background: Promise<void> = Promise.resolve()

  constructor(options: StorageOptions, isNew: boolean) {
    this.#options = options
    this.#isNew = isNew
    if (options.store.dialect !== 'postgres') return
    this.#timer = setInterval(() => this.#foldQuietly(), foldEveryMs)
    this.#timer.unref()
  }

  /** What an account stores, by table. */
  async partsOf(owner: string): Promise<StoredPart[]> {
    const rows = await this.#options.store.all<{ table: string; bytes: number | string }>(partsOf({ owner }))
    return rows.map(({ table, bytes }) => ({ table, bytes: Math.max(0, Number(bytes)) }))
  }

  /** How many bytes each of these accounts stores. */
  async usedByAll(owners: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { store } = this.#options
    const parts = (table: string) => store.sql(table).select('owner', 'bytes').whereIn('owner', owners)
    const all = parts('storage_use')
      .unionAll([parts('storage_changes')])
      .as('parts')
    const rows = await store.all<{ owner: string; bytes: number | string }>(
      store.sql.from(all).select('owner').sum({ bytes: 'bytes' }).groupBy('owner'),
    )
    return new Map(rows.map(({ owner, bytes }) => [owner, Math.max(0, Number(bytes))]))
  }

  /**
   * Adds up changes, so that they count when the next write is checked. Only PostgreSQL needs it, where it runs every second.
   */
  async fold(): Promise<void> {
    const { store } = this.#options
    if (store.dialect !== 'postgres') return
    await this.#folding.run(async () => {
      for (;;) {
        const [row] = await store.take<{ count: number | string }>(fold({ rows: foldRows }))
        if (!row || Number(row.count) < foldRows) return
      }
    })
  }

  #foldQuietly(): void {
    this.fold().catch((err: unknown) => this.#options.log?.warn({ err }, 'adding up stored bytes failed'))
  }

  /** Counts the rows of every account again, a few accounts per statement, and corrects what is recorded. */
  async *recount(signal: AbortSignal = this.#stopping.signal): AsyncGenerator<Miscount> {
    for (const counted of this.#options.tables) {
      for await (const miscount of this.#recountTable(counted, signal)) yield miscount
    }
    await this.#forgetOtherTables()
  }

  async *#recountTable(counted: CountedTable, signal: AbortSignal): AsyncGenerator<Miscount> {
    const { store } = this.#options
    const { table } = counted
    const size = sizeOf(counted, await columnsOf(store, table), store.dialect, '')
    // One statement, so that it sees the rows and the recorded sums at the same moment.
    const query = `select a.id as owner,
        (select coalesce(sum(${size}), 0) from ${quoted(table)} where ${quoted(counted.account)} = a.id) as counted,
        (select coalesce(sum(bytes), 0) from (${allOf.replaceAll('?', 'a.id')}) as parts where source = ?) as recorded
      from accounts a where a.id > ? order by a.id limit ?`
    interface Row {
      readonly owner: string
      readonly counted: number | string
      readonly recorded: number | string
    }
    const pages = keysetPages<Row>(accountsPerStatement, (last, limit) =>
      store.all(store.sql.raw(query, [table, last?.owner ?? '', limit])),
    )
    for await (const page of pages) {
      signal.throwIfAborted()
      for (const row of page) {
        const [countedBytes, recordedBytes] = [Number(row.counted), Number(row.recorded)]
        if (countedBytes === recordedBytes) continue
        await store.write((tx) => this.#correct(tx, row.owner, table, countedBytes - recordedBytes))
        yield { owner: row.owner, table, recordedBytes, countedBytes }
      }
    }
  }

  #correct(tx: Writer, owner: string, table: string, bytes: number): Promise<unknown> {
    return tx.run(tx.sql.raw(correction[tx.dialect], [table, bytes, owner]))
  }

  /** Deletes the sums of tables that no longer count or no longer exist. */
  async #forgetOtherTables(): Promise<void> {
    const { store, tables } = this.#options
    const names = tables.map(({ table }) => table)
    for (const sums of ['storage_use', 'storage_changes']) {
      await store.run(store.sql(sums).whereNotIn('source', names).delete())
    }
  }

  /** Recounts in the background if the counters are new: earlier writes may not have been counted. */
  recountIfNew(): void {
    if (!this.#isNew) return
    this.#background = this.#recountQuietly()
  }

  async #recountQuietly(): Promise<void> {
    try {
      for await (const _ of this.recount());
    } catch (err) {
      if (!this.#stopping.signal.aborted) this.#options.log?.warn({ err }, 'counting stored bytes failed')
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await this.#background
    await this.#folding.idle()
  }
}
