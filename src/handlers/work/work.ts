import type { Args, Result, WorkHandlers } from '#generated/server/handlers.ts'
import type { NamedAgent } from '../../runtime/agent/types.ts'
import { ApiError, invalidArgument } from '../../runtime/base/errors.ts'
import { quote } from '../../runtime/base/text/quote.ts'
import { credentialIdOf } from '../../runtime/calls/caller.ts'
import type { Context } from '../../runtime/calls/context.ts'
import { pageOf } from '../../runtime/kit/page.ts'
import { totalOf } from '../../runtime/store/total.ts'
import type { Reader, Writer } from '../../runtime/store/types.ts'
import type { WriteInTurn } from './account-writes.ts'
import type { AskForAgent } from './named-agent.ts'
import { itemOf, progressOf } from './results.ts'
import * as rows from './rows/work.ts'
import { maxRuns, type WorkQueue } from './work-queue.ts'

/** The methods of work. */
export function createWork(queue: WorkQueue, writeInTurn: WriteInTurn, ask: AskForAgent): WorkHandlers<Context> {
  return {
    async read({ id, status, offset = 0, limit = 20 }, ctx) {
      const owner = ctx.account.id
      if (id !== undefined && status !== undefined) {
        throw invalidArgument('status', 'must be left out with an id', 'Give either id or status, not both.')
      }
      if (id !== undefined) return { total: 1, offset: 0, work: await workOf(ctx.store, { id, owner }) }
      const [found, total] = await Promise.all([
        ctx.store.all<rows.PlacedRow>(
          status ? rows.pageInStatus({ owner, status, offset, limit }) : rows.page({ owner, offset, limit }),
        ),
        totalOf(ctx.store, status ? rows.countInStatus({ owner, status }) : rows.count({ owner })),
      ])
      return pageOf(found.map(itemOf), total, offset)
    },

    async submit(args, ctx) {
      if (ctx.origin !== 'client') {
        throw new ApiError('permission_denied', 'The agent submits no work: it would work for itself without an end.')
      }
      const asked = askedBy(args)
      queue.requireAgent()
      const agent = asked.agent === undefined ? undefined : await agentOf(ask, ctx.account.id, asked.agent)
      return writeInTurn(ctx.store, ctx.account.id, async (tx) => {
        const row =
          asked.prompt === undefined
            ? await runAgain(queue, tx, { id: asked.id, owner: ctx.account.id })
            : await queue.add(tx, {
                owner: ctx.account.id,
                prompt: asked.prompt,
                token: credentialIdOf(ctx.caller),
                agent,
              })
        const work: Result<'work.submit'>['work'] = await workOf(tx, row)
        return ctx.returns({ work })
      })
    },
  }
}

type Asked =
  | { readonly prompt: string; readonly agent: string | undefined; readonly id?: undefined }
  | { readonly prompt?: undefined; readonly agent?: undefined; readonly id: string }

/** @throws ApiError invalid_argument with every fault unless it is either a prompt, or an action with an id */
function askedBy({ prompt, action, id, agent }: Args<'work.submit'>): Asked {
  if (prompt !== undefined && action === undefined && id === undefined) return { prompt, agent }
  const isRetry = prompt === undefined && action !== undefined && id !== undefined
  if (isRetry && agent === undefined) return { id }
  const details =
    prompt === undefined && action === undefined && id === undefined
      ? [{ path: 'prompt', message: 'is required, or action and id' }]
      : [
          ...(prompt === undefined ? [] : [{ path: 'prompt', message: 'must be left out with action or id' }]),
          ...(agent === undefined || prompt !== undefined
            ? []
            : [{ path: 'agent', message: 'must be left out with action: the agent that had it runs it again' }]),
          ...(action === undefined ? [{ path: 'action', message: 'is required with id' }] : []),
          ...(id === undefined ? [{ path: 'id', message: 'is required with action' }] : []),
        ]
  const sentence = 'Give either prompt, to submit work, or action and id, to run it again.'
  throw new ApiError('invalid_argument', sentence, { details })
}

/** @throws ApiError not_found */
async function agentOf(ask: AskForAgent, owner: string, name: string): Promise<NamedAgent> {
  const found = await ask({ owner, name })
  if (found) return found
  throw new ApiError('not_found', `You have no agent ${quote(name)}. Make one at /settings/agents.`)
}

/** @throws ApiError not_found, conflict */
async function runAgain(queue: WorkQueue, tx: Writer, key: { id: string; owner: string }): Promise<rows.WorkRow> {
  const row = await rows.find(tx, key)
  if (!row) throw noSuchWork(key.id)
  if (row.status !== 'failed' && row.status !== 'blocked') {
    const message = `Only failed or blocked work is run again; this is ${row.status}.`
    throw new ApiError('conflict', message)
  }
  if (Number(row.run_count) >= maxRuns) {
    throw new ApiError('conflict', `This has run ${maxRuns} times: submit it anew, perhaps in other words.`)
  }
  return queue.again(tx, row)
}

async function workOf(reader: Reader, { id, owner }: { id: string; owner: string }) {
  const row = await reader.get<rows.PlacedRow>(rows.findPlaced({ id, owner }))
  if (!row) throw noSuchWork(id)
  return progressOf(reader, row)
}

/** The same error for an unknown id and for another account's. */
function noSuchWork(id: string): ApiError {
  return new ApiError('not_found', `You have no work with the id ${quote(id)}; GET /work lists yours.`)
}
