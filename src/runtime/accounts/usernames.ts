import type { Knex } from 'knex'
import { statement } from '../store/statement.ts'
import type { Reader } from '../store/types.ts'
import { administrationOf } from './namespaces.ts'

/**
 * Joins the accounts that rows belong to: the only way in which the SQL of a family reads accounts. Select only
 * `<as>.id` and `<as>.username`, and filter by `<as>.closed_at` and `<as>.disabled_at`.
 *
 * @param column with the account's id: `docs.owner`
 * @param options.left includes rows without an account
 */
export function joinAccounts(
  query: Knex.QueryBuilder,
  column: string,
  { as = 'accounts', left = false }: { readonly as?: string; readonly left?: boolean } = {},
): Knex.QueryBuilder {
  const table = as === 'accounts' ? as : `accounts as ${as}`
  return left ? query.leftJoin(table, `${as}.id`, column) : query.join(table, `${as}.id`, column)
}

export interface NamedAccount {
  readonly id: string
  readonly username: string
  readonly isDisabled: boolean
}

type AccountRow = { id: string; username: string; disabled_at: number | string | null }

const byUsername = statement<{ username: string }>((sql, param) =>
  sql('accounts')
    .select('id', 'username', 'disabled_at')
    .where({ username: param('username') })
    .whereNull('closed_at'),
)

/** The account with a username, in lower case; undefined if it does not exist, or is being deleted. */
export async function accountNamed(reader: Reader, username: string): Promise<NamedAccount | undefined> {
  const row = await reader.get<AccountRow>(byUsername({ username }))
  return row && { id: row.id, username: row.username, isDisabled: row.disabled_at !== null }
}

const openById = statement<{ id: string }>((sql, param) =>
  sql('accounts')
    .select('id')
    .where({ id: param('id') })
    .whereNull('closed_at'),
)

/** Whether an account exists and is not being deleted. */
export async function isOpenAccount(reader: Reader, id: string): Promise<boolean> {
  return (await reader.get(openById({ id }))) !== undefined
}

const administration = statement<{ id: string }>((sql, param) =>
  sql('accounts')
    .select('is_admin', 'namespace')
    .where({ id: param('id') }),
)

/** Whether an account administers the instance. */
export async function isAdministrator(reader: Reader, id: string): Promise<boolean> {
  const row = await reader.get<{ is_admin: boolean | number; namespace: string }>(administration({ id }))
  return row !== undefined && administrationOf(row).isAdmin
}
