import { skipLocked } from '../store/dialect-sql.ts'
import { statement } from '../store/statement.ts'
import type { Query, Reader } from '../store/types.ts'

export type JobState = 'waiting' | 'ready' | 'running' | 'done' | 'dead'

/** A job that was claimed. */
export interface ClaimedRow {
  readonly id: string
  readonly kind: string
  readonly lane: string
  readonly owner: string | null
  readonly payload: string
  readonly run_at: number | string
  readonly attempt: number
  readonly max_attempts: number
}

/** A job that a runner is, or was, running. */
export interface RunningRow {
  readonly id: string
  readonly kind: string
  readonly holder: string
  readonly machine: string
  readonly pid: number | string
  readonly until: number | string
  readonly attempt: number
  readonly max_attempts: number
}

/** How many due jobs become ready at once. */
export const maxPromoted = 500
/** How many finished jobs are deleted at once. */
export const purgeBatch = 500

export type NewJob = {
  id: string
  kind: string
  lane: string
  owner: string | null
  key: string | null
  payload: string
  state: JobState
  run_at: number
  max_attempts: number
  now: number
}

const columns = ['id', 'kind', 'lane', 'owner', 'key', 'payload', 'state', 'run_at', 'max_attempts'] as const
const queuedKey = "(kind, key) where state in ('waiting', 'ready') and key is not null"

function insertJob(onConflict: string) {
  return statement<NewJob>((sql, param) =>
    sql.raw(
      `insert into jobs (${columns.join(', ')}, attempt, created_at) values (${columns.map(() => '?').join(', ')}, 0, ?)
       on conflict ${queuedKey} ${onConflict} returning id`,
      [...columns.map((column) => param(column)), param('now')],
    ),
  )
}

/** Returns nothing if a job with the key is queued. */
export const insertUnlessQueued = insertJob('do nothing')

/** Sets the new time and payload of a queued job with the key; returns its id. */
export const insertOrReplace = insertJob(
  `do update set payload = excluded.payload, run_at = excluded.run_at, state = excluded.state, attempt = 0,
   owner = excluded.owner, lane = excluded.lane, error = null`,
)

export const queuedWithKey = statement<{ kind: string; key: string }>((sql, param) =>
  sql('jobs')
    .select('id')
    .where({ kind: param('kind'), key: param('key') })
    .whereRaw("state in ('waiting', 'ready')"),
)

export const deleteQueued = statement<{ kind: string; key: string }>((sql, param) =>
  sql('jobs')
    .where({ kind: param('kind'), key: param('key') })
    .whereRaw("state in ('waiting', 'ready')")
    .delete(),
)

/** How many jobs an account has queued, counted up to `most`. */
export const countQueued = statement<{ owner: string; most: number }>((sql, param) =>
  sql.raw(
    `select count(*) as total from (select 1 from jobs where owner = ? and state in ('waiting', 'ready') limit ?) as counted`,
    [param('owner'), param('most')],
  ),
)

/** Makes due jobs ready. */
export const promoteDue = statement<{ now: number }>((sql, param) =>
  sql.raw(
    `with due as materialized (select id as due_id from jobs where state = 'waiting' and run_at <= ? order by run_at
       limit ${maxPromoted} ${skipLocked(sql)})
     update jobs set state = 'ready' from due where jobs.id = due.due_id and state = 'waiting' returning id`,
    [param('now')],
  ),
)

/** The lanes that have ready jobs, in order after a given one, with one step through the index for each. */
export const lanesAfter = statement<{ after: string; until: string; limit: number }>((sql, param) =>
  sql.raw(
    `with recursive lanes (lane, step) as (
       select (select min(lane) from jobs where state = 'ready' and lane > ? and lane < ?), 1
       union all
       select (select min(jobs.lane) from jobs where state = 'ready' and jobs.lane > lanes.lane and jobs.lane < ?), step + 1
       from lanes where lanes.lane is not null and step < ?)
     select lane from lanes where lane is not null`,
    [param('after'), param('until'), param('until'), param('limit')],
  ),
)

/** How many jobs to take from a lane. */
export interface Share {
  readonly lane: string
  readonly count: number
}

interface Claim {
  readonly shares: readonly Share[]
  readonly kinds: readonly string[]
  readonly holder: string
  readonly machine: string
  readonly pid: number
  readonly until: number
  readonly now: number
}

/** Claims ready jobs of some lanes, the oldest of each. A job whose key is running has to wait for that run. */
export function claim(sql: Reader['sql'], { shares, kinds, holder, machine, pid, until, now }: Claim): Query {
  const kindMarks = kinds.map(() => '?').join(', ')
  const picks = shares.map(
    (_share, index) => `select id as picked_id from (select id from jobs where state = 'ready' and lane = ?
       and kind in (${kindMarks}) and not exists (select 1 from jobs as other where other.state = 'running'
       and other.kind = jobs.kind and other.key = jobs.key) order by run_at, id limit ? ${skipLocked(sql)}) as lane_${index}`,
  )
  return sql.raw(
    `with picked as materialized (${picks.join(' union all ')})
     update jobs set state = 'running', attempt = attempt + 1, holder = ?, machine = ?, pid = ?, lease_until = ?,
     started_at = ? from picked where jobs.id = picked.picked_id and state = 'ready'
     returning id, kind, lane, owner, payload, run_at, attempt, max_attempts`,
    [...shares.flatMap(({ lane, count }) => [lane, ...kinds, count]), holder, machine, pid, until, now],
  )
}

