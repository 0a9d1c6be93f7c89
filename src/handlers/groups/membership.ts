import type { Publisher } from '#runtime/bus/bus.ts'
import type { Writer } from '#runtime/store/types.ts'
import { groupClosed, membersChanged } from './contracts.ts'
import * as rows from './rows.ts'

type Bus = Pick<Publisher, 'publish'>

/** Publishes that an account joined a group or no longer belongs to it. */
export function publishMember(
  bus: Bus,
  tx: Writer,
  group: string,
  { account, change }: { account: string; change: 'joined' | 'left' | 'removed' | 'closed' },
): Promise<void> {
  return bus.publish(tx, membersChanged, { group, account, change }, { key: group, account })
}

/**
 * Deletes a group for all its members.
 *
 * @param deletedAccount an account that is being deleted, for which nothing is published
 */
export async function closeGroup(bus: Bus, tx: Writer, group: string, deletedAccount?: string): Promise<void> {
  const members = await tx.all<{ account: string }>(rows.accountsIn({ group }))
  await tx.run(rows.remove({ group }))
  for (const { account } of members) {
    if (account !== deletedAccount) await publishMember(bus, tx, group, { account, change: 'closed' })
  }
  await bus.publish(tx, groupClosed, { group }, { key: group })
}
