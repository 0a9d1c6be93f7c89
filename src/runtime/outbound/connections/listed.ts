import type { ConnectionKind } from './kind.ts'
import type { ConnectionRow } from './rows.ts'

/** One kind of connection as its account sees it. */
export interface ListedConnection {
  readonly kind: ConnectionKind
  /** The settings that are missing; with any of them it cannot be connected. */
  readonly missing: readonly string[]
  readonly connection: Connected | undefined
  /** The origin to which people are sent, if they are sent away to connect it. */
  readonly pagesOrigin: string | undefined
}

export interface Connected {
  /** Whose outside account it is, as its provider tells. */
  readonly subject: string | undefined
  readonly sinceMs: number
  /** Whether the outside account has withdrawn its permission, or it has expired, or what was entered is refused. */
  readonly isEnded: boolean
}

/** A stored connection as its account sees it. */
export function connectedOf(row: ConnectionRow | undefined): Connected | undefined {
  if (!row) return undefined
  return { subject: row.subject ?? undefined, sinceMs: Number(row.created_at), isEnded: row.access_token === null }
}
