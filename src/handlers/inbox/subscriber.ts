import { z } from 'zod'
import { oneLine, shorten } from '../../runtime/base/text/shorten.ts'
import { type BusEvent, heard, type Subscriber } from '../../runtime/bus/subscriber.ts'
import type { Writer } from '../../runtime/store/types.ts'
import type { Kind } from './rows.ts'
import { keep, type NewItem, removeMessage, removeThread } from './store-message.ts'

const maxSubject = 80

const thread = {
  account: z.string(),
  kind: z.enum(['mail', 'agent', 'events', 'work', 'chat', 'sms']),
  key: z.string(),
}

const item = z.object({
  ...thread,
  title: z.string(),
  text: z.string(),
  is_truncated: z.boolean().default(false),
  link: z.string().optional(),
  from: z.string().optional(),
  id: z.string().optional(),
  role: z.enum(['owner', 'agent', 'other']).optional(),
  party: z.string().optional(),
  at: z.number().optional(),
})

const said = z.object({
  conversation: z.string(),
  agent: z.string().optional(),
  message: z.object({
    id: z.string(),
    role: z.enum(['owner', 'agent', 'other']),
    from: z.string().optional(),
    text: z.string(),
    is_truncated: z.boolean().default(false),
    at: z.number(),
  }),
})

const fired = z.object({ id: z.string(), title: z.string(), note: z.string().optional(), due: z.number() })

/** Items without an id of their own are told apart by that of the announcement, which sorts them. */
function idOf({ id }: BusEvent): string {
  return `item_${String(id).padStart(16, '0')}`
}

function takeItem(announcement: BusEvent<z.output<typeof item>>, tx: Writer): Promise<unknown> {
  const { payload } = announcement
  const { from, role = from === undefined ? 'agent' : 'other' } = payload
  const owner = announcement.account ?? payload.account
  return keep(tx, {
    ...payload,
    ...{ owner, role },
    id: payload.id ?? idOf(announcement),
    from: from ?? 'agent',
    subject: payload.title || subjectOf(payload.text),
    isRenaming: true,
    at: payload.at ?? announcement.at,
  })
}

/** Conversations with the agent, wherever they are held, keep the subject that they began with. */
async function takeMessage({ payload, account: owner }: BusEvent<z.output<typeof said>>, tx: Writer) {
  if (owner === undefined) return
  const { conversation: key, agent = 'agent', message } = payload
  const from = message.from ?? (message.role === 'agent' ? agent : message.role)
  await keep(tx, { ...message, owner, kind: 'agent', key, from, subject: subjectOf(message.text), isRenaming: false })
}

/** A reminder: an event that repeats has one thread, with a message for each time. */
async function takeFired({ payload, account: owner }: BusEvent<z.output<typeof fired>>, tx: Writer) {
  if (owner === undefined) return
  const { id: key, title, note, due } = payload
  const reminder: NewItem = {
    ...{ owner, kind: 'events', key, role: 'other', from: 'events', at: due },
    id: `${key}/${String(due).padStart(16, '0')}`,
    text: note ?? title,
    is_truncated: false,
    subject: title,
    isRenaming: true,
    link: '/settings/events',
  }
  await keep(tx, reminder)
}

function gone(kind: Kind) {
  return async (owner: string | undefined, key: string, tx: Writer) => {
    if (owner !== undefined) await removeThread(tx, { owner, kind, key })
  }
}

function subjectOf(text: string): string {
  const firstLine = text.split(/[\n\v\f\r\u0085\u2028\u2029]/u).find((line) => line.trim() !== '')
  return shorten(oneLine(firstLine ?? ''), maxSubject) || 'No subject'
}

/** Keeps what comes for accounts, from whichever family it is. */
export const inboxListener: Subscriber = {
  name: 'inbox',
  topics: {
    'inbox.item': heard(item, takeItem),
    'inbox.gone': heard(
      z.object({ ...thread, id: z.string().optional() }),
      ({ payload: { account, kind, key, id }, ...announcement }, tx) => {
        const owner = announcement.account ?? account
        return id === undefined ? gone(kind)(owner, key, tx) : removeMessage(tx, { owner, kind, key }, id)
      },
    ),
    'conversation.message': heard(said, takeMessage),
    'conversation.deleted': heard(z.object({ conversation: z.string() }), ({ payload, account }, tx) =>
      gone('agent')(account, payload.conversation, tx),
    ),
    'events.fired': heard(fired, takeFired),
    'events.deleted': heard(z.object({ id: z.string() }), ({ payload, account }, tx) =>
      gone('events')(account, payload.id, tx),
    ),
  },
}
