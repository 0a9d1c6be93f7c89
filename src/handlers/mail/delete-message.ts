import { inboxGone } from '#handlers/inbox/contracts.ts'
import type { MailDeps } from './index.ts'
import { recalled, refund } from './refund.ts'
import * as rows from './rows/messages.ts'
import { searchKind } from './store-mail.ts'

/**
 * Deletes a message of an account permanently, also from its inbox. A queued message is recalled and its credit refunded: here, or,
 * if an attempt to deliver it is running, once that has failed.
 *
 * @returns false if the account has no message with this id
 */
export function deleteMessage(
  { blobs, search, bus, transfers }: Pick<MailDeps, 'blobs' | 'search' | 'bus' | 'transfers'>,
  owner: string,
  id: string,
): Promise<boolean> {
  return blobs.deleting(owner, async (tx, drop) => {
    const row = await rows.remove(tx, { id, owner })
    if (!row) return false
    if (row.delivery === 'queued' && row.trying === null) await refund(transfers, tx, { ...row, id, owner }, recalled)
    await search.remove(tx, searchKind, id)
    if (row.blob_id !== null) await drop(row.blob_id)
    const { thread: key } = row
    await bus.publish(tx, inboxGone, { account: owner, kind: 'mail', key, id }, { account: owner, key })
    return true
  })
}