const released = { holder: null, machine: null, pid: null, lease_until: null }

/** Marks jobs of this holder as done. The payload is no longer needed. */
export function finish(
  sql: Reader['sql'],
  { ids, holder, now }: { ids: readonly string[]; holder: string; now: number },
) {
  return sql('jobs')
    .whereIn('id', ids)
    .where({ holder })
    .whereRaw("state = 'running'")
    .update({ state: 'done', payload: '{}', error: null, finished_at: now, ...released })
}

/** Queues claimed jobs again that have not started. */
export function unclaim(sql: Reader['sql'], { ids, holder }: { ids: readonly string[]; holder: string }): Query {
  return sql('jobs')
    .whereIn('id', ids)
    .where({ holder })
    .whereRaw("state = 'running'")
    .update({ state: 'ready', attempt: sql.raw('attempt - 1'), started_at: null, ...released })
}

interface Retry {
  readonly id: string
  readonly holder: string
  readonly attempt: number
  readonly runAt: number
  readonly error: string
  readonly now: number
}

/** Queues a failed job again; if one with its key was queued in the meantime, that one replaces it. */
export function retryLater(sql: Reader['sql'], { id, holder, attempt, runAt, error, now }: Retry): Query {
  const superseded = `exists (select 1 from jobs as other where other.kind = jobs.kind and other.key = jobs.key
    and other.state in ('waiting', 'ready'))`
  return sql.raw(
    `update jobs set state = case when ${superseded} then 'done' else 'waiting' end, run_at = ?, error = ?,
     finished_at = case when ${superseded} then cast(? as bigint) end, holder = null, machine = null, pid = null, lease_until = null
     where id = ? and holder = ? and attempt = ? and state = 'running' returning id`,
    [runAt, error, now, id, holder, attempt],
  )
}

/** Gives a job up. */
export function giveUp(sql: Reader['sql'], { id, holder, attempt, error, now }: Omit<Retry, 'runAt'>): Query {
  return sql('jobs')
    .where({ id, holder, attempt })
    .whereRaw("state = 'running'")
    .update({ state: 'dead', error, finished_at: now, ...released })
    .returning('id')
}

/** Returns the ids of the jobs whose lease this holder still had. */
export function renew(
  sql: Reader['sql'],
  { ids, holder, until }: { ids: readonly string[]; holder: string; until: number },
) {
  return sql('jobs')
    .whereIn('id', ids)
    .where({ holder })
    .whereRaw("state = 'running'")
    .update({ lease_until: until })
    .returning('id')
}

/** Jobs that others are running, those with the oldest leases first. */
export const runningByOthers = statement<{ holder: string; limit: number }>((sql, param) =>
  sql('jobs')
    .select('id', 'kind', 'holder', 'machine', 'pid', 'attempt', 'max_attempts', { until: 'lease_until' })
    .whereRaw("state = 'running'")
    .whereNot({ holder: param('holder') })
    .orderBy('lease_until')
    .limit(param('limit') as never),
)

/** When the next job is due, and when the next lease of another holder ends. */
export const nextTimes = statement<{ holder: string }>((sql, param) =>
  sql.raw(
    `select (select min(run_at) from jobs where state = 'waiting') as due,
     (select min(lease_until) from jobs where state = 'running' and holder <> ?) as lapse`,
    [param('holder')],
  ),
)

/** When the next job is due after `now`, except for those of some kinds. */
export function nextDue(sql: Reader['sql'], { now, except }: { now: number; except: readonly string[] }): Query {
  return sql('jobs')
    .min({ due: 'run_at' })
    .whereRaw("state = 'waiting'")
    .where('run_at', '>', now)
    .whereNotIn('kind', [...except])
}

/** Moves waiting jobs of some kinds to a later time. */
export function postpone(sql: Reader['sql'], { kinds, untilMs }: { kinds: readonly string[]; untilMs: number }): Query {
  return sql('jobs')
    .whereRaw("state = 'waiting'")
    .whereIn('kind', [...kinds])
    .where('run_at', '<', untilMs)
    .update({ run_at: untilMs })
}

function purge(state: 'done' | 'dead', order: string) {
  return statement<{ before: number }>((sql, param) =>
    sql.raw(
      `with old as materialized (select id as old_id from jobs where state = '${state}' and finished_at < ?
         order by ${order} limit ${purgeBatch} ${skipLocked(sql)})
       delete from jobs where id in (select old_id from old) returning id`,
      [param('before')],
    ),
  )
}

/** Deletes jobs that ended before a time, in batches. */
export const purgeDone = purge('done', 'finished_at')
export const purgeDead = purge('dead', 'id')
