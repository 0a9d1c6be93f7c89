import type { Handler } from '#generated/server/handlers.ts'
import type { NamedAgent } from '#runtime/agent/types.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { quoting } from '#runtime/policy/own-text.ts'
import type { AgentDeps } from '../index.ts'
import type { ThreadRow } from '../rows.ts'
import { runInThread } from '../run-in-thread.ts'

export default (deps: AgentDeps): Handler<'agent.ask'> =>
  async ({ prompt, quotes, thread, choices }, ctx) => {
    const row = thread === undefined ? undefined : await deps.threads.find(ctx.account.id, thread)
    return runInThread(deps, ctx, {
      prompt: quoting(prompt, quotes),
      thread,
      choices,
      agent: row && (await agentOf(deps, row)),
    })
  }

/** The agent that a thread began with, unless it is the one without a name. */
async function agentOf({ agents }: AgentDeps, row: ThreadRow): Promise<NamedAgent | undefined> {
  if (row.agent_id === null) return undefined
  const found = await agents.find({ owner: row.owner, id: row.agent_id })
  if (found) return found
  throw new ApiError(
    'failed_precondition',
    `The agent ${row.agent_name ?? ''} that this thread uses was deleted. Omit thread to start a new one.`,
  )
}
