import type { Handler } from '#generated/server/handlers.ts'
import type { AgentDeps } from '../index.ts'

export default ({ agents }: AgentDeps): Handler<'agent.delete'> =>
  async ({ name }, ctx) => {
    const { id } = await agents.byName(ctx.account.id, name)
    await agents.delete(ctx.account.id, id, ctx.store)
    return { name }
  }
