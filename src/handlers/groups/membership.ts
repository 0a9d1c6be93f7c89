import type { Publisher } from '#runtime/bus/bus.ts'
import type { Writer } from '#runtime/store/types.ts'
import { groupClosed, membersChanged } from './contracts.ts'
import * as rows from './rows.ts'

type Publishes = Pick<Publisher, 'publish'>

/** Tells others that an account has joined a group, or no longer belongs to it. */
export function publishMember(
  bus: Publishes,
  tx: Writer,
  group: string,
  { account, change }: { account: string; change: 'joined' | 'left' | 'removed' | 'closed' },
): Promise<void> {
  return bus.publish(tx, membersChanged, { group, account, change }, { key: group, account })
}

/**
 * Deletes a group for everybody in it.
 *
 * @param leaving an account that is being deleted, of which nothing is announced
 */
export async function closeGroup(bus: Publishes, tx: Writer, group: string, leaving?: string): Promise<void> {
  const members = await tx.all<{ account: string }>(rows.accountsIn({ group }))
  await tx.run(rows.remove({ group }))
  for (const { account } of members) {
    if (account !== leaving) await publishMember(bus, tx, group, { account, change: 'closed' })
  }
  await bus.publish(tx, groupClosed, { group }, { key: group })
}
