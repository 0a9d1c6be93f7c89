import { type ServedQuery, serve } from '#runtime/base/query.ts'
import { groupMembership, groupsOfAccount, type Membership } from './contracts.ts'
import type { GroupsDeps } from './index.ts'
import * as rows from './rows.ts'

export function serveMembership({ store }: Pick<GroupsDeps, 'store'>): ServedQuery[] {
  return [
    serve(groupMembership, async ({ group, account }) => {
      const row = await store.get<rows.SummaryRow>(rows.groupOf({ group, account }))
      return row && membershipOf(row, account)
    }),
    serve(groupsOfAccount, async ({ account }) => {
      const found = await store.all<rows.SummaryRow>(rows.groupsOf({ account }))
      return found.map((row) => ({ id: row.id, ...membershipOf(row, account) }))
    }),
  ]
}

function membershipOf(row: rows.SummaryRow, account: string): Membership {
  return { role: rows.roleOf(row, account, row.role), name: row.name, is_encrypted: rows.isEncrypted(row) }
}
