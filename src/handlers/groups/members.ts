import type { Announcer } from '../../runtime/bus/bus.ts'
import type { Writer } from '../../runtime/store/types.ts'
import * as rows from './rows.ts'
import { groupClosed, membersChanged } from './topics.ts'

type Announces = Pick<Announcer, 'announce'>

/** Tells others that an account has joined a group, or no longer belongs to it. */
export function announceMember(
  bus: Announces,
  tx: Writer,
  group: string,
  { account, change }: { account: string; change: 'joined' | 'left' | 'removed' | 'closed' },
): Promise<void> {
  return bus.announce(tx, membersChanged, { group, account, change }, { key: group, account })
}

/**
 * Deletes a group for everybody in it.
 *
 * @param leaving an account that is being deleted, of which nothing is announced
 */
export async function closeGroup(bus: Announces, tx: Writer, group: string, leaving?: string): Promise<void> {
  const members = await tx.all<{ account: string }>(rows.accountsIn({ group }))
  await tx.run(rows.remove({ group }))
  for (const { account } of members) {
    if (account !== leaving) await announceMember(bus, tx, group, { account, change: 'closed' })
  }
  await bus.announce(tx, groupClosed, { group }, { key: group })
}
