import type { Clock } from '../../runtime/base/clock.ts'
import type { Publisher } from '../../runtime/bus/bus.ts'
import { family } from '../../runtime/kit/family.ts'
import type { Store } from '../../runtime/store/types.ts'
import { serveClaim } from './claim.ts'
import { taskAssigned } from './contracts.ts'
import { migrations } from './migrations/index.ts'
import { tasksSubscriber } from './subscriber.ts'

export interface TasksDeps {
  readonly store: Store
  readonly clock: Clock
  readonly bus: Pick<Publisher, 'publish'>
}

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
  open: ({ store, clock, bus }): TasksDeps => ({ store, clock, bus }),
  serves: (deps) => [serveClaim(deps)],
  subscribes: () => [tasksSubscriber],
})
