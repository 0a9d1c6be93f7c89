import { firstOpenVersion } from '#runtime/store/dialect-sql.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Store } from '#runtime/store/types.ts'

/** So many of the latest changes are kept for processes that have not asked for a while. */
const keptChanges = 100_000

interface Change {
  /** Null in the one row that is there when nothing has changed. */
  readonly link_id: string | null
  readonly version: number | null
  /** From which version on to ask the next time. */
  readonly next: number
}

const changesSince = statement<{ since: number }>((sql, param) =>
  sql.raw(
    `select changed.link_id, changed.version, now.next from (select ${firstOpenVersion(sql, 'link_changes')} as next) as now
     left join link_changes as changed on changed.version >= ?`,
    [param('since')],
  ),
)

/** What other processes (and this one) have changed of links, learned by asking the database again and again. */
export class LinkChanges {
  readonly #store: Pick<Store, 'all'>
  readonly #forget: (id: string) => void
  readonly #forgetAll: () => void
  #since: number | undefined
  /** What was told already and lies above `#since`, with its version. */
  #told = new Map<string, number>()

  /**
   * @param forget takes the id of a link that has changed
   * @param forgetAll is called when it cannot be said which have
   */
  constructor(store: Pick<Store, 'all'>, forget: (id: string) => void, forgetAll: () => void) {
    this.#store = store
    this.#forget = forget
    this.#forgetAll = forgetAll
  }

  /**
   * Learns everything that was committed before the call. The first one only finds out where the changes stand, since
   * nothing can be held from before it. Rejects when the database does.
   */
  async learn(): Promise<void> {
    if (this.#since === undefined) {
      const [row] = await this.#store.all<Change>(changesSince({ since: Number.MAX_SAFE_INTEGER }))
      this.#since = Number((row as Change).next)
      this.#forgetAll()
      return
    }
    const rows = await this.#store.all<Change>(changesSince({ since: this.#since }))
    const next = Number((rows[0] as Change).next)
    const told = new Map<string, number>()
    for (const { link_id, version } of rows) {
      if (link_id === null) continue
      const number = Number(version)
      if (number >= next) told.set(link_id, number)
      if (this.#told.get(link_id) === number) continue
      if (link_id === '') this.#forgetAll()
      else this.#forget(link_id)
    }
    this.#told = told
    this.#since = next
  }
}

/** Removes changes that every process has long learned of, and notes up to which version that was. */
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
