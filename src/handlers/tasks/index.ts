import { serve } from '#runtime/base/query.ts'
import type { Clock } from '../../runtime/base/clock.ts'
import type { Publisher } from '../../runtime/bus/bus.ts'
import { family } from '../../runtime/kit/family.ts'
import type { Store } from '../../runtime/store/types.ts'
import { claimTask, taskAssigned } from './contracts.ts'
import { migrations } from './migrations/index.ts'
import * as rows from './rows.ts'
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
      marked: ['title', 'detail', 'result'],
      archive: { file: 'tasks', key: 'id', without: ['rank', 'is_done', 'snippet'] },
    },
  ],
  publishes: [taskAssigned],
  open: ({ store, clock, bus }): TasksDeps => ({ store, clock, bus }),
  serves: (deps) => [serveClaim(deps)],
  subscribes: () => [tasksSubscriber],
})

const serveClaim = ({ store, clock }: TasksDeps) =>
  serve(claimTask, async ({ id, owner, from }) => {
    const now = clock.now()
    const row = await store.write(async (tx) => {
      const found = await rows.find(tx, { id, owner })
      if (found?.assignee !== 'agent' || !from.includes(found.status)) return undefined
      return rows.setStatus(tx, { id, owner, status: 'doing', if_status: found.status, result: null, now })
    })
    return { claimed: row !== undefined }
  })
