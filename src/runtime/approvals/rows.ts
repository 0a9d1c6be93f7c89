import type { Knex } from 'knex'
import { statement } from '../store/statement.ts'
import type { ApprovalState } from './types.ts'

/** A row of `approvals`. */
export interface ApprovalRow {
  id: string
  account_id: string
  digest: string
  operation: string
  arguments: string
  actor_kind: string
  actor_id: string | null
  actor_name: string | null
  run: string | null
  reason: string
  micro_credits: number | string
  state: ApprovalState
  created_at: number | string
  expires_at: number | string
  decided_at: number | string | null
}

/** A row of `approval_rules`. */
export interface RuleRow {
  id: string
  account_id: string
  operation: string
  object: string
  actor_kind: string
  actor_id: string
  actor_name: string | null
  run: string
  created_at: number | string
}

export const columns = [
  ...['id', 'account_id', 'digest', 'operation', 'arguments', 'actor_kind', 'actor_id', 'actor_name', 'run', 'reason'],
  ...['micro_credits', 'state', 'created_at', 'expires_at', 'decided_at'],
] as const

const ruleColumns = [
  ...['id', 'account_id', 'operation', 'object', 'actor_kind', 'actor_id', 'actor_name', 'run', 'created_at'],
] as const

type New = Pick<
  ApprovalRow,
  | 'id'
  | 'account_id'
  | 'digest'
  | 'operation'
  | 'arguments'
  | 'actor_kind'
  | 'actor_id'
  | 'actor_name'
  | 'run'
  | 'reason'
> & { micro_credits: number; now: number; expires: number }

export const insert = statement<New>((sql, param) =>
  sql('approvals').insert({
    ...param.columns('id', 'account_id', 'digest', 'operation', 'arguments', 'actor_kind', 'actor_id', 'actor_name'),
    ...param.columns('run', 'reason', 'micro_credits'),
    state: 'pending',
    created_at: param('now'),
    expires_at: param('expires'),
  }),
)

/** The latest approval with this digest that still counts. */
export const current = statement<{ account: string; digest: string; now: number }>((sql, param) =>
  sql('approvals')
    .select(columns)
    .where({ account_id: param('account'), digest: param('digest') })
    .whereIn('state', ['pending', 'allowed', 'denied'])
    .where('expires_at', '>', param('now'))
    .orderBy('id', 'desc')
    .limit(1),
)

/** The name of a token. */
export const tokenName = statement<{ id: string }>((sql, param) =>
  sql('tokens')
    .select('name')
    .where({ id: param('id') }),
)

/** A pending one with this digest whose time is over. */
export const stale = statement<{ account: string; digest: string; now: number }>((sql, param) =>
  sql('approvals')
    .select(columns)
    .where({ account_id: param('account'), digest: param('digest'), state: 'pending' })
    .where('expires_at', '<=', param('now')),
)

export const find = statement<{ id: string; account: string }>((sql, param) =>
  sql('approvals')
    .select(columns)
    .where({ id: param('id'), account_id: param('account') }),
)

export const stateOf = statement<{ id: string }>((sql, param) =>
  sql('approvals')
    .select('state', 'expires_at')
    .where({ id: param('id') }),
)

export const countPending = statement<{ account: string; now: number }>((sql, param) =>
  sql('approvals')
    .where({ account_id: param('account'), state: 'pending' })
    .where('expires_at', '>', param('now'))
    .count({ total: '*' }),
)

export const countPendingOfRun = statement<{ account: string; run: string; now: number }>((sql, param) =>
  sql('approvals')
    .where({ account_id: param('account'), state: 'pending', run: param('run') })
    .where('expires_at', '>', param('now'))
    .count({ total: '*' }),
)

/** Those of a caller that has no run, by its kind and id. */
export const countPendingOfActor = statement<{ account: string; kind: string; actor: string; now: number }>(
  (sql, param) =>
    sql('approvals')
      .where({ account_id: param('account'), state: 'pending', actor_kind: param('kind') })
      .whereNull('run')
      .where(sql.raw("coalesce(actor_id, '') = ?", [param('actor')]))
      .where('expires_at', '>', param('now'))
      .count({ total: '*' }),
)

