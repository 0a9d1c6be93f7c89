import type { OnAccountDeleted } from '#runtime/accounts/removal.ts'
import { recordLoss } from '#runtime/live/stream-access.ts'
import { closeGroup } from './membership.ts'
import * as rows from './rows.ts'

/** Streams end at the next look of their process: this also runs in processes without streams, such as the command line. */
const live = { loseAccess: recordLoss }

/** Closes the account's groups one by one, since nobody else can choose a new owner, and ends its memberships. */
export const leaveGroups: OnAccountDeleted = async (account, { store, bus }, signal) => {
  for (const { id: group } of await store.all<{ id: string }>(rows.ownedBy({ account }))) {
    signal?.throwIfAborted()
    await store.write((tx) => closeGroup({ bus, live }, tx, group, account))
  }
  for (const { id: group } of await store.all<{ id: string }>(rows.groupsOf({ account }))) {
    signal?.throwIfAborted()
    await store.run(rows.removeMember({ group, account }))
  }
}
