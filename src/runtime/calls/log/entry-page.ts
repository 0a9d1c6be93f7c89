import { jsonMember } from '../../store/dialect-sql.ts'
import type { Reader } from '../../store/types.ts'
import { type CallerKind, type Entry, type Link, linkOf, type Row } from './entry.ts'

/** Which entries of an account are read. */
export interface EntryFilter {
  /** Only entries before this one. */
  readonly before?: number | undefined
  readonly limit: number
  readonly requestId?: string | undefined
  /** The id of an operation. */
  readonly operation?: string | undefined
  /** All operations of a family. */
  readonly family?: string | undefined
  /** Whether the call succeeded. */
  readonly isOk?: boolean | undefined
  /** Epoch milliseconds, included. */
  readonly from?: number | undefined
  /** Epoch milliseconds, excluded. */
  readonly to?: number | undefined
  readonly caller?: CallerKind | undefined
  /** The id of a token, session or grant. */
  readonly credential?: string | undefined
}

/** An entry, with what is recorded of its call. */
export type LoggedEntry = Entry & Omit<Link, 'entry' | 'owner'>

export interface EntryPage {
  /** Newest first. */
  readonly entries: readonly LoggedEntry[]
  /** Whether older ones follow. */
  readonly hasMore: boolean
}

/** Entries of an account, newest first. */
export async function pageOf(reader: Reader, owner: string, filter: EntryFilter): Promise<EntryPage> {
  const query = reader
    .sql('call_log')
    .where({ owner })
    .orderBy('sequence', 'desc')
    .limit(filter.limit + 1)
  const { before, requestId, operation, family, isOk, from, to, caller, credential } = filter
  if (before !== undefined) query.where('sequence', '<', before)
  if (requestId !== undefined) query.where({ request_id: requestId })
  const member = (name: keyof Entry) => jsonMember(reader.sql, 'entry', name)
  if (operation !== undefined) query.whereRaw(`${member('operation')} = ?`, [operation])
  // Names of families have no characters that a pattern would interpret.
  if (family !== undefined) query.whereRaw(`${member('operation')} like ?`, [`${family}.%`])
  if (isOk !== undefined) query.whereRaw(`${member('code')} is ${isOk ? '' : 'not '}null`)
  if (from !== undefined) query.where('at', '>=', from)
  if (to !== undefined) query.where('at', '<', to)
  if (caller !== undefined) query.whereRaw(`${member('caller')} = ?`, [caller])
  if (credential !== undefined) query.whereRaw(`${member('credential')} = ?`, [credential])
  const rows = await reader.all<Row>(query)
  return { entries: rows.slice(0, filter.limit).map(entryOf), hasMore: rows.length > filter.limit }
}

function entryOf(row: Row): LoggedEntry {
  const { entry, sequence, at, request_id, hash } = linkOf(row)
  return { ...(JSON.parse(entry) as Entry), sequence, at, request_id, hash }
}
