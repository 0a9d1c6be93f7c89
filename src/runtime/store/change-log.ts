import { deletedAtOnce } from './delete-some.ts'
import { firstOpenVersion } from './dialect-sql.ts'
import { statement } from './statement.ts'
import type { Store } from './types.ts'

/** How many changes one poll reports by their keys. */
const maxReported = 10_000

/**
 * @param table has a column `version` as `firstOpenVersion` describes it, with an index
 * @param column the key that has changed; the empty text represents changes that are no longer listed
 */
export function changeTable(table: string, column: string) {
  const query = statement<{ since: number; limit: number }>((sql, param) =>
    sql.raw(
      `select changed.id, changed.version, now.next from (select ${firstOpenVersion(sql, table)} as next) as now
       left join (select ${column} as id, version from ${table} where version >= ? order by version limit ?) as changed
       on true`,
      [param('since'), param('limit')],
    ),
  )
  return { table, column, since: (since: number) => query({ since, limit: maxReported + 1 }) }
}

/** A table that records changes, with one or more rows for each key. Create it once, at module level. */
export type ChangeTable = ReturnType<typeof changeTable>

interface Change {
  /** Null in the only row if nothing has changed. */
  readonly id: string | null
  readonly version: number | null
  /** The version from which to poll next. */
  readonly next: number
}

/** Changes by all processes, found by polling the database. */
export class ChangeLog {
  readonly #store: Pick<Store, 'all'>
  readonly #source: ChangeTable
  #since: number | undefined
  /** Changes from `#since` on that were already reported: version and key. */
  #reported = new Set<string>()

  constructor(store: Pick<Store, 'all'>, source: ChangeTable) {
    this.#store = store
    this.#source = source
  }

  /**
   * Finds every change that was committed before the call and has not been reported yet. Rejects when the database does.
   *
   * @returns the keys; `unknown` if anything may have changed: at the first call, and if there are too many changes
   */
  async poll(): Promise<ReadonlySet<string> | 'unknown'> {
    const since = this.#since
    const rows = await this.#store.all<Change>(this.#source.since(since ?? Number.MAX_SAFE_INTEGER))
    const next = Number((rows[0] as Change).next)
    const changed = new Set<string>()
    const reported = new Set<string>()
    for (const { id, version } of rows) {
      if (id === null) continue
      const change = `${version} ${id}`
      if (Number(version) >= next) reported.add(change)
      if (!this.#reported.has(change)) changed.add(id)
    }
    this.#reported = reported
    this.#since = next
    return since === undefined || rows.length > maxReported || changed.has('') ? 'unknown' : changed
  }

  /** Makes the next poll a first one: earlier changes are not reported. */
  reset(): void {
    this.#since = undefined
  }
}

/**
 * Records the version up to which changes are removed, which every process has seen long ago, and then removes them in portions.
 * For tables with one row per key.
 */
export async function forgetOldChanges(store: Store, { table, column }: ChangeTable, kept: number): Promise<void> {
  const version = await store.write(async (tx) => {
    const last = await tx.get<{ version: number }>(
      tx.sql(table).select('version').orderBy('version', 'desc').offset(kept).limit(1),
    )
    if (!last) return undefined
    const highest = Number(last.version)
    await tx.run(tx.sql(table).where(column, '').delete())
    await tx.run(tx.sql(table).insert({ [column]: '', version: highest }))
    return highest
  })
  if (version === undefined) return
  const old = () => store.sql(table).select(column).where('version', '<=', version).whereNot(column, '')
  for (let deleted = deletedAtOnce; deleted === deletedAtOnce; ) {
    const some = store.sql(table).whereIn(column, old().limit(deletedAtOnce))
    deleted = (await store.run(some.delete())).changes
  }
}
