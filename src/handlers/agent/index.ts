import { families } from '#generated/server/operations.ts'
import { isCapability } from '#runtime/accounts/grant.ts'
import { Passkeys } from '#runtime/accounts/passkeys.ts'
import { handles } from '#runtime/jobs/kind.ts'
import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import { approvalSubscriber, resumeJob } from './approval-subscriber.ts'
import { Deciding } from './deciding.ts'
import { migrations } from './migrations/index.ts'
import { NamedAgents, serveNamedAgent } from './named-agents.ts'
import { Threads } from './threads.ts'

export interface AgentDeps extends Pick<FamilyWorld, 'agent' | 'approvals' | 'bus' | 'queue' | 'clock' | 'store'> {
  readonly deciding: Deciding
  readonly passkeys: Passkeys
  readonly agents: NamedAgents
  readonly threads: Threads
}

/** The services that an agent can be given, sorted. */
const services = families.filter((name) => !isCapability(name)).sort()

export const agent = family('agent', {
  migrations,
  tables: [
    {
      table: 'agents',
      account: 'owner',
      marked: { never: 'Only people and their programs can set up agents.' },
      whenDeleted: 'delete',
      archive: { file: 'agents', key: 'id', booleans: ['all_services'], json: ['services'] },
    },
    {
      table: 'agent_threads',
      account: 'owner',
      marked: { never: 'It has a mark that nobody clears: `has_foreign_text`.' },
      whenDeleted: 'delete',
      archive: {
        file: 'agent-threads',
        key: 'id',
        without: ['busy_run', 'busy_until'],
        booleans: ['has_foreign_text'],
      },
    },
    {
      table: 'agent_messages',
      account: 'owner',
      marked: { never: 'Its thread has the mark.' },
      whenDeleted: 'delete',
      archive: { file: 'agent-messages', key: 'id', json: ['calls'] },
    },
  ],
  open: (world): AgentDeps => ({
    agent: world.agent,
    approvals: world.approvals,
    ...{ bus: world.bus, queue: world.queue, clock: world.clock, store: world.store },
    deciding: new Deciding(world),
    passkeys: new Passkeys(world),
    agents: new NamedAgents(world, services),
    threads: new Threads(world),
  }),
  serves: (deps) => [serveNamedAgent(deps)],
  spenders: async ({ agents }, account) =>
    (await agents.list(account)).map(({ id, name }) => ({ kind: 'agent', subject: id, name })),
  subscribes: (deps) => [approvalSubscriber(deps)],
  jobs: (deps) => [handles(resumeJob, async (job) => (await import('./jobs/resume-run.ts')).resumeRun(deps, job))],
  pages: [
    {
      at: '/approvals',
      for: 'visitor',
      load: async (site, deps) => (await import('./pages/approvals.ts')).approvalPages(site, deps),
    },
    {
      at: '/settings/agents',
      for: 'owner',
      load: async (site, { agents }) => (await import('./pages/agents.ts')).agentPages(site, agents),
    },
    {
      at: '/assistant',
      for: 'visitor',
      load: async (site, deps) => (await import('./pages/assistant.ts')).assistantPages(site, deps),
    },
  ],
})
