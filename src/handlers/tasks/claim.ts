import { serve } from '#runtime/base/query.ts'
import { claimTask } from './contracts.ts'
import type { TasksDeps } from './index.ts'
import * as rows from './rows.ts'

export const serveClaim = ({ store, clock }: TasksDeps) =>
  serve(claimTask, async ({ id, owner, from }) => {
    const now = clock.now()
    const row = await store.write(async (tx) => {
      const found = await rows.find(tx, { id, owner })
      if (found?.assignee !== 'agent' || !from.includes(found.status)) return undefined
      return rows.setStatus(tx, { id, owner, status: 'doing', if_status: found.status, result: null, now })
    })
    return { claimed: row !== undefined }
  })
