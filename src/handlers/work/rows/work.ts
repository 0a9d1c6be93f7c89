import type { Knex } from 'knex'
import type { Result } from '#generated/server/handlers.ts'
import { ownedRows } from '#runtime/store/owned-rows.ts'
import { type Param, statement } from '#runtime/store/statement.ts'

type Item = NonNullable<Result<'work.read'>['items']>[number]
export type Status = Item['status']

export interface WorkRow {
  id: string
  owner: string
  prompt: string
  status: Status
  result: string | null
  evidence: string
  /** The result as JSON that is valid against `result_schema`. */
  data: string | null
  /** A JSON schema. */
  result_schema: string | null
  /** What the person picked, as JSON. */
  choices: string | null
  thread: string
  task: string | null
  token_id: string | null
  agent_id: string | null
  agent_name: string | null
  run_count: number | string
  /** Runs in sequence that were started again because their process had stopped. */
  restarts: number | string
  cost: number | string
  by_others: boolean | number
  queued_at: number | string
  created_at: number | string
  updated_at: number | string
}

/** Work with its position in the queue; null unless it waits. */
export type PlacedRow = WorkRow & { position: number | string | null }

export interface RunRow {
  number: number | string
  status: Exclude<Status, 'todo'>
  error: string | null
  started_at: number | string
  finished_at: number | string | null
}

export interface StepRow {
  run: number | string
  number: number | string
  method: string
  ok: boolean | number | null
  text: string
  cost: number | string
  started_at: number | string
  duration_ms: number | string
}

const columns = [
  ...[
    'id',
    'owner',
    'prompt',
    'status',
    'result',
    'evidence',
    'data',
    'thread',
    'task',
    'token_id',
    'agent_id',
    'agent_name',
  ],
  ...[
    'result_schema',
    'choices',
    'run_count',
    'restarts',
    'cost',
    'by_others',
    'queued_at',
    'created_at',
    'updated_at',
  ],
]

const owned = ownedRows<WorkRow>('work', columns)
export const { find } = owned

const given = ['prompt', 'thread', 'task', 'token_id', 'agent_id', 'agent_name', 'result_schema', 'choices'] as const

type NewWork = Pick<WorkRow, 'id' | 'owner' | (typeof given)[number]> & { now: number }

/** New work in status `todo`. */
export const insert = owned.insert<NewWork>(given, {
  values: (_, param) => ({ status: 'todo', evidence: '[]', run_count: 0, cost: 0, queued_at: param('now') }),
})

type Change = { id: string; owner: string; now: number }

/** Puts ended work back among what waits. */
export const setWaiting = owned.update<Change>((_, param) => ({
  status: 'todo',
  restarts: 0,
  queued_at: param('now'),
  updated_at: param('now'),
}))

/** Puts work whose process has stopped back where it waited. */
export const setRestarting = owned.update<Change>((sql, param) => ({
  status: 'todo',
  restarts: sql.raw('restarts + 1'),
  updated_at: param('now'),
}))

export const setCancelled = owned.update<Change>((_, param) => ({ status: 'cancelled', updated_at: param('now') }))

/** The position of waiting work in the queue of its account, from 1. */
function withPlace(sql: Knex, found: Knex.QueryBuilder): Knex.QueryBuilder {
  return found.select(columns.map((column) => `work.${column}`)).select(
    sql.raw(
      `case when work.status = 'todo' then (select count(*) from work as before where before.owner = work.owner
        and before.status = 'todo' and (before.queued_at, before.id) <= (work.queued_at, work.id)) end as position`,
    ),
  )
}

export const findByTask = statement<{ owner: string; task: string }>((sql, param) =>
  sql('work').select('id').where(param.columns('owner', 'task')),
)

export const findPlaced = statement<{ id: string; owner: string }>((sql, param) =>
  withPlace(sql, sql('work').where({ 'work.id': param('id'), 'work.owner': param('owner') })),
)

const newestFirst = 'work.created_at desc, work.id desc'

type Within = { owner: string; status?: Status }

/** The work that has the values of some columns. */
function lists(columns: (keyof Within)[]) {
  const within = (sql: Knex, param: Param<Within>) =>
    sql('work').where(Object.fromEntries(columns.map((column) => [`work.${column}`, param(column)])))
  return {
    page: statement<Within & { offset: number; limit: number }>((sql, param) =>
      withPlace(sql, within(sql, param)).orderByRaw(newestFirst).limit(param('limit')).offset(param('offset')),
    ),
    count: statement<Within>((sql, param) => within(sql, param).count({ total: '*' })),
  }
}

export const all = lists(['owner'])
export const inStatus = lists(['owner', 'status'])

export const runsOf = statement<{ work: string }>((sql, param) =>
  sql('work_runs')
    .select('number', 'status', 'error', 'started_at', 'finished_at')
    .where(param.columns('work'))
    .orderBy('number'),
)

export const stepsOf = statement<{ work: string }>((sql, param) =>
  sql('work_steps')
    .select('run', 'number', 'method', 'ok', 'text', 'cost', 'started_at', 'duration_ms')
    .where(param.columns('work'))
    .orderBy(['run', 'number']),
)

/** A step of a piece of work, if it has any. */
export const anyStep = statement<{ work: string }>((sql, param) =>
  sql('work_steps').select('number').where(param.columns('work')).limit(1),
)

const ended = ['done', 'failed', 'blocked', 'cancelled'] as const

/** Deletes up to 20 pieces of ended work of an account beyond the latest `kept`. */
export const deleteBeyond = statement<{ owner: string; kept: number }>((sql, param) =>
  sql('work')
    .whereIn(
      'id',
      sql
        .from(
          sql('work')
            .where(param.columns('owner'))
            .whereIn('status', ended)
            .select('id')
            .orderByRaw('created_at desc, id desc')
            .offset(param('kept'))
            .limit(20)
            .as('beyond'),
        )
        .select('id'),
    )
    .delete(),
)

/** Deletes up to `limit` pieces of ended work that have not changed since. */
export const deleteOld = statement<{ before: number; limit: number }>((sql, param) =>
  sql('work')
    .whereIn(
      'id',
      sql('work').whereIn('status', ended).where('updated_at', '<', param('before')).select('id').limit(param('limit')),
    )
    .delete(),
)
