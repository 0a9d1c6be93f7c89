import { statement } from '#runtime/store/statement.ts'
import type { Reader, Store } from '#runtime/store/types.ts'

/** The policies that are stored at most. */
export const maxPolicies = 2000

/** The policy of a domain. */
export type PolicyRow = {
  readonly domain: string
  /** The registered domain of which it is part. */
  readonly organization: string
  readonly policy_id: string
  readonly mode: 'enforce' | 'testing' | 'none'
  readonly fetched_at: number | string
  readonly expires_at: number | string
  /** A JSON list of names. */
  readonly mx: string
}

const select = statement<{ domain: string; now: number }>((sql, param) =>
  sql('mail_policies')
    .select('domain', 'organization', 'policy_id', 'mode', 'fetched_at', 'expires_at', 'mx')
    .where(param.columns('domain'))
    .where('expires_at', '>', param('now')),
)

/** The policy of a domain, unless it has expired. @param now in epoch milliseconds */
export function findPolicy(reader: Reader, domain: string, now: number): Promise<PolicyRow | undefined> {
  return reader.get<PolicyRow>(select({ domain, now }))
}

const upsert = statement<PolicyRow>((sql, param) =>
  sql('mail_policies')
    .insert(param.columns('domain', 'organization', 'policy_id', 'mode', 'fetched_at', 'expires_at', 'mx'))
    .onConflict('domain')
    .merge(),
)

// The organization with the most policies loses its oldest, so that a zone with endless subdomains evicts only its own.
const prune = statement<{ now: number; kept: number }>((sql, param) =>
  sql('mail_policies')
    .where('expires_at', '<=', param('now'))
    .orWhereIn(
      'domain',
      sql('mail_policies')
        .select('domain')
        .orderByRaw('count(*) over (partition by organization), fetched_at desc')
        .limit(100)
        .offset(param('kept')),
    )
    .delete(),
)

/** Stores or replaces the policy of a domain, and deletes those that have expired or exceed `maxPolicies`. */
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
