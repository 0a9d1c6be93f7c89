import { oldFamily as family } from '../../runtime/kit/family.ts'
import { migrations } from './migrations/index.ts'
import { taskAssigned } from './topics.ts'

export const tasks = family('tasks', {
  migrations,
  tables: [
    {
      table: 'tasks',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'tasks', key: 'id', without: ['rank', 'is_done', 'snippet'] },
    },
  ],
  publishes: [taskAssigned],
  open: async (world) => (await import('./open.ts')).openTasks(world),
})
