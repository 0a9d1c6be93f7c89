import { randomBytes } from 'node:crypto'
import { selectJsonTexts } from '../../store/dialect-sql.ts'
import { insertJsonRows, jsonRows } from '../../store/json-rows.ts'
import { Leases } from '../../store/leases.ts'
import { statement } from '../../store/statement.ts'
import type { Reader, Transaction, Writer } from '../../store/types.ts'
import type { OwnedEntry } from './entry.ts'

/** Longer than any call takes. On the machine of a dead process its entries are found at once. */
const leaseMs = 15 * 60_000
/** How many rows are read at once. */
const maxRead = 500

interface Row {
  readonly id: string
  /** A JSON array of `OwnedEntry`. */
  readonly entries: string
  readonly machine: string
  readonly pid: number | string
  readonly lease_until: number | string
}

const columns = { id: 'text', entries: 'text', machine: 'text', pid: 'bigint', lease_until: 'bigint' } as const

const insert = statement<{ rows: string }>((sql, param) =>
  insertJsonRows(
    sql,
    'call_log_pending',
    columns,
    param('rows'),
    'on conflict (id) do update set entries = excluded.entries',
  ),
)

const ofOthers = statement<{ after: string; mine: string; limit: number }>((sql, param) =>
  sql('call_log_pending')
    .where('id', '>', param('after'))
    .where('id', 'not like', param('mine'))
    .orderBy('id')
    .limit(param('limit')),
)

const present = statement<{ ids: string }>((sql, param) =>
  sql('call_log_pending')
    .whereRaw('id in (?)', [selectJsonTexts(sql, param('ids'))])
    .select('id'),
)

const remove = statement<{ ids: string }>((sql, param) =>
  sql('call_log_pending')
    .whereRaw('id in (?)', [selectJsonTexts(sql, param('ids'))])
    .delete(),
)

/** The entry of a write whose call has not ended. */
export interface PendingEntry {
  readonly entry: OwnedEntry
  /** Its row, once it is stored. */
  row?: StoredEntries
}

/** The entries of writes that were committed together, in one row. */
interface StoredEntries {
  readonly id: string
  /** Those that the row still has. */
  open: readonly PendingEntry[]
}

/** The entries of a process that has ended. */
export interface Abandoned {
  readonly id: string
  readonly entries: readonly OwnedEntry[]
}

/**
 * The entries of writes whose calls have not ended. Each is stored with its write, so that it survives the process. Writes that are
 * committed together share a row, which is deleted when all of their calls have ended.
 */
export class PendingEntries {
  readonly #leases: Leases
  /** Prefix of the ids of its rows. */
  readonly #name = randomBytes(8).toString('hex')
  #count = 0

  /** @param leases of this process; others only in tests */
  constructor(leases = new Leases({ ttlMs: leaseMs })) {
    this.#leases = leases
  }

  /** Stores an entry in the transaction of its write. */
  store(tx: Transaction, entry: OwnedEntry): PendingEntry {
    const pending: PendingEntry = { entry }
    tx.insertAtEnd(this.#insert, pending)
    return pending
  }

  /** Of several attempts the last one is committed. */
  readonly #insert = (open: readonly PendingEntry[]) => {
    const row: StoredEntries = { id: `${this.#name}.${(++this.#count).toString(36)}`, open }
    for (const each of open) each.row = row
    return insert({ rows: jsonRows(columns, [this.#rowOf(row, open)]) })
  }

  #rowOf({ id }: StoredEntries, open: readonly PendingEntry[]) {
    const { machine, pid, until } = this.#leases.grant()
    return { id, entries: JSON.stringify(open.map(({ entry }) => entry)), machine, pid, lease_until: until }
  }

  /**
   * Removes entries of calls that have ended.
   *
   * @returns what to call once the transaction is committed
   */
  async remove(tx: Writer, ended: readonly PendingEntry[]): Promise<() => void> {
    const gone = new Set(ended)
    const left = new Map<StoredEntries, readonly PendingEntry[]>()
    for (const { row } of ended) {
      if (row && !left.has(row)) {
        left.set(
          row,
          row.open.filter((each) => !gone.has(each)),
        )
      }
    }
    const rows = [...left]
    const empty = rows.filter(([, open]) => open.length === 0)
    const others = rows.filter(([, open]) => open.length > 0)
    if (empty.length > 0) await tx.run(remove({ ids: JSON.stringify(empty.map(([{ id }]) => id)) }))
    if (others.length > 0) {
      await tx.run(
        insert({
          rows: jsonRows(
            columns,
            others.map(([row, open]) => this.#rowOf(row, open)),
          ),
        }),
      )
    }
    return () => {
      for (const [row, open] of rows) row.open = open
    }
  }

  /** The rows of processes that have ended, after an id. */
  async abandoned(reader: Reader, after: string): Promise<{ rows: readonly Abandoned[]; next: string | undefined }> {
    const query = ofOthers({ after, mine: `${this.#name}.%`, limit: maxRead })
    const rows = await reader.all<Row>(query)
    const found = rows
      .filter(({ machine, pid, lease_until: until }) => !this.#leases.isHeld({ machine, pid, until }))
      .map(({ id, entries }) => ({ id, entries: JSON.parse(entries) as OwnedEntry[] }))
    return { rows: found, next: rows.length < maxRead ? undefined : rows.at(-1)?.id }
  }

  /** Removes those of these rows that no other process has removed meanwhile. @returns their entries */
  async takeAbandoned(tx: Writer, rows: readonly Abandoned[]): Promise<OwnedEntry[]> {
    const ids = JSON.stringify(rows.map(({ id }) => id))
    const left = new Set((await tx.all<{ id: string }>(present({ ids }))).map(({ id }) => id))
    await tx.run(remove({ ids }))
    return rows.filter(({ id }) => left.has(id)).flatMap(({ entries }) => entries)
  }
}
