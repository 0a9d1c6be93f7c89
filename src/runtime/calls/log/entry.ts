import { hash } from 'node:crypto'
import type { Actor } from '../../approvals/types.ts'

/**
 * What made a call for an account: a person in a browser, a token, a program that signed in, an MCP client, the agent, work or a
 * reminder that runs it, a hosted app.
 */
export type CallerKind = 'session' | 'program' | Actor['kind']

/** What is recorded of a call. Members without a value are absent. It is stored as the JSON text that is hashed. */
export interface Entry {
  readonly operation: string
  /** The value of the argument that names the object acted on, if the operation has one. */
  readonly object?: string | undefined
  /** Keyed hash of the arguments in base64url; absent if they were never read, or contained a large file. */
  readonly digest?: string | undefined
  readonly caller: CallerKind
  /** The name of the agent or app. */
  readonly name?: string | undefined
  /** The id of the token, session or grant. */
  readonly credential?: string | undefined
  /** The run of the agent that the call belongs to. */
  readonly run?: string | undefined
  /** The approval that the call used or waits for. */
  readonly approval?: string | undefined
  /** The code of the error, `cancelled`, or `unfinished` if the process ended during the call; absent for success. */
  readonly code?: string | undefined
  /** An earlier call with the same Idempotency-Key had already returned this result. */
  readonly is_replay?: true | undefined
  /** The price that was charged, in micro-credits; absent for 0. */
  readonly micro_credits?: number | undefined
  readonly duration_us?: number | undefined
}

/** An entry of an account. */
export interface OwnedEntry {
  readonly owner: string
  /** When the call ended, in epoch milliseconds. */
  readonly at: number
  readonly request_id: string
  /** An `Entry` as JSON. */
  readonly entry: string
}

/** An entry at its place in the chain of its account. */
export interface Link extends OwnedEntry {
  /** Counts the entries of an account from 1. */
  readonly sequence: number
  /** Over the hash of the entry before it, and this entry. */
  readonly hash: string
}

/** The columns of `call_log`: few, because every call writes them. */
export const columns = {
  owner: 'text',
  sequence: 'bigint',
  at: 'bigint',
  request_id: 'text',
  entry: 'text',
  hash: 'text',
} as const satisfies Record<keyof Link, 'text' | 'bigint'>

/** The hash before the first entry of an account. */
export const noHash = ''

/** The hash of an entry after the entry with the hash `previous`. JSON has no line breaks, so no two entries have one text. */
export function hashOf(previous: string, { sequence, at, entry, request_id }: Omit<Link, 'hash'>): string {
  return hash('sha256', `${previous}\n${sequence}\n${at}\n${entry}\n${request_id}`, 'base64url')
}

/** A row as the database returns it: PostgreSQL returns bigint columns as text. */
export type Row = Omit<Link, 'sequence' | 'at'> & { readonly sequence: number | string; readonly at: number | string }

/** The entry of a row. */
export function linkOf(row: Row): Link {
  return { ...row, sequence: Number(row.sequence), at: Number(row.at) }
}
