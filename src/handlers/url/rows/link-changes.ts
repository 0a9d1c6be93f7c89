import { ChangeLog, changeTable, forgetOldChanges } from '#runtime/store/change-log.ts'
import type { Store } from '#runtime/store/types.ts'

/** How many of the latest changes are kept for processes that have not polled for a while. */
const keptChanges = 100_000

const linkChanges = changeTable('link_changes', 'link_id')

/** Changes of links by other processes (and this one), learned by polling the database. */
export class LinkChanges {
  readonly #log: ChangeLog
  readonly #forget: (id: string) => void
  readonly #forgetAll: () => void

  /**
   * @param forget takes the id of a link that has changed
   * @param forgetAll is called when it is unknown which have
   */
  constructor(store: Pick<Store, 'all'>, forget: (id: string) => void, forgetAll: () => void) {
    this.#log = new ChangeLog(store, linkChanges)
    this.#forget = forget
    this.#forgetAll = forgetAll
  }

  /**
   * Learns every change that was committed before the call. The first call only finds the current version, since nothing
   * can be cached from before it. Rejects when the database does.
   */
  async poll(): Promise<void> {
    const changed = await this.#log.poll()
    if (changed === 'unknown') this.#forgetAll()
    else for (const id of changed) this.#forget(id)
  }
}

/** Removes changes that every process has seen long ago, and records the highest version removed. */
export async function forgetOldLinkChanges(store: Store, kept = keptChanges): Promise<void> {
  await forgetOldChanges(store, linkChanges, kept)
}
