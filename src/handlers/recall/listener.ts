import { z } from 'zod'
import { oneLine, shorten } from '../../runtime/base/text/shorten.ts'
import { type BusEvent, heard, type Subscriber } from '../../runtime/bus/subscriber.ts'
import { statement } from '../../runtime/store/statement.ts'
import { totalOf } from '../../runtime/store/total.ts'
import type { Writer } from '../../runtime/store/types.ts'
import { find } from './rows.ts'

/** Messages of an account that are kept. */
export const maxMessages = 5000
const maxSubject = 80

const said = z.object({
  conversation: z.string(),
  client: z.enum(['web', 'mail', 'cli', 'other']).catch('other'),
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

type Said = z.output<typeof said>

type NewConversation = {
  id: string
  owner: string
  client: string
  agent: string | null
  subject: string
  now: number
}

const addConversation = statement<NewConversation>((sql, param) =>
  sql('recall_conversations').insert({
    id: param('id'),
    owner: param('owner'),
    client: param('client'),
    agent: param('agent'),
    subject: param('subject'),
    message_count: 0,
    created_at: param('now'),
    updated_at: param('now'),
  }),
)

type NewMessage = {
  id: string
  owner: string
  conversation: string
  role: string
  from: string | null
  text: string
  is_truncated: boolean
  created_at: number
}

/** Adds a message; one that is there already stays as it is. */
const addMessage = statement<NewMessage>((sql, param) =>
  sql('recall_messages')
    .insert({
      id: param('id'),
      owner: param('owner'),
      conversation: param('conversation'),
      role: param('role'),
      from: param('from'),
      text: param('text'),
      is_truncated: param('is_truncated'),
      created_at: param('created_at'),
    })
    .onConflict('id')
    .ignore(),
)

/** Counts one message more; the time of the last one moves forward only. */
const countMessage = statement<{ id: string; at: number; agent: string | null }>((sql, param) =>
  sql('recall_conversations')
    .where({ id: param('id') })
    .update({
      message_count: sql.raw('message_count + 1'),
      updated_at: sql.raw('case when updated_at < ? then ? else updated_at end', [param('at'), param('at')]),
      agent: sql.raw('coalesce(?, agent)', [param('agent')]),
    }),
)

const kept = statement<{ owner: string }>((sql, param) =>
  sql('recall_conversations')
    .where({ owner: param('owner') })
    .sum({ total: 'message_count' }),
)

const leastActive = statement<{ owner: string; but: string }>((sql, param) =>
  sql('recall_conversations')
    .where({ owner: param('owner') })
    .whereNot({ id: param('but') })
    .select('id', 'message_count')
    .orderBy([{ column: 'updated_at' }, { column: 'id' }])
    .limit(1),
)

const dropConversation = statement<{ owner: string; id: string }>((sql, param) =>
  sql('recall_conversations')
    .where({ owner: param('owner'), id: param('id') })
    .delete(),
)

const dropOldest = statement<{ conversation: string; count: number }>((sql, param) =>
  sql('recall_messages')
    .whereIn(
      'id',
      sql('recall_messages')
        .where({ conversation: param('conversation') })
        .select('id')
        .orderBy([{ column: 'created_at' }, { column: 'id' }])
        .limit(param('count') as number),
    )
    .delete(),
)

const countLess = statement<{ id: string; count: number }>((sql, param) =>
  sql('recall_conversations')
    .where({ id: param('id') })
    .update({ message_count: sql.raw('message_count - ?', [param('count')]) }),
)

async function keep({ payload, account: owner }: BusEvent<Said>, tx: Writer): Promise<void> {
  if (owner === undefined) throw new Error('A message of a conversation was announced without its account.')
  const { conversation: id, client, agent = null, message } = payload
  if (!(await tx.get(find({ owner, id })))) {
    await tx.run(addConversation({ id, owner, client, agent, subject: subjectOf(message.text), now: message.at }))
  }
  const added = await tx.run(
    addMessage({
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
  await tx.run(countMessage({ id, at: message.at, agent }))
  await makeRoom(tx, owner, id)
}

/** Deletes whole conversations, the longest inactive first; of the current one, if it is alone too long, the oldest messages. */
async function makeRoom(tx: Writer, owner: string, current: string): Promise<void> {
  let beyond = (await totalOf(tx, kept({ owner }))) - maxMessages
  while (beyond > 0) {
    const oldest = await tx.get<{ id: string; message_count: number | string }>(leastActive({ owner, but: current }))
    if (!oldest) {
      await tx.run(dropOldest({ conversation: current, count: beyond }))
      await tx.run(countLess({ id: current, count: beyond }))
      return
    }
    await tx.run(dropConversation({ owner, id: oldest.id }))
    beyond -= Number(oldest.message_count)
  }
}

function subjectOf(text: string): string {
  const firstLine = text.split(/[\n\v\f\r\u0085\u2028\u2029]/u).find((line) => line.trim() !== '')
  return shorten(oneLine(firstLine ?? ''), maxSubject)
}

/** Keeps what is said in conversations with the agent, wherever they are held. */
export const recallListener: Subscriber = {
  name: 'recall',
  topics: {
    'conversation.message': heard(said, keep),
    'conversation.deleted': heard(z.object({ conversation: z.string() }), async ({ payload, account: owner }, tx) => {
      if (owner !== undefined) await tx.run(dropConversation({ owner, id: payload.conversation }))
    }),
  },
}
