import { newId } from '#runtime/base/ids.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Reader, Writer } from '#runtime/store/types.ts'

const grantOf = statement<{ owner: string; app: string }>((sql, param) =>
  sql('app_grants')
    .select('id', 'operations')
    .where({ owner: param('owner'), app: param('app') }),
)

/** The operations that a viewer lets an app call. */
export interface AppGrant {
  readonly id: string
  readonly operations: ReadonlySet<string>
}

export async function grantFor(reader: Reader, owner: string, app: string): Promise<AppGrant | undefined> {
  const row = await reader.get<{ id: string; operations: string }>(grantOf({ owner, app }))
  return row && { id: row.id, operations: new Set(JSON.parse(row.operations) as string[]) }
}

/** The apps that have a grant of a viewer, by name. */
export function grantsOf(
  reader: Reader,
  owner: string,
): Promise<{ app: string; name: string; slug: string; operations: string }[]> {
  return reader.all(
    reader
      .sql('app_grants')
      .join('apps', 'apps.id', 'app_grants.app')
      .select('app_grants.app', 'apps.name', 'apps.slug', 'app_grants.operations')
      .where('app_grants.owner', owner)
      .orderBy(['apps.name', 'apps.id']),
  )
}

export async function countGrants(tx: Writer, owner: string): Promise<number> {
  const counted = await tx.get<{ count: number | string }>(tx.sql('app_grants').where({ owner }).count({ count: '*' }))
  return Number(counted?.count)
}

export async function deleteGrant(tx: Writer, grant: { owner: string; app: string }): Promise<void> {
  await tx.run(tx.sql('app_grants').where(grant).delete())
}

export async function insertGrant(
  tx: Writer,
  { owner, app, operations, now }: { owner: string; app: string; operations: readonly string[]; now: number },
): Promise<void> {
  const row = { id: newId('grant'), owner, app, operations: JSON.stringify(operations) }
  await tx.run(tx.sql('app_grants').insert({ ...row, created_at: now, updated_at: now }))
}
