import { oldFamily as family } from '../../runtime/kit/family.ts'
import { workEnded } from './contracts.ts'
import { migrations } from './migrations/index.ts'

export const work = family('work', {
  migrations,
  tables: [
    {
      table: 'work',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'work', key: 'id', json: ['evidence'] },
    },
    {
      table: 'work_runs',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'work-runs', key: 'id' },
      counting: 'kept',
    },
    {
      table: 'work_steps',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'work-steps', key: 'id', booleans: ['ok'] },
      counting: 'kept',
    },
  ],
  publishes: [workEnded],
  open: async (world) => (await import('./open.ts')).openWork(world),
})
