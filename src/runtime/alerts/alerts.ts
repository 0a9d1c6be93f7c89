import type { LinkedNotice } from '../accounts/account-mail.ts'
import { administrators } from '../accounts/administrators.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { truncate } from '../base/text/quote.ts'
import { statement } from '../store/statement.ts'
import type { Store, Writer } from '../store/types.ts'

/** How long to wait before the same notice is repeated, and how long something can stay unknown. */
const dayMs = 86_400_000
const maxDetailLength = 1000

/** The state of something that administrators get notices about. */
export interface Condition {
  /** Its name, in a few words: `disk`. */
  readonly what: string
  /** `unknown` changes nothing: it cannot be found out here. */
  readonly state: 'works' | 'broken' | 'unknown'
  /** One sentence: if it is broken, what to do. */
  readonly detail: string
  /** How long it has to be broken before the first notice. */
  readonly afterMs: number
}

/** Something that is broken. Times are epoch milliseconds. */
export interface Alert {
  readonly what: string
  readonly detail: string
  readonly sinceMs: number
  /** When administrators last got a notice; undefined before the first one. */
  readonly noticedMs: number | undefined
}

interface Row {
  readonly what: string
  readonly detail: string
  readonly since: number | string
  readonly seen_at: number | string
  readonly noticed_at: number | string | null
}

interface AlertsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** Delivers a notice to an account, if the transaction is committed. */
  inform(tx: Writer, accountId: string, notice: LinkedNotice): Promise<void>
}

const all = statement<Record<never, never>>((sql) => sql('alerts').select('*').orderBy('what'))

/** Notifies administrators when something begins to be broken, once a day while it is, and when it works again. */
export function createAlerts({ store, clock, log, inform }: AlertsOptions) {
  const informAll = async (tx: Writer, title: string, text: string) => {
    for (const { id } of await administrators(tx)) await inform(tx, id, { title, text, link: '/admin' })
  }

  async function broken(tx: Writer, { what, detail: given, afterMs }: Condition): Promise<void> {
    const now = clock.now()
    const detail = truncate(given, maxDetailLength)
    const row = { what, detail, since: now, seen_at: now }
    await tx.run(tx.sql('alerts').insert(row).onConflict('what').merge(['detail', 'seen_at']))
    const due = tx
      .sql('alerts')
      .where({ what })
      .where('since', '<=', now - afterMs)
      .where((either) => either.whereNull('noticed_at').orWhere('noticed_at', '<=', now - dayMs))
    // Of several processes that check at the same time, only one changes the row.
    if ((await tx.run(due.update({ noticed_at: now }))).changes === 0) return
    await informAll(tx, `Problem: ${what}`, detail)
    log.warn({ what, detail }, 'administrators notified of a problem')
  }

  async function ended(tx: Writer, what: string, detail: string): Promise<void> {
    const row = () => tx.sql('alerts').where({ what })
    const { changes } = await tx.run(row().whereNotNull('noticed_at').delete())
    if (changes === 0) return void (await tx.run(row().delete()))
    await informAll(tx, `Resolved: ${what}`, truncate(detail, maxDetailLength))
    log.info({ what }, 'administrators notified of a resolved problem')
  }

  return {
    /** What is broken now, by name. */
    async list(): Promise<Alert[]> {
      const rows = await store.all<Row>(all({}))
      return rows.map(({ what, detail, since, noticed_at }) => ({
        ...{ what, detail, sinceMs: Number(since) },
        noticedMs: noticed_at === null ? undefined : Number(noticed_at),
      }))
    },
    /**
     * Stores the current conditions, and notifies administrators of changes: each condition with its notices in one
     * transaction. What is not among them is not checked any more.
     */
    async update(conditions: readonly Condition[]): Promise<void> {
      const rows = await store.all<Row>(all({}))
      const expired = new Set(rows.filter((row) => Number(row.seen_at) <= clock.now() - dayMs).map(({ what }) => what))
      const known = new Set(rows.map(({ what }) => what))
      for (const condition of conditions) {
        const { what, state, detail } = condition
        if (state === 'broken') await store.write((tx) => broken(tx, condition))
        else if (known.has(what) && (state === 'works' || expired.has(what)))
          await store.write((tx) => ended(tx, what, detail))
        known.delete(what)
      }
      for (const what of known) await store.write((tx) => ended(tx, what, 'It is no longer checked.'))
    },
  }
}

export type Alerts = ReturnType<typeof createAlerts>
