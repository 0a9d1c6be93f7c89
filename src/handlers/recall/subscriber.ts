import type { z } from 'zod'
import { oneLine, shorten } from '../../runtime/base/text/shorten.ts'
import { type BusEvent, on, subscriber } from '../../runtime/bus/subscriber.ts'
import { totalOf } from '../../runtime/store/total.ts'
import type { Writer } from '../../runtime/store/types.ts'
import { conversationDeleted, conversationMessage } from './contracts.ts'
import * as rows from './rows.ts'

/** Messages of an account that are kept. */
export const maxMessages = 5000
const maxSubject = 80

async function keep(
  { payload, account: owner }: BusEvent<z.output<typeof conversationMessage.stored>>,
  tx: Writer,
): Promise<void> {
  if (owner === undefined) throw new Error('A conversation message was published without its account.')
  const { conversation: id, client, agent = null, message } = payload
  const foreign = message.role === 'other' || payload.has_foreign_text !== false
  if (!(await tx.get(rows.find({ owner, id })))) {
    const subject = subjectOf(message.text)
    await tx.run(
      rows.addConversation({ id, owner, client, agent, subject, has_foreign_text: foreign, now: message.at }),
    )
  }
  const added = await tx.run(
    rows.addMessage({
      id: message.id,
      owner,
      conversation: id,
      role: message.role,
      from: message.from ?? null,
      text: message.text,
      is_truncated: message.is_truncated,
      created_at: message.at,
    }),
  )
  if (added.changes === 0) return
  await tx.run(rows.countMessage({ id, at: message.at, agent, foreign }))
  await makeRoom(tx, owner, id)
}

/** Deletes whole conversations, the longest inactive first; of the current one, if that alone is too long, its oldest messages. */
async function makeRoom(tx: Writer, owner: string, current: string): Promise<void> {
  let beyond = (await totalOf(tx, rows.kept({ owner }))) - maxMessages
  while (beyond > 0) {
    const oldest = await tx.get<{ id: string; message_count: number | string }>(
      rows.leastActive({ owner, but: current }),
    )
    if (!oldest) {
      await tx.run(rows.dropOldest({ conversation: current, count: beyond }))
      await tx.run(rows.countLess({ id: current, count: beyond }))
      return
    }
    await tx.run(rows.dropConversation({ owner, id: oldest.id }))
    beyond -= Number(oldest.message_count)
  }
}

function subjectOf(text: string): string {
  const firstLine = text.split(/[\n\v\f\r\u0085\u2028\u2029]/u).find((line) => line.trim() !== '')
  return shorten(oneLine(firstLine ?? ''), maxSubject)
}

/** Stores the messages of conversations with the agent, for all clients. */
export const recallSubscriber = subscriber(
  'recall',
  on(conversationMessage, keep),
  on(conversationDeleted, async ({ payload, account: owner }, tx) => {
    if (owner !== undefined) await tx.run(rows.dropConversation({ owner, id: payload.conversation }))
  }),
)
