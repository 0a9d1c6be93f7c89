import { changeTable, forgetOldChanges } from '#runtime/store/change-log.ts'
import type { Store, Writer } from '#runtime/store/types.ts'

/** How many of the latest changes are stored, for processes that have not polled for a while. */
const storedChanges = 100_000

/** Triggers record here which links have changed, for the caches of all processes. */
export const linkChanges = changeTable('link_changes', 'link_id')

/** Removes changes that every process has seen long ago, and records the highest version removed. */
export async function removeOldChanges(store: Store, stored = storedChanges): Promise<void> {
  await forgetOldChanges(store, linkChanges, stored)
}

const nextVersion = {
  sqlite: '(select coalesce(max(version), 0) + 1 from link_changes)',
  postgres: 'pg_current_xact_id()::text::bigint',
} as const

/** Records that any link may have changed. */
export async function recordAllChanged(tx: Writer): Promise<void> {
  await tx.run(
    tx.sql.raw(
      `insert into link_changes (link_id, version) values ('', ${nextVersion[tx.dialect]})
        on conflict (link_id) do update set version = excluded.version`,
    ),
  )
}
