import type { OnAccountDeleted } from '#runtime/accounts/removal.ts'
import type { Writer } from '#runtime/store/types.ts'

const nextVersion = {
  sqlite: '(select coalesce(max(version), 0) + 1 from link_changes)',
  postgres: 'pg_current_xact_id()::text::bigint',
} as const

/** Says that any link may have changed. */
async function noteAll(tx: Writer): Promise<void> {
  await tx.run(
    tx.sql.raw(
      `insert into link_changes (link_id, version) values ('', ${nextVersion[tx.dialect]})
        on conflict (link_id) do update set version = excluded.version`,
    ),
  )
}

/** The links of an account that is closed lead nowhere any more: every process forgets what it has in memory. */
export const deleteLinks: OnAccountDeleted = async (accountId, { store }) => {
  const one = await store.get(store.sql('links').select('id').where({ owner: accountId }).limit(1))
  if (one) await store.write(noteAll)
}
