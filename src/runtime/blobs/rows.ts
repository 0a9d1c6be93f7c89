import type { Lease } from '../store/leases.ts'
import { statement } from '../store/statement.ts'
import type { Reader, Writer } from '../store/types.ts'

/** A blob and its account, which may be deleted. */
export interface OwnedRow {
  readonly id: string
  readonly owner: string | null
}

/** A row whose bytes may be unused. */
export interface UnsettledRow extends OwnedRow {
  readonly state: 'writing' | 'stored' | 'doomed'
  readonly machine: string | null
  readonly pid: number | string | null
  readonly lease_until: number | string | null
}

type NewRow = { id: string; owner: string; bytes: number; machine: string; pid: number; until: number; now: number }

const insertRow = statement<NewRow>((sql, param) =>
  sql('blobs').insert({
    id: param('id'),
    owner: param('owner'),
    state: 'writing',
    bytes: param('bytes'),
    machine: param('machine'),
    pid: param('pid'),
    lease_until: param('until'),
    created_at: param('now'),
  }),
)

/** Records that a process is about to write bytes under this id. */
export function insertWriting(
  tx: Writer,
  row: { readonly id: string; readonly owner: string; readonly bytes: number; readonly now: number },
  { machine, pid, until }: Lease,
): Promise<unknown> {
  return tx.run(insertRow({ ...row, machine, pid, until }))
}

export const writingRow = statement<{ id: string }>((sql, param) =>
  sql('blobs')
    .select('id', 'owner')
    .where({ id: param('id'), state: 'writing' }),
)

export const setStored = statement<{ id: string; bytes: number; sha256: string }>((sql, param) =>
  sql('blobs')
    .where({ id: param('id'), state: 'writing' })
    .update({
      state: 'stored',
      bytes: param('bytes'),
      sha256: param('sha256'),
      machine: null,
      pid: null,
      lease_until: null,
    }),
)

/** Changes a state only from the given one, so that only one of two processes does it. */
export const setDoomed = statement<{ id: string; from: string }>((sql, param) =>
  sql('blobs')
    .where({ id: param('id'), state: param('from') })
    .update({ state: 'doomed' }),
)

export const storedRow = statement<{ id: string; owner: string }>((sql, param) =>
  sql('blobs')
    .select('id', 'owner')
    .where({ id: param('id'), owner: param('owner'), state: 'stored' }),
)

export const renewLease = statement<{ id: string; until: number }>((sql, param) =>
  sql('blobs')
    .where({ id: param('id'), state: 'writing' })
    .update({ lease_until: param('until') }),
)

export const unsettledAfter = statement<{ id: string; size: number }>((sql, param) =>
  sql('blobs')
    .select('id', 'owner', 'state', 'machine', 'pid', 'lease_until')
    .whereRaw("(state <> 'stored' or owner is null)")
    .where('id', '>', param('id'))
    .orderBy('id')
    .limit(param('size') as never),
)

/** The rows of these ids, with what is needed to decide whether their bytes are in use. */
export function rowsOf(reader: Reader, ids: readonly string[]): Promise<UnsettledRow[]> {
  return reader.all(
    reader
      .sql('blobs')
      .select('id', 'owner', 'state', 'machine', 'pid', 'lease_until')
      .whereIn('id', [...ids]),
  )
}

/** Deletes rows after their bytes. */
export function forget(tx: Writer, ids: readonly string[]): Promise<unknown> {
  return tx.run(
    tx
      .sql('blobs')
      .whereIn('id', [...ids])
      .where((row) => row.where({ state: 'doomed' }).orWhereNull('owner'))
      .delete(),
  )
}

/** A blob whose record exists. */
export interface StoredRow {
  readonly id: string
  readonly owner: string
  readonly bytes: number | string
  readonly sha256: string
}

export const storedAfter = statement<{ id: string; size: number }>((sql, param) =>
  sql('blobs')
    .select('id', 'owner', 'bytes', 'sha256')
    .where({ state: 'stored' })
    .whereNotNull('owner')
    .where('id', '>', param('id'))
    .orderBy('id')
    .limit(param('size') as never),
)
