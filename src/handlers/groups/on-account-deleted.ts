import type { OnAccountDeleted } from '#runtime/accounts/removal.ts'
import { closeGroup } from './membership.ts'
import * as rows from './rows.ts'

/**
 * Closes the groups of an account that is being deleted, one after the other, and ends its memberships: nobody else can
 * decide who is to own a group.
 */
export const leaveGroups: OnAccountDeleted = async (account, { store, bus }, signal) => {
  for (const { id: group } of await store.all<{ id: string }>(rows.ownedBy({ account }))) {
    signal?.throwIfAborted()
    await store.write((tx) => closeGroup(bus, tx, group, account))
  }
  for (const { id: group } of await store.all<{ id: string }>(rows.groupsOf({ account }))) {
    signal?.throwIfAborted()
    await store.run(rows.removeMember({ group, account }))
  }
}
