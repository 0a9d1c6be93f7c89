import type { Answers } from '#runtime/bus/queries.ts'
import type { Reader } from '#runtime/store/types.ts'
import * as rows from './rows.ts'

/** What other families get to know of a group that an account belongs to. */
interface Membership {
  readonly role: 'member' | 'admin' | 'owner'
  readonly name: string
  readonly is_encrypted: boolean
}

function membershipOf(row: rows.SummaryRow, account: string): Membership {
  return { role: rows.roleOf(row, account, row.role), name: row.name, is_encrypted: rows.isEncrypted(row) }
}

/**
 * Answers two questions: `groups.membership`, what an account is to a group that it belongs to, and undefined for any
 * other one; and `groups.of_account`, all groups that an account belongs to, the newest first.
 */
export function createAnswers(store: Reader): Answers {
  return {
    'groups.membership': async (asked: {
      readonly group: string
      readonly account: string
    }): Promise<Membership | undefined> => {
      const { group, account } = asked
      const row = await store.get<rows.SummaryRow>(rows.groupOf({ group, account }))
      return row && membershipOf(row, account)
    },
    'groups.of_account': async ({ account }: { readonly account: string }) => {
      const found = await store.all<rows.SummaryRow>(rows.groupsOf({ account }))
      return found.map((row) => ({ id: row.id, ...membershipOf(row, account) }))
    },
  }
}
