import type { Args, Result, TasksHandlers } from '#generated/server/handlers.ts'
import { timeZoneOf } from '../../runtime/accounts/profiles.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { newId } from '../../runtime/base/ids.ts'
import { snippetOf } from '../../runtime/base/text/markdown.ts'
import { oneLine } from '../../runtime/base/text/shorten.ts'
import type { Announcer } from '../../runtime/bus/bus.ts'
import { type Caller, credentialIdOf } from '../../runtime/calls/caller.ts'
import type { Context } from '../../runtime/calls/context.ts'
import { countedBeside, longPageOf, type Start, startOf } from '../../runtime/kit/long-page.ts'
import { countedBy } from '../../runtime/store/total.ts'
import type { Query, Writer } from '../../runtime/store/types.ts'
import { entryOf, taskOf } from './answers.ts'
import { isDay, parseDue } from './due.ts'
import * as rows from './rows.ts'
import { taskAssigned } from './topics.ts'

/** To-do items for the caller or for the agent. */
export function createTasks(bus: Pick<Announcer, 'announce'>): TasksHandlers<Context> {
  return { ...reading, ...changing, create: (args, ctx) => create(bus, args, ctx) }
}

async function create(
  bus: Pick<Announcer, 'announce'>,
  { title, detail, assignee = 'me', due }: Args<'tasks.create'>,
  ctx: Context,
): Promise<Result<'tasks.create'>> {
  const owner = ctx.account.id
  const task = {
    id: newId('task'),
    owner,
    title: oneLine(title),
    assignee,
    due_at: due === undefined ? null : parseDue(due, isDay(due) ? await timeZoneOf(ctx.store, owner) : undefined),
    snippet: detail === undefined ? null : snippetOf(detail),
    detail: detail ?? null,
    now: ctx.clock.now(),
  }
  return ctx.store.write(async (tx) => {
    const row = await rows.insert(tx, task)
    if (assignee === 'agent' && ctx.origin === 'client') await announce(bus, tx, row, { owner, caller: ctx.caller })
    return ctx.returns(taskOf(row))
  })
}

function announce(
  bus: Pick<Announcer, 'announce'>,
  tx: Writer,
  { id, title, detail }: rows.TaskRow,
  { owner, caller }: { owner: string; caller: Caller },
): Promise<void> {
  const token = credentialIdOf(caller)
  const payload = { id, title, ...(detail === null ? {} : { detail }), ...(token === undefined ? {} : { token }) }
  return bus.announce(tx, taskAssigned, payload, { account: owner, key: id })
}

const reading: Pick<TasksHandlers<Context>, 'list' | 'next' | 'read'> = {
  async list({ status, offset, cursor, limit = 20 }, ctx) {
    const owner = ctx.account.id
    const start = startOf({ offset, cursor }, ['number', 'number', 'text'])
    const count = status ? rows.countInStatus({ owner, status }) : rows.countOf({ owner })
    const reading = ctx.store.all<rows.EntryRow>(pageFrom(start, { owner, status, limit: limit + 1 }))
    const counting = countedBeside(
      start,
      async () => (await reading).length > 0,
      () => countedBy(ctx.store, count),
    )
    const [found, counted] = await Promise.all([reading, counting])
    return longPageOf(found, { limit, start, counted, keyOf: rows.keyOf }, entryOf)
  },

  async next(_, ctx) {
    const owner = ctx.account.id
    const [row, waiting] = await Promise.all([
      ctx.store.get<rows.TaskRow>(rows.nextForAgent({ owner })),
      countedBy(ctx.store, rows.countForAgent({ owner })),
    ])
    return {
      ...(row ? { task: taskOf(row) } : {}),
      waiting: waiting.total,
      ...(waiting.isAtLeast ? { is_waiting_at_least: true } : {}),
    }
  },

  async read({ id }, ctx) {
    const row = await rows.find(ctx.store, { id, owner: ctx.account.id })
    if (!row) throw noSuchTask(id)
    return taskOf(row)
  },
}

const changing: Pick<TasksHandlers<Context>, 'update' | 'delete'> = {
  async update({ id, title, detail, status, result, if_status: expected }, ctx) {
    const owner = ctx.account.id
    const isChange = [title, detail, status, result, expected].some((value) => value !== undefined)
    const change = {
      id,
      owner,
      title: title === undefined ? null : oneLine(title),
      status: status ?? null,
      snippet: detail === undefined ? null : snippetOf(detail),
      detail: detail ?? null,
      result: result ?? null,
      now: ctx.clock.now(),
    }
    const row = isChange
      ? await ctx.store.write(async (tx) => {
          if (expected !== undefined) await requireStatus(tx, { id, owner, expected, now: change.now })
          return rows.update(tx, change)
        })
      : await rows.find(ctx.store, { id, owner })
    if (!row) throw noSuchTask(id)
    return taskOf(row)
  },

  async delete({ id }, ctx) {
    if (!(await rows.remove(ctx.store, { id, owner: ctx.account.id }))) throw noSuchTask(id)
    return { id, deleted: true }
  },
}

function pageFrom(
  { offset, last }: Start,
  { owner, status, limit }: { owner: string; status: rows.Status | undefined; limit: number },
): Query {
  if (!last) {
    return status ? rows.pageInStatus({ owner, status, offset, limit }) : rows.page({ owner, offset, limit })
  }
  const [isDone, rank, id] = last as [number, number, string]
  const after = { owner, limit, rank, id }
  return status ? rows.pageInStatusAfter({ ...after, status }) : rows.pageAfter({ ...after, is_done: isDone === 1 })
}

/** Makes sure that the task has a status, until the transaction ends. @throws ApiError not_found, conflict */
async function requireStatus(
  tx: Writer,
  { id, owner, expected, now }: { id: string; owner: string; expected: rows.Status; now: number },
): Promise<void> {
  if (await rows.setStatus(tx, { id, owner, status: expected, if_status: expected, result: null, now })) return
  const row = await rows.find(tx, { id, owner })
  if (!row) throw noSuchTask(id)
  throw new ApiError('conflict', `The task is ${row.status}, not ${expected}: somebody else has changed it.`)
}

/** The same error for an unknown id and for another account's. */
function noSuchTask(id: string): ApiError {
  return new ApiError('not_found', `You have no task with the id "${id}"; tasks.list shows yours.`)
}
