import type { Clock } from '../../runtime/base/clock.ts'
import type { Store } from '../../runtime/store/types.ts'
import * as rows from './rows.ts'

interface Claim {
  readonly id: string
  readonly owner: string
  /** The statuses that it may have now. */
  readonly from: readonly rows.Status[]
}

/** Claims a task of the agent: it becomes `doing`, unless it is gone or has another status, so that nobody else does it. */
export function createClaim({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
  return async ({ id, owner, from }: Claim): Promise<{ claimed: boolean }> => {
    const now = clock.now()
    const row = await store.write(async (tx) => {
      const found = await rows.find(tx, { id, owner })
      if (found?.assignee !== 'agent' || !from.includes(found.status)) return undefined
      return rows.setStatus(tx, { id, owner, status: 'doing', if_status: found.status, result: null, now })
    })
    return { claimed: row !== undefined }
  }
}
