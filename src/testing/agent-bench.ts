import { setImmediate } from 'node:timers/promises'
import { type Operation, operations } from '../../generated/server/operations.ts'
import { OpenAgent } from '../runtime/agent/agent.ts'
import type { AgentCaller, AgentEvent, AgentResult, AgentRun } from '../runtime/agent/types.ts'
import type { Approval, Approvals, Proposed } from '../runtime/approvals/types.ts'
import { manualClock } from '../runtime/base/clock.ts'
import { createLog } from '../runtime/base/log.ts'
import { type Caller, credentialIdOf } from '../runtime/calls/caller.ts'
import type { KnownCall } from '../runtime/calls/incoming.ts'
import type { Outcome } from '../runtime/calls/outcome.ts'
import { Consent } from '../runtime/calls/person-consent.ts'
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
  /** The calls that a person was asked about. */
  readonly proposed: Proposed[]
  /** The runs whose approvals were ended. */
  readonly ended: readonly string[]
  readonly events: AgentEvent[]
  ask(prompt: string, rest?: Partial<AgentRun>): Promise<AgentResult>
}

interface BenchOptions {
  readonly calls?: number
  readonly concurrency?: number
  readonly after?: (ms: number) => AbortSignal
  /** What the person decides about each proposed call; none in time for `nobody`. */
  readonly decides?: 'allowed' | 'denied' | 'expired' | 'nobody'
  /** Where a run that goes on is stored; runs here have no thread or work to go on in if it is not given. */
  readonly waiting?: Partial<Pick<Approvals, 'park' | 'resume' | 'claim' | 'progress'>>
}

/** A person who decides about every call in the same way. */
function personWho(decides: NonNullable<BenchOptions['decides']>, proposed: Proposed[], ended: string[]): Approvals {
  const used = new Set<string>()
  const idOf = (each: Proposed) => `approval ${JSON.stringify([each.operation, each.args, each.actor, each.run])}`
  const asked = new Set<string>()
  return {
    async request(wanted) {
      const id = idOf(wanted)
      const isDecided = asked.has(id) && !used.has(id)
      if (!isDecided) proposed.push(wanted)
      asked.add(id)
      const isUsed = isDecided && decides === 'allowed'
      if (isUsed) used.add(id)
      return { id, digest: id, state: isUsed ? 'used' : 'pending' } as Approval
    },
    async find(_account, id) {
      const found = proposed.find((each) => idOf(each) === id) as Proposed
      const times = { createdAtMs: 0, expiresAtMs: 0, decidedAtMs: undefined }
      return { ...found, ...times, run: found.run, id, digest: id, state: 'pending' }
    },
    park: async () => false,
    resume: async () => false,
    claim: async () => undefined,
    progress: async () => false,
    async endRun(_account, run) {
      await setImmediate()
      ended.push(run)
    },
    use: async () => false,
    decided: (_id, signal) =>
      decides === 'nobody'
        ? new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        : Promise.resolve(decides),
  }
}

/** The policy of the pipeline, in front of calls that the test answers. */
function consentOf(approvals: Pick<Approvals, 'request' | 'use'>): Consent {
  const taints = { has: async () => false, add: async () => undefined }
  return new Consent({ taints, approvals })
}

/** An agent whose calls are answered by the test, as the pipeline would answer them. */
export function agentWith(
  models: Models,
  answer: (call: KnownCall) => Partial<Outcome> | Promise<Partial<Outcome>>,
  { calls = 40, concurrency = 8, after, decides = 'denied', waiting }: BenchOptions = {},
): AgentBench {
  const made: KnownCall[] = []
  const proposed: Proposed[] = []
  const ended: string[] = []
  const approvals = { ...personWho(decides, proposed, ended), ...waiting }
  const consent = consentOf(approvals)
  const events: AgentEvent[] = []
  const agent = new OpenAgent({
    config: { agentTimeoutMs: 300_000, agentCalls: calls, agentConcurrency: concurrency },
    models,
    tokens: { grantOf: () => Promise.reject(new Error('unused')) },
    approvals,
    store: undefined as never,
    clock: manualClock('2026-11-21T09:30:00Z'),
    log: createLog({ logLevel: 'silent' }),
    ...(after && { after }),
  })
  agent.begin({
    serves: () => true,
    async run(call) {
      const operation = operations.find(({ id }) => id === call.operationId) as Operation
      const caller = call.caller as Caller
      const args = call.args as Record<string, unknown>
      try {
        const question = await consent.question(operation, args, caller)
        const approved = { operation, caller, credentialId: credentialIdOf(caller), approved: () => {} }
        if (question) await consent.approve(approved, args, question)
      } catch (error) {
        return { operation, error } as never
      }
      made.push(call as KnownCall)
      const hasForeignText = operation.foreignText !== undefined
      return { operation, hasForeignText, ...(await answer(call as KnownCall)) } as never
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
  return { agent, made, proposed, ended, events, ask }
}
