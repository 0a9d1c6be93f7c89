import { statement } from '../store/statement.ts'
import type { Reader } from '../store/types.ts'
import { asBoolean } from '../store/values.ts'

const oldest = statement<Record<never, never>>((sql) =>
  sql('accounts')
    .select('id', 'username')
    .where({ is_admin: true })
    .whereNull('closed_at')
    .orderBy('created_at')
    .limit(1),
)

const working = statement<Record<never, never>>((sql) =>
  sql('accounts')
    .select('id')
    .where({ is_admin: true })
    .whereNull('closed_at')
    .whereNull('disabled_at')
    .orderBy('created_at'),
)

const isAdmin = statement<{ id: string }>((sql, param) =>
  sql('accounts')
    .select('is_admin')
    .where({ id: param('id') }),
)

/** The administrator with the oldest account; undefined if none exists. */
export function oldestAdministrator(reader: Reader): Promise<{ id: string; username: string } | undefined> {
  return reader.get(oldest({}))
}

/** The administrators who can sign in, the oldest account first. */
export function administrators(reader: Reader): Promise<{ id: string }[]> {
  return reader.all(working({}))
}

/** Whether the account with this id is an administrator's. */
export async function isAdministrator(reader: Reader, id: string): Promise<boolean> {
  return asBoolean((await reader.get<{ is_admin: boolean | number }>(isAdmin({ id })))?.is_admin)
}
