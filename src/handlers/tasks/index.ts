import { family } from '../../runtime/calls/family.ts'
import { migrations } from './migrations/index.ts'
import { tasks as handlers } from './tasks.ts'

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
  open: () => ({ handlers }),
})
