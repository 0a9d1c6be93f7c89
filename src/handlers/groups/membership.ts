import type { Publisher } from '#runtime/bus/bus.ts'
import type { Live } from '#runtime/live/types.ts'
import type { Writer } from '#runtime/store/types.ts'
import { groupClosed, membersChanged, membershipSubject } from './contracts.ts'
import * as rows from './rows.ts'

interface Deps {
  readonly bus: Pick<Publisher, 'publish'>
  readonly live: Pick<Live, 'loseAccess'>
}

/** Publishes that an account joined a group or no longer belongs to it, which ends its streams of the group. */
export async function publishMember(
  { bus, live }: Deps,
  tx: Writer,
  group: string,
  { account, change }: { account: string; change: 'joined' | 'left' | 'removed' | 'closed' },
): Promise<void> {
  if (change !== 'joined') await live.loseAccess(tx, membershipSubject({ group, account }))
  await bus.publish(tx, membersChanged, { group, account, change }, { key: group, account })
}

/**
 * Deletes a group for all its members.
 *
 * @param deletedAccount an account that is being deleted, for which nothing is published
 */
export async function closeGroup(deps: Deps, tx: Writer, group: string, deletedAccount?: string): Promise<void> {
  const members = await tx.all<{ account: string }>(rows.accountsIn({ group }))
  await tx.run(rows.remove({ group }))
  for (const { account } of members) {
    if (account !== deletedAccount) await publishMember(deps, tx, group, { account, change: 'closed' })
  }
  await deps.bus.publish(tx, groupClosed, { group }, { key: group })
}