/** Decides a pending one, once: for concurrent decisions one changes the row. */
export const decide = statement<{ id: string; account: string; state: string; now: number; expires: number }>(
  (sql, param) =>
    sql('approvals')
      .where({ id: param('id'), account_id: param('account'), state: 'pending' })
      .where('expires_at', '>', param('now'))
      .update({ state: param('state'), decided_at: param('now'), expires_at: param('expires') }),
)

/** Denies one whose call was not made yet. */
export const deny = statement<{ id: string; account: string; now: number; expires: number }>((sql, param) =>
  sql('approvals')
    .where({ id: param('id'), account_id: param('account') })
    .whereIn('state', ['pending', 'allowed'])
    .where('expires_at', '>', param('now'))
    .update({ state: 'denied', decided_at: param('now'), expires_at: param('expires') })
    .returning(columns),
)

/** Uses an allowed one, once. */
export const use = statement<{ id: string; digest: string; now: number }>((sql, param) =>
  sql('approvals')
    .where({ id: param('id'), digest: param('digest'), state: 'allowed' })
    .where('expires_at', '>', param('now'))
    .update({ state: 'used', used_at: param('now'), arguments: '{}' }),
)

export const expire = statement<{ id: string; now: number }>((sql, param) =>
  sql('approvals')
    .where({ id: param('id'), state: 'pending' })
    .where('expires_at', '<=', param('now'))
    .update({ state: 'expired' }),
)

/** Ends those of a run that nobody has decided or whose call was not made yet, and lets no process go on with it. */
export const withdraw = statement<{ account: string; run: string; now: number }>((sql, param) =>
  sql('approvals')
    .where({ account_id: param('account'), run: param('run') })
    .whereIn('state', ['pending', 'allowed'])
    .update({ state: 'expired', expires_at: param('now'), resumed_at: param('now'), waiting: null })
    .returning(columns),
)

/** The arguments of one that can no longer be used. */
export const dropArguments = statement<{ id: string }>((sql, param) =>
  sql('approvals')
    .where({ id: param('id') })
    .update({ arguments: '{}' }),
)

/** The contents of those that have certainly ended, and whose runs have not gone on. */
export const dropOldContents = statement<{ before: number }>((sql, param) =>
  sql('approvals')
    .where('created_at', '<', param('before'))
    .where((kept) => kept.whereNotNull('waiting').orWhereNot('arguments', '{}'))
    .update({ arguments: '{}', waiting: null }),
)

/** The ended ones of an account beyond so many, the oldest of them. */
export const removeBeyond = statement<{ account: string; now: number; kept: number }>((sql, param) =>
  sql('approvals')
    .whereIn(
      'id',
      sql('approvals')
        .select('id')
        .where({ account_id: param('account') })
        .whereNot('state', 'pending')
        .where((ended) => ended.whereNot('state', 'allowed').orWhere('expires_at', '<=', param('now')))
        .orderBy('id', 'desc')
        .limit(100)
        .offset(param('kept') as never),
    )
    .delete(),
)

export const removeOld = statement<{ before: number; limit: number }>((sql, param) =>
  sql('approvals')
    .whereIn('id', sql('approvals').select('id').where('created_at', '<', param('before')).limit(param('limit')))
    .delete(),
)

export const removeRunRules = statement<{ account: string; run: string }>((sql, param) =>
  sql('approval_rules')
    .where({ account_id: param('account'), run: param('run') })
    .delete(),
)

/** Rules of runs that have certainly ended. */
export const removeOldRunRules = statement<{ before: number }>((sql, param) =>
  sql('approval_rules').whereNot('run', '').where('created_at', '<', param('before')).delete(),
)

/** Only while it is pending: nothing would resume a run that is stored after the decision. */
export const setWaiting = statement<{ id: string; key: string; waiting: string }>((sql, param) =>
  sql('approvals')
    .where({ id: param('id'), state: 'pending' })
    .whereNull('resumed_at')
    .update({ waiting: param('waiting'), waiting_key: param('key') }),
)

export const waitingOf = statement<{ id: string }>((sql, param) =>
  sql('approvals')
    .select('waiting', 'waiting_key')
    .where({ id: param('id') })
    .whereNotNull('waiting'),
)

