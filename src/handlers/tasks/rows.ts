import type { Result } from '#generated/server/handlers.ts'
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

export interface CountRow {
  total: number | string
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

/** A new task in status `todo`. */
export const insert = statement<NewTask>((sql, param) =>
  sql('tasks')
    .insert({
      id: param('id'),
      owner: param('owner'),
      title: param('title'),
      status: 'todo',
      assignee: param('assignee'),
      is_done: false,
      rank: param('now'),
      due_at: param('due_at'),
      snippet: param('snippet'),
      detail: param('detail'),
      created_at: param('now'),
      updated_at: param('now'),
    })
    .returning(taskColumns),
)

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

/**
 * Changes one of the owner's tasks; null leaves a column as it is. One statement, so that changes of the same task at the same
 * moment all count.
 */
export const update = statement<Change>((sql, param) => {
  const orAsItIs = (column: keyof Change & string) => sql.raw('coalesce(?, ??)', [param(column), column])
  return sql('tasks')
    .where({ id: param('id'), owner: param('owner') })
    .update({
      title: orAsItIs('title'),
      status: orAsItIs('status'),
      snippet: orAsItIs('snippet'),
      detail: orAsItIs('detail'),
      result: orAsItIs('result'),
      is_done: sql.raw(`coalesce(?, status) = 'done'`, [param('status')]),
      rank: sql.raw(`case when coalesce(?, status) = 'done' then -cast(? as bigint) else created_at end`, [
        param('status'),
        param('now'),
      ]),
      updated_at: param('now'),
    })
    .returning(taskColumns)
})

export const byId = statement<{ id: string; owner: string }>((sql, param) =>
  sql('tasks')
    .select(taskColumns)
    .where({ id: param('id'), owner: param('owner') }),
)

export const remove = statement<{ id: string; owner: string }>((sql, param) =>
  sql('tasks')
    .where({ id: param('id'), owner: param('owner') })
    .delete(),
)

type PageOf = { owner: string; offset: number; limit: number }

/** A page of the open tasks, oldest first, then the done ones, the latest change first. */
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

/** The task that has waited longest for the agent. */
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
