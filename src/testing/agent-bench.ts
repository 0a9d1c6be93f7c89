import { operations } from '../../generated/server/operations.ts'
import { OpenAgent } from '../runtime/agent/agent.ts'
import type { AgentCaller, AgentEvent, AgentResult, AgentRun } from '../runtime/agent/types.ts'
import { manualClock } from '../runtime/base/clock.ts'
import { createLog } from '../runtime/base/log.ts'
import type { KnownCall } from '../runtime/calls/incoming.ts'
import type { Outcome } from '../runtime/calls/outcome.ts'
import type { Models } from '../runtime/outbound/models/models.ts'

const account = { id: 'account_1', username: 'ada', namespace: 'onedoor', isAdmin: false, isNamespaceAdmin: false }

/** A signed-in person. */
export const session: AgentCaller = { kind: 'account', via: 'session', account, sessionId: 's' }

/** A caller by a token for some services. */
export function byToken(services: readonly string[], actions = true): AgentCaller {
  const scope = { allServices: false, services: new Set(services), capabilities: new Set(), scopes: new Set() } as const
  return { kind: 'account', via: 'token', account, grant: { account, tokenId: 't', ...scope, actions } as never }
}

interface AgentBench {
  readonly agent: OpenAgent
  /** The calls that were really made. */
  readonly made: KnownCall[]
  readonly events: AgentEvent[]
  ask(prompt: string, rest?: Partial<AgentRun>): Promise<AgentResult>
}

interface BenchOptions {
  readonly calls?: number
  readonly concurrency?: number
  readonly after?: () => AbortSignal
}

/** An agent whose calls are answered by the test, as the pipeline would answer them. */
export function agentWith(
  models: Models,
  answer: (call: KnownCall) => Partial<Outcome> | Promise<Partial<Outcome>>,
  { calls = 40, concurrency = 8, after }: BenchOptions = {},
): AgentBench {
  const made: KnownCall[] = []
  const events: AgentEvent[] = []
  const agent = new OpenAgent({
    config: { agentTimeoutMs: 300_000, agentCalls: calls, agentConcurrency: concurrency },
    models,
    tokens: { grantOf: () => Promise.reject(new Error('unused')) },
    store: undefined as never,
    clock: manualClock('2026-11-21T09:30:00Z'),
    log: createLog({ logLevel: 'silent' }),
    ...(after && { after }),
  })
  agent.begin({
    serves: () => true,
    async run(call) {
      made.push(call as KnownCall)
      const operation = operations.find(({ id }) => id === call.operationId)
      return { operation, ...(await answer(call as KnownCall)) } as never
    },
  })
  const ask: AgentBench['ask'] = (prompt, rest = {}) =>
    agent.run({
      caller: session,
      messages: [{ role: 'owner', text: prompt }],
      signal: new AbortController().signal,
      onEvent: (event) => void events.push(event),
      origin: 'agent',
      ...rest,
    })
  return { agent, made, events, ask }
}
