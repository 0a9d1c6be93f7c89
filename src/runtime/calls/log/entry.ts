import { hash } from 'node:crypto'
import type { Actor } from '../../approvals/types.ts'
import type { Door } from '../incoming.ts'
import type { UndoCall } from './undo.ts'

/**
 * What made a call for an account: a person in a browser, a token, a program that signed in, an MCP client, the agent, work or a
 * reminder that runs it, a hosted app, an administrator who sees the pages of the account.
 */
export type CallerKind = 'session' | 'program' | 'administrator' | Actor['kind']

/** What is recorded of a call. Members without a value are absent. It is stored as the JSON text that is hashed. */
export interface Entry {
  readonly operation: string
  /** The value of the argument that names the object acted on, if the operation has one. */
  readonly object?: string | undefined
  /** Keyed hash of the arguments in base64url; absent if they were never read, or contained a large file. */
  readonly digest?: string | undefined
  readonly caller: CallerKind
  readonly door?: Door | undefined
  /** The name of the agent, app or administrator. */
  readonly name?: string | undefined
  /** The id of the agent, event, app or administrator. */
  readonly actor?: string | undefined
  /** The id of the token, session, grant or impersonation. */
  readonly credential?: string | undefined
  /** The run of the agent that the call belongs to. */
  readonly run?: string | undefined
  /** The approval that the call used or waits for. */
  readonly approval?: string | undefined
  /** The code of the error, `cancelled`, or `unfinished` if the process ended during the call; absent for success. */
  readonly code?: string | undefined
  /** An earlier call with the same Idempotency-Key had already returned this result. */
  readonly is_replay?: true | undefined
  /** What takes the call back. */
  readonly undo?: UndoCall | undefined
  /** The price that was charged, in micro-credits; absent for 0. */
  readonly micro_credits?: number | undefined
  readonly duration_us?: number | undefined
}

/** An entry of an account that is in no block yet. */
export interface OwnedEntry {
  readonly owner: string
  /** When the call ended, in epoch milliseconds. */
  readonly at: number
  readonly request_id: string
  /** An `Entry` as JSON. */
  readonly entry: string
}

/** An entry at its place in the log of its account. */
export interface LoggedEntry extends Entry {
  /** Counts the entries of an account from 1. */
  readonly number: number
  readonly at: number
  readonly request_id: string
}

/** Consecutive entries of an account, which are stored in one row: a row for each costs as much as all else that the log does. */
export interface Block {
  readonly owner: string
  /** The number of its last entry. */
  readonly sequence: number
  /** When the last of its calls ended, in epoch milliseconds. */
  readonly at: number
  /** Empty. A row from before there were blocks has one entry, the time of which is `at`, and here the id of its request. */
  readonly request_id: string
  /** A JSON array of `LoggedEntry`. A row from before there were blocks has an `Entry` as JSON. */
  readonly entry: string
  /** Over the hash of the block before it, and this block. */
  readonly hash: string
}

/** The columns of `call_log`. */
export const columns = {
  owner: 'text',
  sequence: 'bigint',
  at: 'bigint',
  request_id: 'text',
  entry: 'text',
  hash: 'text',
} as const satisfies Record<keyof Block, 'text' | 'bigint'>

/** The most entries in a block: enough that a block costs little, and few enough that a page of them is read quickly. */
export const maxBlockEntries = 200

/** The hash before the first entry of an account. */
export const noHash = ''

/** The hash of a block after the block with the hash `previous`. JSON has no line breaks, so no two blocks have one text. */
export function hashOf(previous: string, { sequence, at, entry, request_id }: Omit<Block, 'hash'>): string {
  return hash('sha256', `${previous}\n${sequence}\n${at}\n${entry}\n${request_id}`, 'base64url')
}

/**
 * The block of the next entries of an account.
 *
 * @param entries at least one
 * @param last where its log ends
 */
export function blockOf(
  entries: readonly OwnedEntry[],
  last: { readonly owner: string; readonly sequence: number; readonly hash: string },
): Block {
  const texts = entries.map(({ at, request_id, entry }, index) => {
    const number = last.sequence + index + 1
    // An entry is an object with members.
    return `{"number":${number},"at":${at},"request_id":${JSON.stringify(request_id)},${entry.slice(1)}`
  })
  const block = {
    owner: last.owner,
    sequence: last.sequence + entries.length,
    at: Math.max(...entries.map(({ at }) => at)),
    request_id: '',
    entry: `[${texts.join(',')}]`,
  }
  return { ...block, hash: hashOf(last.hash, block) }
}

/** A row as the database returns it: PostgreSQL returns bigint columns as text. */
export type Row = Omit<Block, 'sequence' | 'at'> & { readonly sequence: number | string; readonly at: number | string }

/** The block of a row. */
export function blockOfRow(row: Row): Block {
  return { ...row, sequence: Number(row.sequence), at: Number(row.at) }
}

/** How many entries a block has; undefined if it was changed so that it has none. */
export function entryCount({ entry }: Pick<Block, 'entry'>): number | undefined {
  try {
    const parsed: unknown = JSON.parse(entry)
    return Array.isArray(parsed) ? parsed.length || undefined : 1
  } catch {
    return undefined
  }
}
