import type { TasksHandlers } from '#generated/server/handlers.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { newId } from '../../runtime/base/ids.ts'
import { snippetOf } from '../../runtime/base/text/markdown.ts'
import { oneLine } from '../../runtime/base/text/shorten.ts'
import type { Context } from '../../runtime/calls/context.ts'
import { pageOf } from '../../runtime/calls/page.ts'
import { entryOf, taskOf } from './answers.ts'
import { parseDue } from './due.ts'
import * as rows from './rows.ts'

/** What is to be done, by the caller or by the agent. */
export const tasks: TasksHandlers<Context> = {
  async create({ title, detail, assignee = 'me', due }, ctx) {
    const call = rows.insert({
      id: newId('task'),
      owner: ctx.account.id,
      title: oneLine(title),
      assignee,
      due_at: due === undefined ? null : parseDue(due),
      snippet: detail === undefined ? null : snippetOf(detail),
      detail: detail ?? null,
      now: ctx.clock.now(),
    })
    const row = await ctx.store.write((tx) => tx.get<rows.TaskRow>(call))
    if (!row) throw new Error('An insert answered no row.')
    return taskOf(row)
  },

  async list({ status, offset = 0, limit = 20 }, ctx) {
    const owner = ctx.account.id
    const page = status ? rows.pageInStatus({ owner, status, offset, limit }) : rows.page({ owner, offset, limit })
    const count = status ? rows.countInStatus({ owner, status }) : rows.countOf({ owner })
    const [found, counted] = await Promise.all([
      ctx.store.all<rows.EntryRow>(page),
      ctx.store.get<rows.CountRow>(count),
    ])
    return pageOf(found.map(entryOf), counted?.total, offset)
  },

  async next(_, ctx) {
    const owner = ctx.account.id
    const [row, counted] = await Promise.all([
      ctx.store.get<rows.TaskRow>(rows.nextForAgent({ owner })),
      ctx.store.get<rows.CountRow>(rows.countForAgent({ owner })),
    ])
    return { ...(row ? { task: taskOf(row) } : {}), waiting: Number(counted?.total) }
  },

  async read({ id }, ctx) {
    const row = await ctx.store.get<rows.TaskRow>(rows.byId({ id, owner: ctx.account.id }))
    if (!row) throw noSuchTask(id)
    return taskOf(row)
  },

  async update({ id, title, detail, status, result }, ctx) {
    const owner = ctx.account.id
    const isChange = [title, detail, status, result].some((value) => value !== undefined)
    const call = rows.update({
      id,
      owner,
      title: title === undefined ? null : oneLine(title),
      status: status ?? null,
      snippet: detail === undefined ? null : snippetOf(detail),
      detail: detail ?? null,
      result: result ?? null,
      now: ctx.clock.now(),
    })
    const row = isChange
      ? await ctx.store.write((tx) => tx.get<rows.TaskRow>(call))
      : await ctx.store.get<rows.TaskRow>(rows.byId({ id, owner }))
    if (!row) throw noSuchTask(id)
    return taskOf(row)
  },

  async delete({ id }, ctx) {
    const { changes } = await ctx.store.run(rows.remove({ id, owner: ctx.account.id }))
    if (changes === 0) throw noSuchTask(id)
    return { id, deleted: true }
  },
}

/** One answer for an id that nobody has and for one that is somebody else's. */
function noSuchTask(id: string): ApiError {
  return new ApiError('not_found', `You have no task with the id "${id}"; tasks.list shows yours.`)
}
