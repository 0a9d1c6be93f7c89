import { hash } from 'node:crypto'
import type { Knex } from 'knex'

/** The product's look-up of a token, as usually written: the account of an Authorization header whose token has the service. */
export function peerAccounts(database: Knex, service: string) {
  return async (authorization: string | undefined): Promise<string | undefined> => {
    const secret = authorization?.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : ''
    const row = await database('tokens')
      .join('accounts', 'accounts.id', 'tokens.account_id')
      .select(
        'tokens.account_id',
        'tokens.services',
        'tokens.actions',
        'tokens.expires_at',
        'tokens.revoked_at',
        'accounts.username',
      )
      .where('tokens.secret_sha256', hash('sha256', secret, 'hex'))
      .first()
    if (!row || row.revoked_at !== null || row.expires_at <= Date.now()) return undefined
    return JSON.parse(row.services).includes(service) ? row.account_id : undefined
  }
}
