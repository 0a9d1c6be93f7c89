import type { Publisher } from '#runtime/bus/bus.ts'
import type { Writer } from '#runtime/store/types.ts'
import { inboxGone, inboxItem } from '../inbox/contracts.ts'
import type { DeletedRow, MessageRow } from './rows/messages.ts'

/** Adds a message to the inbox of its account, in the thread of the other number. */
export async function publishMessage(bus: Publisher, tx: Writer, row: MessageRow): Promise<void> {
  const { id, account, other_number: key, text } = row
  const isOwn = row.direction === 'outgoing'
  const from = isOwn ? row.own_number : key
  const item = { account, kind: 'sms', key, title: key, text, from, id, role: isOwn ? 'owner' : 'other' } as const
  await bus.publish(tx, inboxItem, { ...item, at: Number(row.created_at) }, { account, key })
}

/** Removes a deleted message from the inbox of its account. */
export async function publishDeleted(
  bus: Publisher,
  tx: Writer,
  { id, account, other_number: key }: DeletedRow,
): Promise<void> {
  await bus.publish(tx, inboxGone, { account, kind: 'sms', key, id }, { account, key })
}
