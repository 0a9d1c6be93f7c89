import { newId } from '#runtime/base/ids.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Reader, Writer } from '#runtime/store/types.ts'
import { needsPermission } from '../check/callable.ts'

/** A version of an app. */
export interface AppVersion {
  readonly app: string
  readonly version: number
}

/** How an app differs from the version that a viewer allowed; `calls_more` ends the grant until the viewer decides again. */
export type ChangeSince = 'none' | 'changed' | 'calls_more'

/** The operations that a viewer lets an app call. */
export interface AppGrant {
  readonly id: string
  /** Of the app in the version in question; undefined if that is no longer stored. */
  readonly name: string | undefined
  readonly operations: ReadonlySet<string>
  readonly since: ChangeSince
  /** Operations that need permission and that the allowed version did not call. */
  readonly added: readonly string[]
}

interface GrantRow {
  readonly id: string
  readonly operations: string
  /** The allowed version, and the operations that its source calls. */
  readonly version: number
  readonly calls: string
  /** What the source of the version in question calls; null if that version is no longer stored. */
  readonly current_calls: string | null
  readonly current_name?: string | null
}

const grantOf = statement<{ owner: string; app: string; version: number }>((sql, param) =>
  sql('app_grants as g')
    .leftJoin('app_versions as v', (on) => {
      on.on('v.app', 'g.app').andOn('v.number', '=', sql.raw('?', [param('version')]))
    })
    .select('g.id', 'g.operations', 'g.version', 'g.calls', 'v.calls as current_calls', 'v.name as current_name')
    .where({ 'g.owner': param('owner'), 'g.app': param('app') }),
)

/** The grant of a viewer for a version of an app. */
export async function grantFor(
  reader: Reader,
  { owner, app, version }: AppVersion & { owner: string },
): Promise<AppGrant | undefined> {
  const row = await reader.get<GrantRow>(grantOf({ owner, app, version }))
  return row && grantIn(row, version)
}

function grantIn(row: GrantRow, current: number): AppGrant {
  const operations = new Set(idsIn(row.operations))
  const common = { id: row.id, name: row.current_name ?? undefined, operations }
  if (row.version === current) return { ...common, since: 'none', added: [] }
  if (row.current_calls === null) return { ...common, since: 'calls_more', added: [] }
  const allowed = new Set([...operations, ...idsIn(row.calls)])
  const added = idsIn(row.current_calls).filter((id) => needsPermission(id) && !allowed.has(id))
  return { ...common, since: added.length > 0 ? 'calls_more' : 'changed', added }
}

function idsIn(json: string): string[] {
  return JSON.parse(json) as string[]
}

export interface ListedGrant extends AppGrant {
  readonly app: string
  readonly name: string
  readonly slug: string
}

/** The apps that have a grant of a viewer, by name. */
export async function grantsOf(reader: Reader, owner: string): Promise<ListedGrant[]> {
  const rows = await reader.all<
    GrantRow & Omit<ListedGrant, Exclude<keyof AppGrant, 'name'>> & { app_version: number }
  >(
    reader
      .sql('app_grants as g')
      .join('apps', 'apps.id', 'g.app')
      .select('g.id', 'g.app', 'apps.name', 'apps.slug', 'g.operations', 'g.version', 'g.calls')
      .select('apps.calls as current_calls', 'apps.version as app_version')
      .where('g.owner', owner)
      .orderBy(['apps.name', 'apps.id']),
  )
  return rows.map((row) => {
    const { app, name, slug } = row
    return { ...grantIn(row, row.app_version), app, name, slug }
  })
}

export async function countGrants(tx: Writer, owner: string): Promise<number> {
  const counted = await tx.get<{ count: number | string }>(tx.sql('app_grants').where({ owner }).count({ count: '*' }))
  return Number(counted?.count)
}

export async function deleteGrant(tx: Writer, grant: { owner: string; app: string }): Promise<void> {
  await tx.run(tx.sql('app_grants').where(grant).delete())
}

export interface NewGrant extends AppVersion {
  readonly owner: string
  readonly operations: readonly string[]
  /** What the source of that version calls, as JSON. */
  readonly calls: string
  readonly now: number
}

export async function insertGrant(tx: Writer, { operations, now, ...grant }: NewGrant): Promise<void> {
  const row = { ...grant, id: newId('grant'), operations: JSON.stringify(operations) }
  await tx.run(tx.sql('app_grants').insert({ ...row, created_at: now, updated_at: now }))
}
