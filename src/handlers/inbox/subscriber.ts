import { accountNotice } from '#runtime/accounts/account-notice.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import { type BusEvent, on, subscriber } from '#runtime/bus/subscriber.ts'
import type { Writer } from '#runtime/store/types.ts'
import { eventDeleted, eventFired } from '../events/contracts.ts'
import { conversationDeleted, conversationMessage } from '../recall/contracts.ts'
import { inboxGone, inboxItem, inboxSettled, type Kind } from './contracts.ts'
import * as rows from './rows.ts'
import { deleteMessage, storeMessage } from './store-message.ts'

const maxSubject = 80

/** Stores what other families publish for the inboxes of accounts. */
export const inboxSubscriber = subscriber(
  'inbox',
  on(inboxItem, (event, tx) => {
    const { payload } = event
    const { from, role = from === undefined ? 'agent' : 'other', by_others = true } = payload
    return storeMessage(tx, {
      ...payload,
      ...{ owner: event.account ?? payload.account, role, by_others },
      id: payload.id ?? idOf(event),
      from: from ?? 'agent',
      subject: payload.title || subjectOf(payload.text),
      isRenaming: true,
      at: payload.at ?? event.at,
    })
  }),
  on(inboxGone, async ({ payload: { account, kind, key, id }, account: owner = account }, tx) => {
    if (id === undefined) await deleteThread(tx, owner, kind, key)
    else await deleteMessage(tx, { owner, kind, key }, id)
  }),
  on(inboxSettled, async ({ payload: { account, kind, key }, account: owner = account }, tx) => {
    const found = await tx.get<{ id: string }>(rows.findByKey({ owner, kind, key }))
    if (found) await tx.run(rows.setUnread({ owner, id: found.id, unread: false }))
  }),
  // A conversation keeps the subject that it began with.
  on(conversationMessage, async ({ payload, account: owner }, tx) => {
    if (owner === undefined) return
    const { conversation: key, agent = 'agent', message } = payload
    const from = message.from ?? (message.role === 'agent' ? agent : message.role)
    const subject = subjectOf(message.text)
    const by_others = message.role === 'other' || payload.has_foreign_text !== false
    await storeMessage(tx, { ...message, owner, kind: 'agent', key, from, subject, by_others, isRenaming: false })
  }),
  on(conversationDeleted, ({ payload, account }, tx) => deleteThread(tx, account, 'agent', payload.conversation)),
  // An event that repeats has one thread, with a message for each time.
  on(eventFired, async ({ payload: { id: key, title, note, due, by_others = true }, account: owner }, tx) => {
    if (owner === undefined) return
    await storeMessage(tx, {
      ...{ owner, kind: 'events', key, role: 'other', from: 'events', at: due },
      id: `${key}/${String(due).padStart(16, '0')}`,
      text: note ?? title,
      is_truncated: false,
      subject: title,
      by_others,
      isRenaming: true,
      link: '/settings/events',
    })
  }),
  on(accountNotice, async ({ payload: { id: key, title, text, link }, account: owner, at }, tx) => {
    if (owner === undefined) return
    await storeMessage(tx, {
      ...{ owner, kind: 'agent', key, id: key, role: 'other', from: 'onedoor', at, text, link },
      // Only the server writes notices.
      ...{ subject: title, isRenaming: true, is_truncated: false, by_others: false },
    })
  }),
  on(eventDeleted, ({ payload, account }, tx) => deleteThread(tx, account, 'events', payload.id)),
)

async function deleteThread(tx: Writer, owner: string | undefined, kind: Kind, key: string): Promise<void> {
  if (owner !== undefined) await tx.run(rows.deleteByKey({ owner, kind, key }))
}

/** The id of an item without one: unique, and sorted in the order of publication. */
function idOf({ id }: BusEvent): string {
  return `item_${String(id).padStart(16, '0')}`
}

function subjectOf(text: string): string {
  const firstLine = text.split(/[\n\v\f\r\u0085\u2028\u2029]/u).find((line) => line.trim() !== '')
  return shorten(oneLine(firstLine ?? ''), maxSubject) || 'No subject'
}
