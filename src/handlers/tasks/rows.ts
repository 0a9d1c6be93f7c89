import type { Result } from '#generated/server/handlers.ts'
import { keepIfNull, ownedRows } from '../../runtime/store/owned-rows.ts'
import { statement } from '../../runtime/store/statement.ts'

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
  created_at: number | string
  updated_at: number | string
}

/** A whole row. */
export interface TaskRow extends Omit<EntryRow, 'snippet'> {
  detail: string | null
  result: string | null
}

const shared = ['id', 'title', 'status', 'assignee', 'due_at', 'created_at', 'updated_at']
const entryColumns = [...shared, 'snippet']
const taskColumns = [...shared, 'detail', 'result']

type NewTask = {
  id: string
  owner: string
  title: string
  assignee: Assignee
  due_at: number | null
  snippet: string | null
  detail: string | null
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

export const { find, delete: remove } = owned

type PageOf = { owner: string; offset: number; limit: number }

/** A page of the open tasks, oldest first, then the completed ones, most recently changed first. */
export const page = statement<PageOf>((sql, param) =>
  sql('tasks')
    .select(entryColumns)
    .where({ owner: param('owner') })
    .orderBy(['is_done', 'rank', 'id'])
    .limit(param('limit') as number)
    .offset(param('offset') as number),
)

export const pageInStatus = statement<PageOf & { status: Status }>((sql, param) =>
  sql('tasks')
    .select(entryColumns)
    .where({ owner: param('owner'), status: param('status') })
    .orderBy(['rank', 'id'])
    .limit(param('limit') as number)
    .offset(param('offset') as number),
)

export const countOf = statement<{ owner: string }>((sql, param) =>
  sql('tasks')
    .count({ total: '*' })
    .where({ owner: param('owner') }),
)

export const countInStatus = statement<{ owner: string; status: Status }>((sql, param) =>
  sql('tasks')
    .count({ total: '*' })
    .where({ owner: param('owner'), status: param('status') }),
)

/** The oldest task that waits for the agent. */
export const nextForAgent = statement<{ owner: string }>((sql, param) =>
  sql('tasks')
    .select(taskColumns)
    .where({ owner: param('owner'), assignee: 'agent', status: 'todo' })
    .orderBy(['created_at', 'id'])
    .limit(1),
)

export const countForAgent = statement<{ owner: string }>((sql, param) =>
  sql('tasks')
    .count({ total: '*' })
    .where({ owner: param('owner'), assignee: 'agent', status: 'todo' }),
)
