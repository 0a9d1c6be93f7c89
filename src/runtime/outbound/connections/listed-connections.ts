import type { ConnectionKind } from './connection-kind.ts'
import type { ConnectionRow } from './rows.ts'

/** A kind of connection as shown to an account. */
export interface ListedConnection {
  readonly kind: ConnectionKind
  /** The missing settings; it cannot be connected unless there are none. */
  readonly missing: readonly string[]
  readonly connection: Connected | undefined
  /** The origin that people are sent to, if connecting it sends them away. */
  readonly pagesOrigin: string | undefined
}

export interface Connected {
  /** The name of the outside account, from its provider. */
  readonly subject: string | undefined
  readonly sinceMs: number
  /** Whether the permission was withdrawn or has expired, or the entered secret was rejected. */
  readonly isEnded: boolean
}

/** A stored connection as shown to its account. */
export function connectedOf(row: ConnectionRow | undefined): Connected | undefined {
  if (!row) return undefined
  return { subject: row.subject ?? undefined, sinceMs: Number(row.created_at), isEnded: row.access_token === null }
}
