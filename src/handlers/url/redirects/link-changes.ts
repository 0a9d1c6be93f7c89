import { firstOpenVersion } from '#runtime/store/dialect-sql.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Store } from '#runtime/store/types.ts'

/** How many of the latest changes are kept for processes that have not polled for a while. */
const keptChanges = 100_000

interface Change {
  /** Null in the only row when nothing has changed. */
  readonly link_id: string | null
  readonly version: number | null
  /** The version to poll from the next time. */
  readonly next: number
}

const changesSince = statement<{ since: number }>((sql, param) =>
  sql.raw(
    `select changed.link_id, changed.version, now.next from (select ${firstOpenVersion(sql, 'link_changes')} as next) as now
     left join link_changes as changed on changed.version >= ?`,
    [param('since')],
  ),
)

/** Changes of links by other processes (and this one), learned by polling the database. */
export class LinkChanges {
  readonly #store: Pick<Store, 'all'>
  readonly #forget: (id: string) => void
  readonly #forgetAll: () => void
  #since: number | undefined
  /** Changes from `#since` on that were already reported, with their version. */
  #reported = new Map<string, number>()

  /**
   * @param forget takes the id of a link that has changed
   * @param forgetAll is called when it is unknown which have
   */
  constructor(store: Pick<Store, 'all'>, forget: (id: string) => void, forgetAll: () => void) {
    this.#store = store
    this.#forget = forget
    this.#forgetAll = forgetAll
  }

  /**
   * Learns every change that was committed before the call. The first call only finds the current version, since nothing
   * can be cached from before it. Rejects when the database does.
   */
  async poll(): Promise<void> {
    if (this.#since === undefined) {
      const [row] = await this.#store.all<Change>(changesSince({ since: Number.MAX_SAFE_INTEGER }))
      this.#since = Number((row as Change).next)
      this.#forgetAll()
      return
    }
    const rows = await this.#store.all<Change>(changesSince({ since: this.#since }))
    const next = Number((rows[0] as Change).next)
    const reported = new Map<string, number>()
    for (const { link_id, version } of rows) {
      if (link_id === null) continue
      const number = Number(version)
      if (number >= next) reported.set(link_id, number)
      if (this.#reported.get(link_id) === number) continue
      if (link_id === '') this.#forgetAll()
      else this.#forget(link_id)
    }
    this.#reported = reported
    this.#since = next
  }
}

/** Removes changes that every process has seen long ago, and records the highest version removed. */
export async function forgetOldChanges(store: Store, kept = keptChanges): Promise<void> {
  await store.write(async (tx) => {
    const last = await tx.get<{ version: number }>(
      tx.sql('link_changes').select('version').orderBy('version', 'desc').offset(kept).limit(1),
    )
    if (!last) return
    const version = Number(last.version)
    await tx.run(tx.sql('link_changes').where('version', '<=', version).orWhere('link_id', '').delete())
    await tx.run(tx.sql('link_changes').insert({ link_id: '', version }))
  })
}
