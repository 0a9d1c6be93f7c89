import type { Handler } from '#generated/server/handlers.ts'
import type { AgentDeps } from '../index.ts'
import { agentResult } from '../results.ts'

export default ({ agents }: AgentDeps): Handler<'agent.list'> =>
  async (_args, ctx) => {
    const owner = ctx.account.id
    const [all, limitsOf] = await Promise.all([agents.list(owner), agents.limitsOf(owner)])
    return { items: all.map((agent) => agentResult(agent, limitsOf(agent.id))) }
  }
