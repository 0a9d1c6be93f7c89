import type { Clock } from '../base/clock.ts'
import { invalidArgument } from '../base/errors.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/types.ts'
import { checkLabel } from './labels.ts'

const maxLength = 500
const maxDays = 366
const dayMs = 86_400_000

export interface Announcement {
  readonly text: string
  /** Epoch milliseconds. */
  readonly untilMs: number
}

const current = statement<{ now: number }>((sql, param) =>
  sql('announcements').select('text', 'until_at').where('until_at', '>', param('now')).limit(1),
)

/** What the operator announces on the pages of everyone who is signed in: one text. */
export function createAnnouncement({ store, clock }: { store: Store; clock: Clock }) {
  return {
    /** The current one; undefined without one, or once its time is over. */
    async get(): Promise<Announcement | undefined> {
      const row = await store.get<{ text: string; until_at: number | string }>(current({ now: clock.now() }))
      return row && { text: row.text, untilMs: Number(row.until_at) }
    },
    /**
     * Replaces it.
     *
     * @param days how long it is shown
     * @throws ApiError invalid_argument
     */
    async set(text: string, days: number): Promise<void> {
      const checked = checkLabel('text', text, maxLength)
      if (!Number.isInteger(days) || days < 1 || days > maxDays) {
        throw invalidArgument('days', `must be a whole number from 1 to ${maxDays}`)
      }
      const now = clock.now()
      const row = { text: checked, until_at: now + days * dayMs, created_at: now }
      await store.run(
        store
          .sql('announcements')
          .insert({ id: 1, ...row })
          .onConflict('id')
          .merge(),
      )
    },
    async remove(): Promise<void> {
      await store.run(store.sql('announcements').delete())
    },
  }
}
