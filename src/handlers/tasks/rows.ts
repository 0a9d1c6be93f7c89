import type { Knex } from 'knex'
import type { Result } from '#generated/server/handlers.ts'
import { rowsWithIds } from '../../runtime/store/dialect-sql.ts'
import { keepIfNull, ownedRows } from '../../runtime/store/owned-rows.ts'
import { type Param, statement } from '../../runtime/store/statement.ts'
import { countUpTo } from '../../runtime/store/total.ts'
import type { Writer } from '../../runtime/store/types.ts'
import { asBoolean } from '../../runtime/store/values.ts'

type Task = Result<'tasks.read'>
export type Status = Task['status']
export type Assignee = Task['assignee']

/** A row of `tasks` as lists show it. */
export interface EntryRow {
  id: string
  title: string
  status: Status
  assignee: Assignee
  due_at: number | string | null
  snippet: string | null
  is_done: boolean | number
  rank: number | string
  by_others: boolean | number
  created_at: number | string
  updated_at: number | string
}

/** A whole row. */
export interface TaskRow extends Omit<EntryRow, 'snippet' | 'is_done' | 'rank'> {
  detail: string | null
  result: string | null
}

const shared = ['id', 'title', 'status', 'assignee', 'due_at', 'by_others', 'created_at', 'updated_at']
const entryColumns = [...shared, 'snippet', 'is_done', 'rank']
const taskColumns = [...shared, 'detail', 'result']

type NewTask = Pick<EntryRow & TaskRow, 'id' | 'title' | 'assignee' | 'snippet' | 'detail'> & {
  owner: string
  due_at: number | null
  now: number
}

const owned = ownedRows<TaskRow>('tasks', taskColumns)

/** A new task in status `todo`. */
export const insert = owned.insert<NewTask>(['title', 'assignee', 'due_at', 'snippet', 'detail'], {
  values: (_, param) => ({ status: 'todo', is_done: false, rank: param('now') }),
})

type Change = {
  id: string
  owner: string
  title: string | null
  status: Status | null
  snippet: string | null
  detail: string | null
  result: string | null
  now: number
}

/** Null leaves a column as it is. One statement, so that simultaneous changes of one task all count. */
export const update = owned.update<Change>((sql, param) => ({
  title: keepIfNull(sql, param, 'title'),
  status: keepIfNull(sql, param, 'status'),
  snippet: keepIfNull(sql, param, 'snippet'),
  detail: keepIfNull(sql, param, 'detail'),
  result: keepIfNull(sql, param, 'result'),
  is_done: sql.raw(`coalesce(?, status) = 'done'`, [param('status')]),
  rank: sql.raw(`case when coalesce(?, status) = 'done' then -cast(? as bigint) else created_at end`, [
    param('status'),
    param('now'),
  ]),
  updated_at: param('now'),
}))

type StatusChange = {
  id: string
  owner: string
  status: Status
  if_status: Status
  result: string | null
  now: number
  by_others?: boolean | undefined
}

/** Nothing unless the task has the status `if_status`: of two who try at the same time one succeeds. */
const moveOn = statement<StatusChange>((sql, param) =>
  sql('tasks')
    .where({ id: param('id'), owner: param('owner'), status: param('if_status') })
    .update({
      status: param('status'),
      result: keepIfNull(sql, param, 'result'),
      is_done: sql.raw(`? = 'done'`, [param('status')]),
      by_others: sql.raw('by_others or ?', [param('by_others')]),
      rank: sql.raw(`case when ? = 'done' then -cast(? as bigint) else created_at end`, [
        param('status'),
        param('now'),
      ]),
      updated_at: param('now'),
    })
    .returning(taskColumns),
)

export function setStatus(tx: Writer, change: StatusChange): Promise<TaskRow | undefined> {
  return tx.get<TaskRow>(moveOn({ ...change, by_others: change.by_others ?? false }))
}

export const { find, delete: remove } = owned

type Key = Pick<EntryRow, 'id' | 'rank' | 'is_done'>

/** The place of a task in the order of lists. */
export const keyOf = ({ is_done, rank, id }: Key): [number, number, string] => [
  asBoolean(is_done) ? 1 : 0,
  Number(rank),
  id,
]

type Within = { owner: string; status?: Status }
type After = Within & { is_done: boolean; rank: number; id: string; limit: number }

/** The tasks that have the values of some columns, in an order that an index has. */
function lists(columns: (keyof Within)[], order: (keyof After & keyof EntryRow)[]) {
  const within = (sql: Knex, param: Param<Within>) => sql('tasks').where(param.columns(...columns))
  const places = order.map(() => '?').join(', ')
  return {
    /** The ids come from an index, so that a task that is skipped is not read. */
    page: statement<Within & { offset: number; limit: number }>((sql, param) => {
      const ids = within(sql, param).select('id').orderBy(order).limit(param('limit')).offset(param('offset'))
      return rowsWithIds(sql, 'tasks', ids).select(entryColumns).orderBy(order)
    }),
    pageAfter: statement<After>((sql, param) =>
      within(sql, param)
        .select(entryColumns)
        .whereRaw(`(${order.join(', ')}) > (${places})`, order.map(param))
        .orderBy(order)
        .limit(param('limit')),
    ),
    count: statement<Within>((sql, param) => countUpTo(sql, within(sql, param), order[0] as string)),
  }
}

/** Open tasks, oldest first, then the completed ones, most recently changed first. */
export const all = lists(['owner'], ['is_done', 'rank', 'id'])
/** The same for tasks of one status, which are all done or none of them. */
export const inStatus = lists(['owner', 'status'], ['rank', 'id'])

/** The oldest task that waits for the agent. */
export const nextForAgent = statement<{ owner: string }>((sql, param) =>
  sql('tasks')
    .select(taskColumns)
    .where({ owner: param('owner'), assignee: 'agent', status: 'todo' })
    .orderBy(['created_at', 'id'])
    .limit(1),
)

export const countForAgent = statement<{ owner: string }>((sql, param) =>
  countUpTo(sql, sql('tasks').where({ owner: param('owner'), assignee: 'agent', status: 'todo' }), 'created_at'),
)
