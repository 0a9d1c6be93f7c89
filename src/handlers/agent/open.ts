import { families } from '#generated/server/operations.ts'
import { isCapability } from '../../runtime/accounts/grant.ts'
import type { FamilyWorld, OpenFamily } from '../../runtime/kit/family.ts'
import { Agents } from './named-agents.ts'
import { createAskHandlers } from './run-in-thread.ts'
import { Threads } from './threads.ts'

/** The services that an agent can be given, sorted. */
const services = families.filter((name) => !isCapability(name)).sort()

/** Opens the agent: asking it, its threads, the agents that people make, and the pages. */
export function openAgent(world: FamilyWorld): OpenFamily<'agent'> {
  const agents = new Agents(world, services)
  const threads = new Threads(world)
  return {
    answers: { 'agent.named': (which: Parameters<Agents['known']>[0]) => agents.known(which) },
    handlers: createAskHandlers({ world, agents, threads }),
    pages: async (site) => (await import('./pages/agents.ts')).agentPages(site, agents),
    visitorPages: async (site) => (await import('./pages/assistant.ts')).assistantPages(site, { agents, threads }),
  }
}
