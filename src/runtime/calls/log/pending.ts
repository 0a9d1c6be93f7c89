import { insertJsonRows, jsonRows } from '../../store/json-rows.ts'
import { Leases } from '../../store/leases.ts'
import { statement } from '../../store/statement.ts'
import type { Reader, Transaction } from '../../store/types.ts'
import type { OwnedEntry } from './entry.ts'
import type { Abandoned } from './log-chain.ts'

/** Longer than any call takes. On the machine of a dead process its entries are found at once. */
const leaseMs = 15 * 60_000
/** How many abandoned entries are read at once. */
const maxRead = 500

interface PendingRow extends Omit<OwnedEntry, 'at'> {
  readonly id: string
  readonly at: number | string
  readonly machine: string
  readonly pid: number | string
  readonly lease_until: number | string
}

const columns = {
  id: 'text',
  owner: 'text',
  at: 'bigint',
  request_id: 'text',
  entry: 'text',
  machine: 'text',
  pid: 'bigint',
  lease_until: 'bigint',
} as const

type NewRow = OwnedEntry & {
  readonly id: string
  readonly machine: string
  readonly pid: number
  readonly lease_until: number
}

const insertRows = statement<{ rows: string }>((sql, param) =>
  insertJsonRows(sql, 'call_log_pending', columns, param('rows')),
)
const insert = (rows: readonly NewRow[]) => insertRows({ rows: jsonRows(columns, rows) })

const ofOwner = statement<{ owner: string; limit: number }>((sql, param) =>
  sql('call_log_pending')
    .where({ owner: param('owner') })
    .orderBy('id')
    .limit(param('limit')),
)

const oldest = statement<{ after: string; limit: number }>((sql, param) =>
  sql('call_log_pending').where('id', '>', param('after')).orderBy('id').limit(param('limit')),
)

/** The entries of writes whose calls have not ended. Each is stored with its write, so that it survives the process. */
export class PendingEntries {
  readonly #leases: Leases

  /** @param leases of this process; others only in tests */
  constructor(leases = new Leases({ ttlMs: leaseMs })) {
    this.#leases = leases
  }

  /** Stores an entry in the transaction of its write. */
  store(tx: Transaction, id: string, entry: OwnedEntry): void {
    const { machine, pid, until } = this.#leases.grant()
    tx.insertAtEnd(insert, { ...entry, machine, pid, lease_until: until, id })
  }

  /** The entries of calls that have ended with their process: of one account, or of all after an id. */
  async abandoned(reader: Reader, of: { owner: string } | { after: string }): Promise<AbandonedEntries> {
    const query = 'owner' in of ? ofOwner({ ...of, limit: maxRead }) : oldest({ ...of, limit: maxRead })
    const rows = await reader.all<PendingRow>(query)
    return { entries: rows.filter((row) => !this.#isHeld(row)).map(abandonedOf), next: nextOf(rows) }
  }

  #isHeld({ machine, pid, lease_until }: PendingRow): boolean {
    return this.#leases.isHeld({ machine, pid, until: lease_until })
  }
}

interface AbandonedEntries {
  readonly entries: readonly Abandoned[]
  /** The id after which to continue; undefined at the end. */
  readonly next: string | undefined
}

function abandonedOf({ id, owner, at, request_id, entry }: PendingRow): Abandoned {
  const owned = { owner, at: Number(at), request_id, entry }
  return { owner, entry: () => owned, pendingId: id }
}

function nextOf(rows: readonly PendingRow[]): string | undefined {
  return rows.length < maxRead ? undefined : rows.at(-1)?.id
}
