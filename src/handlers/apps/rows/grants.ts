import { ApiError } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Reader, Store } from '#runtime/store/types.ts'

/** Apps that one viewer allows something. */
const maxGrants = 500

const grantOf = statement<{ owner: string; app: string }>((sql, param) =>
  sql('app_grants')
    .select('id', 'operations')
    .where({ owner: param('owner'), app: param('app') }),
)

/** What a viewer lets an app call. */
export interface AppGrant {
  readonly id: string
  readonly operations: ReadonlySet<string>
}

export async function grantFor(reader: Reader, owner: string, app: string): Promise<AppGrant | undefined> {
  const row = await reader.get<{ id: string; operations: string }>(grantOf({ owner, app }))
  return row && { id: row.id, operations: new Set(JSON.parse(row.operations) as string[]) }
}

/** The apps that a viewer allows something, by name. */
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

/**
 * Replaces what a viewer lets an app call; with none of it the app may call nothing in the viewer's name.
 *
 * @throws ApiError failed_precondition for too many apps
 */
export async function setGrant(
  store: Store,
  { owner, app, operations, now }: { owner: string; app: string; operations: readonly string[]; now: number },
): Promise<void> {
  await store.write(async (tx) => {
    await tx.run(tx.sql('app_grants').where({ owner, app }).delete())
    if (operations.length === 0) return
    const counted = await tx.get<{ count: number | string }>(
      tx.sql('app_grants').where({ owner }).count({ count: '*' }),
    )
    if (Number(counted?.count) >= maxGrants) {
      throw new ApiError(
        'failed_precondition',
        `You have allowed ${maxGrants} apps something; withdraw that from one first.`,
      )
    }
    const row = {
      id: newId('grant'),
      owner,
      app,
      operations: JSON.stringify(operations),
      created_at: now,
      updated_at: now,
    }
    await tx.run(tx.sql('app_grants').insert(row))
  })
}
