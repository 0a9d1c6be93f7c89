import type { Handler } from '#generated/server/handlers.ts'
import type { AgentDeps } from '../index.ts'
import { approvalResult } from '../results.ts'

export default ({ deciding }: AgentDeps): Handler<'agent.decide'> =>
  async ({ id, decision, scope = 'once', password }, ctx) => {
    const decided = await deciding.decide(
      { accountId: ctx.account.id, id, decision, scope },
      { password, verdicts: ctx.verdicts },
    )
    return { approval: approvalResult(decided) }
  }
