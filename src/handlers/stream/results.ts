import type { Result } from '#generated/server/handlers.ts'
import { iso } from '../../runtime/base/clock.ts'
import { asBoolean } from '../../runtime/store/values.ts'
import type { EntryRow } from './rows.ts'

/** An entry as readers see it. */
export function entryOf(row: EntryRow): Result<'stream.list'>['items'][number] {
  return {
    id: row.id,
    service: row.service,
    text: row.text,
    ...(row.url === null ? {} : { url: row.url }),
    public: asBoolean(row.public),
    created: iso(row.created_at),
  }
}
