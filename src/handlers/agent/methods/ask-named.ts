import type { Handler } from '#generated/server/handlers.ts'
import { quoting } from '#runtime/policy/own-text.ts'
import type { AgentDeps } from '../index.ts'
import { runInThread } from '../run-in-thread.ts'

export default (deps: AgentDeps): Handler<'agent.ask_named'> =>
  async ({ name, prompt, quotes, thread, choices }, ctx) => {
    const agent = await deps.agents.byName(ctx.account.id, name)
    return runInThread(deps, ctx, { prompt: quoting(prompt, quotes), thread, choices, agent })
  }
