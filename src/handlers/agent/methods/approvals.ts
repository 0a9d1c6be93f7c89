import type { Handler } from '#generated/server/handlers.ts'
import { pageOf } from '#runtime/kit/page.ts'
import type { AgentDeps } from '../index.ts'
import { approvalResult } from '../results.ts'

export default ({ approvals }: AgentDeps): Handler<'agent.approvals'> =>
  async ({ status, method, run, offset = 0, limit = 20 }, ctx) => {
    const { approvals: found, total } = await approvals.list(
      ctx.account.id,
      status,
      { offset, limit },
      { operation: method, run },
    )
    return pageOf(found.map(approvalResult), total, offset)
  }
