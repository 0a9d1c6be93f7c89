import { statement } from '../../runtime/store/statement.ts'
import type { Reader } from '../../runtime/store/types.ts'
import type { EventRow } from './rows.ts'

const standingOf = statement<{ id: string; account: string }>((sql, param) =>
  sql('tokens')
    .select('revoked_at', 'expires_at')
    .where({ id: param('id'), account_id: param('account') }),
)

const noAgent = 'This server does not offer the agent yet, so the prompt was not carried out.'

/**
 * Why the prompt of an event that fires now is not carried out. This is where the agent will be asked: by a job, queued in
 * the same transaction, that carries the event's `token_id` and acts with no more rights than that token.
 */
export async function promptFault(
  reader: Reader,
  { token_id, owner }: Pick<EventRow, 'token_id' | 'owner'>,
  now: number,
): Promise<string> {
  if (token_id === null) return noAgent
  const token = await reader.get<{ revoked_at: number | null; expires_at: number | string }>(
    standingOf({ id: token_id, account: owner }),
  )
  if (!token || token.revoked_at !== null)
    return 'The token that wrote the prompt has been revoked, so the prompt was not carried out.'
  if (Number(token.expires_at) <= now)
    return 'The token that wrote the prompt has expired, so the prompt was not carried out.'
  return noAgent
}
