import type { Args, Handler } from '#generated/server/handlers.ts'
import { servicesBeyond } from '#runtime/agent/tools.ts'
import type { NamedAgent } from '#runtime/agent/types.ts'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import type { Caller } from '#runtime/calls/caller.ts'
import type { AgentDeps } from '../index.ts'
import { agentResult } from '../results.ts'

export default ({ agents }: AgentDeps): Handler<'agent.add'> =>
  async ({ name, instructions, services, budgets, rules }, ctx) => {
    const owner = ctx.account.id
    const before = await agents.find({ owner, name })
    const form = {
      name,
      instructions: instructions ?? before?.instructions ?? '',
      services: services ? servicesOf(services) : (before?.services ?? 'all'),
    }
    for (const { services: reach } of before ? [before, form] : [form])
      checkReach(ctx.caller, reach === 'all' ? agents.services : reach)
    const id = await agents.save(owner, before?.id, form, { budgets, rules }, ctx.store)
    const limitsOf = await agents.limitsOf(owner)
    return { agent: agentResult(await agents.byId(owner, id), limitsOf(id)), is_new: before === undefined }
  }

/** @throws ApiError permission_denied if the agent could do more than a program that sets it up */
function checkReach(caller: Caller, services: readonly string[]): void {
  const beyond = servicesBeyond(caller, services)
  if (beyond.length === 0) return
  throw new ApiError(
    'permission_denied',
    `This token can set up agents only for services in which it may do everything. It may not do everything in ${beyond.slice(0, 5).join(', ')}.`,
  )
}

function servicesOf(services: NonNullable<Args<'agent.add'>['services']>): NamedAgent['services'] {
  if (!services.includes('all')) return [...new Set(services)]
  if (services.length === 1) return 'all'
  throw invalidArgument('services', 'must name either services or just all')
}
