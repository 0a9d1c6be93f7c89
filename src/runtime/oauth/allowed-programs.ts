import type { Audience } from '../accounts/grant.ts'
import { pageOf, type Range } from '../accounts/paged.ts'
import type { Clock } from '../base/clock.ts'
import { ApiError } from '../base/errors.ts'
import type { Store } from '../store/types.ts'
import { isDescriptionAddress } from './client-description.ts'
import { type GrantedScopes, grantedScopes } from './scopes.ts'

/** The access that an account has granted to a program, as shown to the account. All times are epoch milliseconds. */
export interface AllowedProgram {
  /** The token that represents it. */
  readonly id: string
  /** Unverified text: the name that the program gives itself. */
  readonly name: string
  /** The host with its description; undefined if it registered itself. */
  readonly host: string | undefined
  readonly audience: Audience
  readonly granted: GrantedScopes
  readonly createdAtMs: number
  readonly lastUsedAtMs: number | undefined
  /** When it ends unless it is used before. */
  readonly expiresAtMs: number
}

interface Row {
  id: string
  name: string
  client_id: string
  audience: Audience
  services: string
  capabilities: string
  actions: boolean | number
  scopes: string
  created_at: number | string
  last_used_at: number | string | null
  expires_at: number | string
}

const columns = [
  'id',
  'name',
  'client_id',
  'audience',
  'services',
  'capabilities',
  'actions',
  'scopes',
  'created_at',
  'last_used_at',
  'expires_at',
]

/** The programs with access to accounts. */
export function createAllowedPrograms({ store, clock }: { store: Store; clock: Clock }) {
  const ofAccount = (accountId: string) =>
    store
      .sql('tokens')
      .where({ account_id: accountId })
      .whereNotNull('client_id')
      .whereNull('revoked_at')
      .where('expires_at', '>', clock.now())
  return {
    /** One page of the active ones of an account, newest first. */
    async page(accountId: string, range: Range): Promise<{ programs: AllowedProgram[]; total: number }> {
      const { rows, total } = await pageOf<Row>(store, ofAccount(accountId), columns, range)
      return { programs: rows.map(programOf), total }
    },
    /** One of this account. @throws ApiError not_found */
    async get(accountId: string, id: string): Promise<AllowedProgram> {
      const row = await store.get<Row>(ofAccount(accountId).where({ id }).select(columns))
      if (!row) throw new ApiError('not_found', 'This program has no access to your account.')
      return programOf(row)
    },
  }
}

function programOf(row: Row): AllowedProgram {
  return {
    id: row.id,
    name: row.name,
    host: isDescriptionAddress(row.client_id) ? new URL(row.client_id).host : undefined,
    audience: row.audience,
    granted: grantedScopes(row),
    createdAtMs: Number(row.created_at),
    lastUsedAtMs: row.last_used_at === null ? undefined : Number(row.last_used_at),
    expiresAtMs: Number(row.expires_at),
  }
}
