import { oldFamily as family } from '../../runtime/kit/family.ts'
import { migrations } from './migrations/index.ts'

export const agent = family('agent', {
  migrations,
  tables: [
    {
      table: 'agents',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'agents', key: 'id', booleans: ['all_services'], json: ['services'] },
    },
    {
      table: 'agent_threads',
      account: 'owner',
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
      whenDeleted: 'delete',
      archive: { file: 'agent-messages', key: 'id', json: ['calls'] },
    },
  ],
  open: async (world) => (await import('./open.ts')).openAgent(world),
})