export const waitingByKey = statement<{ account: string; key: string }>((sql, param) =>
  sql('approvals')
    .select('id')
    .where({ account_id: param('account'), waiting_key: param('key') })
    .whereNotNull('waiting')
    .limit(1),
)

/** Lets one process go on with the run that waits. */
export const resume = statement<{ id: string; now: number }>((sql, param) =>
  sql('approvals')
    .where({ id: param('id') })
    .whereNull('resumed_at')
    .update({ resumed_at: param('now'), waiting: null }),
)

/** The same for a run whose state remains until it ends: the first process gets it. */
export const claim = statement<{ id: string; now: number }>((sql, param) =>
  sql('approvals')
    .where({ id: param('id') })
    .whereNull('resumed_at')
    .update({ resumed_at: param('now') })
    .returning('resumed_at'),
)

/** The same for a run whose process has ended: that process could store nothing any more. */
export const takeOver = statement<{ id: string; now: number }>((sql, param) =>
  sql('approvals')
    .where({ id: param('id') })
    .whereNotNull('waiting')
    .update({
      resumed_at: sql.raw('case when resumed_at >= ? then resumed_at + 1 else ? end', [param('now'), param('now')]),
    })
    .returning('resumed_at'),
)

/** Only for the process that goes on with the run. */
export const setProgress = statement<{ id: string; token: number; waiting: string | null }>((sql, param) =>
  sql('approvals')
    .where({ id: param('id'), resumed_at: param('token') })
    .update({ waiting: param('waiting') }),
)

export const forgetProgress = statement<{ account: string; key: string }>((sql, param) =>
  sql('approvals')
    .where({ account_id: param('account'), waiting_key: param('key') })
    .whereNotNull('resumed_at')
    .update({ waiting: null }),
)

type NewRule = Pick<RuleRow, 'id' | 'account_id' | 'operation' | 'object' | 'actor_kind' | 'actor_id' | 'run'> & {
  actor_name: string | null
  now: number
}

export const insertRule = statement<NewRule>((sql, param) =>
  sql('approval_rules')
    .insert({
      ...param.columns('id', 'account_id', 'operation', 'object', 'actor_kind', 'actor_id', 'actor_name', 'run'),
      created_at: param('now'),
    })
    .onConflict(['account_id', 'operation', 'object', 'actor_kind', 'actor_id', 'run'])
    .ignore(),
)

type Matching = Pick<RuleRow, 'account_id' | 'operation' | 'object' | 'actor_kind' | 'actor_id' | 'run'>

/** The rule for a call: one of its run, or one that always counts. */
export const matchingRule = statement<Matching>((sql, param) =>
  sql('approval_rules')
    .select('id')
    .where(param.columns('account_id', 'operation', 'object', 'actor_kind', 'actor_id'))
    .whereIn('run', ['', param('run') as never])
    .limit(1),
)

export const findRule = statement<{ id: string }>((sql, param) =>
  sql('approval_rules')
    .select('id')
    .where({ id: param('id') }),
)

export const rulesOf = statement<{ account: string; limit: number }>((sql, param) =>
  sql('approval_rules')
    .select(ruleColumns)
    .where({ account_id: param('account') })
    .orderBy('id', 'desc')
    .limit(param('limit') as never),
)

export const countRules = statement<{ account: string }>((sql, param) =>
  sql('approval_rules')
    .where({ account_id: param('account') })
    .count({ total: '*' }),
)

export const removeRule = statement<{ id: string; account: string }>((sql, param) =>
  sql('approval_rules')
    .where({ id: param('id'), account_id: param('account') })
    .delete(),
)

/** Only those that count as in this state now: what nobody decided or used in time has expired. */
export function inState(chosen: Knex.QueryBuilder, state: ApprovalState | undefined, now: number): void {
  const open = ['pending', 'allowed']
  if (state === undefined) return
  if (state !== 'expired') chosen.where({ state })
  if (open.includes(state)) chosen.where('expires_at', '>', now)
  if (state === 'expired')
    chosen.where((each) =>
      each.where({ state }).orWhere((late) => late.whereIn('state', open).where('expires_at', '<=', now)),
    )
}
