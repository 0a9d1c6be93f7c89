import type { Reader } from '../store/types.ts'
import * as rows from './rows.ts'
import type { Actor, Approval } from './types.ts'

/** The approval in a row, at this time in epoch milliseconds. */
export function approvalOf(row: rows.ApprovalRow, now: number): Approval {
  const expiresAtMs = Number(row.expires_at)
  const isOver = (row.state === 'pending' || row.state === 'allowed') && expiresAtMs <= now
  return {
    id: row.id,
    state: isOver ? 'expired' : row.state,
    digest: row.digest,
    operation: row.operation,
    args: JSON.parse(row.arguments) as Approval['args'],
    actor: actorOf(row),
    run: row.run ?? undefined,
    reason: row.reason,
    microCredits: Number(row.micro_credits),
    createdAtMs: Number(row.created_at),
    expiresAtMs,
    decidedAtMs: row.decided_at === null ? undefined : Number(row.decided_at),
  }
}

/** What calls, by the columns of an approval or a rule. */
export function actorOf(row: Pick<rows.ApprovalRow, 'actor_kind' | 'actor_id' | 'actor_name'>): Actor {
  return {
    kind: row.actor_kind as Actor['kind'],
    ...(row.actor_id !== null && { id: row.actor_id }),
    ...(row.actor_name !== null && { name: row.actor_name }),
  }
}

/** The name of the token with which a program calls, as its owner has named it; null without one. */
export async function nameOf(reader: Reader, { kind, id, name }: Actor): Promise<string | null> {
  if (name !== undefined || id === undefined || (kind !== 'mcp' && kind !== 'token')) return name ?? null
  return (await reader.get<{ name: string }>(rows.tokenName({ id })))?.name ?? null
}
