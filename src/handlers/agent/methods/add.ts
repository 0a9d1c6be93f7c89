import type { Args, Handler } from '#generated/server/handlers.ts'
import type { NamedAgent } from '#runtime/agent/types.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
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
    const id = await agents.save(owner, before?.id, form, { budgets, rules })
    const limitsOf = await agents.limitsOf(owner)
    return { agent: agentResult(await agents.byId(owner, id), limitsOf(id)) }
  }

function servicesOf(services: NonNullable<Args<'agent.add'>['services']>): NamedAgent['services'] {
  if (!services.includes('all')) return [...new Set(services)]
  if (services.length === 1) return 'all'
  throw invalidArgument('services', 'must name either services or only all')
}
