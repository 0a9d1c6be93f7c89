import { inboxGone, inboxItem } from '#handlers/inbox/contracts.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import type { Writer } from '#runtime/store/types.ts'
import type { MessageRow } from './rows/messages.ts'

/** Puts a message into the inbox of its account, among those with the same number. */
export async function publishMessage(bus: FamilyWorld['bus'], tx: Writer, row: MessageRow): Promise<void> {
  const { id, account, other_number: key, text } = row
  const isOwn = row.direction === 'outgoing'
  const from = isOwn ? row.own_number : key
  const item = { account, kind: 'sms', key, title: key, text, from, id, role: isOwn ? 'owner' : 'other' } as const
  await bus.publish(tx, inboxItem, { ...item, at: Number(row.created_at) }, { account, key })
}

/** Takes a message that is deleted out of the inbox of its account. */
export async function publishGone(
  bus: FamilyWorld['bus'],
  tx: Writer,
  { id, account, other_number: key }: Pick<MessageRow, 'id' | 'account' | 'other_number'>,
): Promise<void> {
  await bus.publish(tx, inboxGone, { account, kind: 'sms', key, id }, { account, key })
}
