import type { AgentHandlers, Result } from '#generated/server/handlers.ts'
import type { AgentCaller, AgentEvent, AgentResult, NamedAgent } from '../../runtime/agent/types.ts'
import { ApiError, asApiError } from '../../runtime/base/errors.ts'
import { CallCancelled } from '../../runtime/calls/cancellation.ts'
import type { Context } from '../../runtime/calls/context.ts'
import type { FamilyWorld } from '../../runtime/kit/family.ts'
import type { Agents } from './named-agents.ts'
import type { OpenThread, Threads } from './threads.ts'

type Answer = Result<'agent.ask'>

export interface AskParts {
  readonly world: Pick<FamilyWorld, 'agent'>
  readonly agents: Agents
  readonly threads: Threads
}

/** Asking the agent, with or without a name. */
export function createAskHandlers(parts: AskParts): AgentHandlers<Context> {
  const { agents, threads } = parts
  return {
    async ask({ prompt, thread }, ctx) {
      const { agent_id: id, agent_name: name } =
        thread === undefined ? noAgent : await threads.find(ctx.account.id, thread)
      return answer(parts, ctx, { prompt, thread, agent: await agentOf(agents, ctx.account.id, id, name) })
    },
    async ask_named({ name, prompt, thread }, ctx) {
      return answer(parts, ctx, { prompt, thread, agent: await agents.byName(ctx.account.id, name) })
    },
  }
}

const noAgent = { agent_id: null, agent_name: null }

/** The agent of a thread. */
async function agentOf(
  agents: Agents,
  owner: string,
  id: string | null,
  name: string | null,
): Promise<NamedAgent | undefined> {
  if (id === null) return undefined
  try {
    return await agents.get(owner, id)
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.code !== 'not_found') throw failure
    throw new ApiError(
      'failed_precondition',
      `The agent ${name ?? ''} of this thread was deleted; leave out thread to begin a new one.`,
    )
  }
}

interface Asked {
  readonly prompt: string
  readonly thread: string | undefined
  readonly agent: NamedAgent | undefined
}

async function answer({ world, threads }: AskParts, ctx: Context, asked: Asked): Promise<Answer> {
  world.agent.require()
  const { agent } = asked
  const { id, username } = ctx.account
  const open = await threads.begin({ owner: { id, username }, ...asked })
  ctx.progress('thread', { thread: open.id })
  try {
    const result = await world.agent.run({
      caller: ctx.caller as AgentCaller,
      agent,
      messages: open.messages,
      hasForeignText: open.hasForeignText,
      signal: ctx.signal,
      onEvent: (event) => tell(ctx, event),
      origin: 'agent',
      requestId: ctx.requestId,
    })
    await open.answered(result)
    return answerOf(open, result)
  } catch (failure) {
    await failed({ world, open }, failure)
    throw failure
  }
}

/** Keeps what a run did before it failed. */
async function failed(
  { world, open }: { world: AskParts['world']; open: OpenThread },
  failure: unknown,
): Promise<void> {
  const { calls, costCredits } = world.agent.doneBefore(failure)
  const isLeft = failure instanceof CallCancelled
  const text = isLeft ? 'Stopped before the answer was done.' : `No answer: ${asApiError(failure).message}`
  // What it read is not known any more: better to take all of it for text by strangers.
  await open.failed(text, { calls, costCredits, hasForeignText: open.hasForeignText || calls.length > 0 })
}

function answerOf(open: OpenThread, { text, calls, costCredits }: AgentResult): Answer {
  return {
    text,
    thread: open.id,
    calls: calls.map(({ method, ok, text: said, cost_credits }) => ({ method, ok, text: said, cost_credits })),
    cost_credits: costCredits,
  }
}

function tell(ctx: Context, event: AgentEvent): void {
  const { type, ...data } = event
  if (event.type === 'called') {
    const { number, method, ok, text, cost_credits } = event.call
    ctx.progress(type, { number, method, ok, text, cost_credits })
  } else if (event.type === 'call') ctx.progress(type, { number: event.number, method: event.method })
  else ctx.progress(type, data)
}
