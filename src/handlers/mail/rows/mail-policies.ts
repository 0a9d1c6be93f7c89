import { statement } from '#runtime/store/statement.ts'
import type { Reader, Store } from '#runtime/store/types.ts'

/** The policies that are stored at most. Each is at most as large as the file that it was read from. */
export const maxPolicies = 2000

/** The policy of a domain. */
export type PolicyRow = {
  readonly domain: string
  readonly policy_id: string
  readonly mode: 'enforce' | 'testing' | 'none'
  /** A JSON list of names. */
  readonly mx: string
  readonly fetched_at: number | string
  readonly expires_at: number | string
}

const select = statement<{ domain: string; now: number }>((sql, param) =>
  sql('mail_policies')
    .select('domain', 'policy_id', 'mode', 'mx', 'fetched_at', 'expires_at')
    .where(param.columns('domain'))
    .where('expires_at', '>', param('now')),
)

/** The policy of a domain, unless it has expired. @param now in epoch milliseconds */
export function findPolicy(reader: Reader, domain: string, now: number): Promise<PolicyRow | undefined> {
  return reader.get<PolicyRow>(select({ domain, now }))
}

const upsert = statement<PolicyRow>((sql, param) =>
  sql('mail_policies')
    .insert(param.columns('domain', 'policy_id', 'mode', 'mx', 'fetched_at', 'expires_at'))
    .onConflict('domain')
    .merge(),
)

const prune = statement<{ now: number; kept: number }>((sql, param) =>
  sql('mail_policies')
    .where('expires_at', '<=', param('now'))
    .orWhereIn(
      'domain',
      sql('mail_policies').select('domain').orderBy('fetched_at', 'desc').limit(100).offset(param('kept')),
    )
    .delete(),
)

/** Stores or replaces the policy of a domain, and deletes those that have expired and the oldest beyond `maxPolicies`. */
export async function storePolicy(store: Store, row: PolicyRow): Promise<void> {
  await store.write(async (tx) => {
    await tx.run(upsert(row))
    await tx.run(prune({ now: Number(row.fetched_at), kept: maxPolicies }))
  })
}

const report = statement<{ domain: string; now: number; before: number }>((sql, param) =>
  sql('mail_policies')
    .where(param.columns('domain'))
    .where((due) => due.whereNull('reported_at').orWhere('reported_at', '<=', param('before')))
    .update({ reported_at: param('now') }),
)

/** Records that a failure was reported. False if one was already reported after `before`. */
export async function beginReport(
  store: Store,
  { domain, now, before }: { domain: string; now: number; before: number },
): Promise<boolean> {
  return (await store.run(report({ domain, now, before }))).changes === 1
}
