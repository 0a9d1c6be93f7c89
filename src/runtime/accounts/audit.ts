import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { firstCharacters } from '../base/text/first-characters.ts'
import { storable } from '../base/text/storable-text.ts'
import type { Store, Writer } from '../store/types.ts'

/** The recorded actions: those that affect rights, and those of administrators. */
export const auditActions = [
  'account_created',
  'account_deleted',
  'account_demoted',
  'account_disabled',
  'account_enabled',
  'account_promoted',
  'announcement_removed',
  'announcement_set',
  'audit_exported',
  'budget_set',
  'connection_added',
  'connection_removed',
  'credits_given',
  'data_exported',
  'demotion_refused',
  'identity_linked',
  'identity_unlinked',
  'impersonation_began',
  'impersonation_ended',
  'invitation_made',
  'invitation_withdrawn',
  'job_discarded',
  'job_retried',
  'key_rotated',
  'mail_dropped',
  'mail_retried',
  'passkey_added',
  'passkey_removed',
  'password_changed',
  'password_refused',
  'password_reset',
  'payment_resolved',
  'program_allowed',
  'program_revoked',
  'program_trusted',
  'quota_removed',
  'quota_set',
  'recovery_address_confirmed',
  'recovery_address_removed',
  'recovery_codes_made',
  'reset_link_made',
  'reset_requested',
  'rules_set',
  'second_factor_off',
  'second_factor_on',
  'second_factor_refused',
  'second_factor_reset',
  'session_ended',
  'sessions_ended',
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'token_created',
  'token_revoked',
] as const

export type AuditAction = (typeof auditActions)[number]

/** Refused actions: they are logged as warnings. */
const refusals: ReadonlySet<AuditAction> = new Set(['password_refused', 'second_factor_refused', 'sign_in_failed'])

export interface AuditEntry {
  readonly action: AuditAction
  /** The username of the actor; absent if not signed in, and for the command line. */
  readonly actor?: string | undefined
  /** The username of the affected account, if it exists. */
  readonly subject?: string | undefined
  /** The IP address; absent for the command line. */
  readonly address?: string | undefined
  readonly via: 'page' | 'command'
  /** Further identification, such as the id of a token. Never a secret. */
  readonly detail?: string | undefined
}

export interface RecordedAct extends AuditEntry {
  /** Grows with every entry. */
  readonly id: number
  /** Epoch milliseconds. */
  readonly atMs: number
}

export interface AuditPage {
  /** Only entries before this one. */
  readonly before?: number | undefined
  readonly limit: number
  /** Only actions by or on this username. */
  readonly account?: string | undefined
  readonly action?: AuditAction | undefined
}

export interface AuditOptions {
  readonly store: Store
  readonly clock: Clock
  /** AUDIT_DAYS */
  readonly auditDays: number
  readonly log?: Pick<Log, 'info' | 'warn' | 'error'> | undefined
  /** The maximum number of entries of any age. */
  readonly maxEntries?: number
}

const defaultMaxEntries = 200_000
/** Failed sign-ins from many addresses must not fill the disk between two hours. */
const purgeEvery = 1000
const purgeBatch = 500
const maxTextLength = 200
const msPerDay = 86_400_000

interface Row {
  readonly id: number | string
  readonly at: number | string
  readonly action: AuditAction
  readonly actor: string | null
  readonly subject: string | null
  readonly address: string | null
  readonly via: AuditEntry['via']
  readonly detail: string | null
}

/** The audit log in this store. */
export function createAuditLog(options: AuditOptions) {
  const { store, clock, log } = options
  let written = 0

  /** To the log of the server. */
  function report(entry: AuditEntry): void {
    const { action, via } = entry
    const fields = { action, via, ...present(textsOf(entry)) }
    if (refusals.has(action)) log?.warn(fields, 'audit')
    else log?.info(fields, 'audit')
  }
  const rowOf = (entry: AuditEntry) => ({
    ...{ at: clock.now(), action: entry.action, via: entry.via },
    ...textsOf(entry),
  })

  async function record(entry: AuditEntry): Promise<void> {
    // Before the database: the log has the action even if the database fails.
    report(entry)
    try {
      await store.run(store.sql('audit_log').insert(rowOf(entry)))
      written += 1
      if (written % purgeEvery === 0) await purge(options)
    } catch (failure) {
      log?.error({ err: failure, action: entry.action }, 'audit entry not written')
    }
  }

  return {
    /** Writes an entry to the database and the log. Never rejects: the action itself must not fail because of it. */
    record,
    /** Writes an entry in the transaction of an action that must not happen without it. */
    async recordWithin(tx: Writer, entry: AuditEntry): Promise<void> {
      await tx.run(tx.sql('audit_log').insert(rowOf(entry)))
      tx.afterCommit(() => report(entry))
    },
    /** Entries, newest first. */
    async page({ before, limit, account, action }: AuditPage): Promise<RecordedAct[]> {
      const query = store.sql('audit_log').orderBy('id', 'desc').limit(limit)
      if (before !== undefined) query.where('id', '<', before)
      if (action !== undefined) query.where({ action })
      if (account !== undefined) query.where((either) => either.where({ actor: account }).orWhere({ subject: account }))
      return (await store.all<Row>(query)).map(actOf)
    },
    /** Deletes entries that are too old, and the oldest of too many. */
    purge: (signal?: AbortSignal) => purge(options, signal),
  }
}

export type AuditLog = ReturnType<typeof createAuditLog>

async function purge({ store, clock, auditDays, maxEntries = defaultMaxEntries }: AuditOptions, signal?: AbortSignal) {
  const table = () => store.sql('audit_log')
  const newest = await store.get<{ id: number | string }>(table().select('id').orderBy('id', 'desc').limit(1))
  if (!newest) return
  const surplus = Number(newest.id) - maxEntries
  const outdated = clock.now() - auditDays * msPerDay
  for (const over of [table().where('at', '<', outdated), table().where('id', '<=', surplus)]) {
    while (!signal?.aborted) {
      const batch = over.clone().select('id').limit(purgeBatch)
      const { changes } = await store.run(table().whereIn('id', batch).delete())
      if (changes < purgeBatch) break
      await setImmediate()
    }
  }
}

function short(text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  return firstCharacters(storable(text), maxTextLength)
}

function textsOf({ actor, subject, address, detail }: AuditEntry): Record<string, string | null> {
  return { actor: short(actor), subject: short(subject), address: short(address), detail: short(detail) }
}

function present(texts: Record<string, string | null>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null))
}

function actOf({ id, at, action, via, ...texts }: Row): RecordedAct {
  const { actor, subject, address, detail } = texts
  return { id: Number(id), atMs: Number(at), action, via, ...present({ actor, subject, address, detail }) }
}
