import type { Knex } from 'knex'
import { joinJsonEntries, jsonMember } from '../../store/dialect-sql.ts'
import type { Reader } from '../../store/types.ts'
import type { Door } from '../incoming.ts'
import { type CallerKind, type LoggedEntry, maxBlockEntries } from './entry.ts'

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
  readonly door?: Door | undefined
  /** The id of a token, session or grant. */
  readonly credential?: string | undefined
  /** The id of an agent, event or app. */
  readonly actor?: string | undefined
  /** The id of a run of the agent. */
  readonly run?: string | undefined
  /** The id of an approval. */
  readonly approval?: string | undefined
  /** As it is recorded. */
  readonly object?: string | undefined
}

/** An entry with the hash of its block. */
export interface FoundEntry extends LoggedEntry {
  readonly hash: string
}

export interface EntryPage {
  /** Newest first. */
  readonly entries: readonly FoundEntry[]
  /** Whether older ones follow. */
  readonly hasMore: boolean
}

/** The entries of a row as a JSON array, also of one from before there were blocks. */
const entriesOfRow = `case when entry like '[%' then entry else
  '[{"number":' || sequence || ',"at":' || at || ',"request_id":"' || request_id || '",' || substr(entry, 2) || ']' end`

/** Entries of an account, newest first. */
export async function pageOf(reader: Reader, owner: string, filter: EntryFilter): Promise<EntryPage> {
  const { sql } = reader
  const items = joinJsonEntries(sql, 'call_log', entriesOfRow)
  const query = sql
    .from(sql.raw(items.from))
    .where({ owner })
    .orderByRaw(`sequence desc, ${items.place} desc`)
    .limit(filter.limit + 1)
    .select('hash', sql.raw(`cast(${items.entry} as text) as entry`))
  narrow(query, filter, {
    text: (name) => jsonMember(sql, items.entry, name),
    number: (name) => `cast(${jsonMember(sql, items.entry, name)} as bigint)`,
  })
  const rows = await reader.all<{ entry: string; hash: string }>(query)
  const entries = rows
    .slice(0, filter.limit)
    .map(({ entry, hash }) => ({ ...(JSON.parse(entry) as LoggedEntry), hash }))
  return { entries, hasMore: rows.length > filter.limit }
}

/** Expressions of members of an entry. */
interface Members {
  text(name: keyof LoggedEntry): string
  number(name: keyof LoggedEntry): string
}

function narrow(query: Knex.QueryBuilder, filter: EntryFilter, { text, number }: Members): void {
  const { before, requestId, operation, family, isOk, from, to, caller, door, credential } = filter
  const { actor, run, approval, object } = filter
  const is = (name: keyof LoggedEntry, value: string | undefined) => {
    if (value !== undefined) query.whereRaw(`${text(name)} = ?`, [value])
  }
  // Without looking into blocks that do not contain the id.
  const isId = (name: keyof LoggedEntry, id: string | undefined) => {
    if (id !== undefined) query.whereRaw('entry like ?', [`%${id}%`])
    is(name, id)
  }
  if (before !== undefined) {
    query.where('sequence', '<', before + maxBlockEntries).whereRaw(`${number('number')} < ?`, [before])
  }
  // Without looking into blocks that do not contain the id.
  if (requestId !== undefined) query.whereRaw('(request_id = ? or entry like ?)', [requestId, `%${requestId}%`])
  is('request_id', requestId)
  is('operation', operation)
  // Names of families have no characters that a pattern would interpret.
  if (family !== undefined) query.whereRaw(`${text('operation')} like ?`, [`${family}.%`])
  if (isOk !== undefined) query.whereRaw(`${text('code')} is ${isOk ? '' : 'not '}null`)
  if (from !== undefined) query.where('at', '>=', from).whereRaw(`${number('at')} >= ?`, [from])
  if (to !== undefined) query.whereRaw(`${number('at')} < ?`, [to])
  is('caller', caller)
  is('door', door)
  is('credential', credential)
  isId('actor', actor)
  isId('run', run)
  isId('approval', approval)
  is('object', object)
}
