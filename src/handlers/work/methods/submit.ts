import type { Args, Handler } from '#generated/server/handlers.ts'
import type { NamedAgent } from '#runtime/agent/types.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { laterRightsOf } from '#runtime/calls/caller.ts'
import { quoting } from '#runtime/policy/own-text.ts'
import type { Writer } from '#runtime/store/types.ts'
import { namedAgent } from '../../agent/contracts.ts'
import { cancel } from '../cancel.ts'
import type { WorkDeps } from '../index.ts'
import { resultCheck } from '../result-schema.ts'
import { noSuchWork, readProgress } from '../results.ts'
import * as rows from '../rows/work.ts'
import { addWork, maxRuns, queueAgain } from '../work-queue.ts'

export default (deps: WorkDeps): Handler<'work.submit'> =>
  async (args, ctx) => {
    if (ctx.origin !== 'client')
      throw new ApiError(
        'permission_denied',
        'The agent cannot submit work, because it could keep submitting work forever.',
      )
    const request = requestOf(args)
    if (request.action !== 'cancel') deps.agent.require()
    const owner = ctx.account.id
    const agent = request.agent === undefined ? undefined : await findAgent(deps, owner, request.agent)
    if (request.schema !== undefined) await resultCheck(deps, request.schema, owner, ctx.signal)
    return deps.writeInTurn(ctx.store, owner, async (tx) => {
      const { prompt, action } = request
      const row =
        prompt === undefined
          ? await actions[action](deps, tx, { id: request.id, owner })
          : await addWork(deps, tx, { ...request, owner, prompt, token: laterRightsOf(ctx.caller), agent })
      return ctx.returns({ work: await readProgress(tx, row) })
    })
  }

const actions = { retry, cancel }

type Request =
  | {
      readonly prompt: string
      readonly agent: string | undefined
      readonly choices: Args<'work.submit'>['choices']
      readonly schema: string | undefined
      readonly action?: undefined
      readonly id?: undefined
    }
  | {
      readonly prompt?: undefined
      readonly agent?: undefined
      readonly schema?: undefined
      readonly action: keyof typeof actions
      readonly id: string
    }

/** @throws ApiError invalid_argument with every fault unless it is either a prompt, or an action with an id */
function requestOf(args: Args<'work.submit'>): Request {
  const { prompt, action, id, agent, quotes, choices, result_schema: schema } = args
  if (prompt !== undefined && action === undefined && id === undefined)
    return { prompt: quoting(prompt, quotes), agent, choices, schema }
  const onlyForPrompt = { agent, quotes, choices, result_schema: schema }
  const unneeded = Object.entries(onlyForPrompt).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const isRetry = prompt === undefined && action !== undefined && id !== undefined
  if (isRetry && unneeded.length === 0) return { action, id }
  const details =
    prompt === undefined && action === undefined && id === undefined
      ? [{ path: 'prompt', message: 'is required unless action and id are given' }]
      : [
          ...(prompt === undefined ? [] : [{ path: 'prompt', message: 'must be omitted if action or id is given' }]),
          ...(prompt === undefined ? unneeded : []).map((path) => ({
            path,
            message: 'must be omitted if action is given: the work is run again as it was submitted',
          })),
          ...(action === undefined ? [{ path: 'action', message: 'is required with id' }] : []),
          ...(id === undefined ? [{ path: 'id', message: 'is required with action' }] : []),
        ]
  const sentence = 'Send either prompt to submit work, or action and id to run work again or cancel it.'
  throw new ApiError('invalid_argument', sentence, { details })
}

/** @throws ApiError not_found */
async function findAgent({ query }: WorkDeps, owner: string, name: string): Promise<NamedAgent> {
  const found = await query(namedAgent, { owner, name })
  if (found) return found
  throw new ApiError('not_found', `You have no agent named ${quote(name)}. Create one at /settings/agents.`)
}

/** @throws ApiError not_found, conflict */
async function retry(deps: WorkDeps, tx: Writer, key: { id: string; owner: string }): Promise<rows.WorkRow> {
  const row = await rows.find(tx, key)
  if (!row) throw noSuchWork(key.id)
  if (row.status !== 'failed' && row.status !== 'blocked') {
    const message = `Only failed or blocked work can be run again, and this work is ${row.status}.`
    throw new ApiError('conflict', message)
  }
  if (Number(row.run_count) >= maxRuns)
    throw new ApiError(
      'conflict',
      `This work has already run ${maxRuns} times. Submit it again as new work, perhaps with a clearer description.`,
    )
  return queueAgain(deps, tx, row)
}
