import { isId, newId } from '../../runtime/base/ids.ts'
import { firstCharacters } from '../../runtime/base/text/first-characters.ts'
import { oneLine, shorten } from '../../runtime/base/text/shorten.ts'
import { statement } from '../../runtime/store/statement.ts'
import { totalOf } from '../../runtime/store/total.ts'
import type { Store, Writer } from '../../runtime/store/types.ts'
import type { Kind, Role } from './rows.ts'

/** Messages of an account that are kept. */
export const maxMessages = 5000
/** Messages of one thread that are kept. */
export const maxInThread = 500
/** How long a thread is kept after its latest message. */
export const keptMs = 365 * 86_400_000

const maxSnippet = 180
/** Threads that the purge deletes with one statement. */
const purgedAtOnce = 5

/** A message for a thread. */
export interface NewItem {
  readonly owner: string
  readonly kind: Kind
  readonly key: string
  /** Another account, with which the thread goes. */
  readonly party?: string | undefined
  readonly subject: string
  /** Whether the subject takes the place of the one that the thread has. */
  readonly isRenaming: boolean
  readonly link?: string | undefined
  readonly id: string
  readonly role: Role
  readonly from: string
  readonly text: string
  readonly is_truncated: boolean
  /** When it was written, in epoch milliseconds. */
  readonly at: number
}

type Key = { owner: string; kind: Kind; key: string }

const threadWith = statement<Key>((sql, param) =>
  sql('inbox_threads')
    .select('id')
    .where({ owner: param('owner'), kind: param('kind'), key: param('key') }),
)

const isAccount = statement<{ id: string }>((sql, param) =>
  sql('accounts')
    .select('id')
    .where({ id: param('id') })
    .whereNull('closed_at'),
)

type NewThread = Key & {
  id: string
  party: string | null
  subject: string
  link: string | null
  from: string
  now: number
}

const addThread = statement<NewThread>((sql, param) =>
  sql('inbox_threads').insert({
    id: param('id'),
    owner: param('owner'),
    kind: param('kind'),
    key: param('key'),
    party: param('party'),
    subject: param('subject'),
    link: param('link'),
    from: param('from'),
    snippet: '',
    unread: false,
    message_count: 0,
    created_at: param('now'),
    updated_at: param('now'),
  }),
)

type NewMessage = {
  thread: string
  id: string
  owner: string
  role: Role
  from: string
  text: string
  is_truncated: boolean
  at: number
}

/** Adds a message; one that is there already stays as it is. */
const addMessage = statement<NewMessage>((sql, param) =>
  sql('inbox_messages')
    .insert({
      thread: param('thread'),
      id: param('id'),
      owner: param('owner'),
      role: param('role'),
      from: param('from'),
      text: param('text'),
      is_truncated: param('is_truncated'),
      created_at: param('at'),
    })
    .onConflict(['thread', 'id'])
    .ignore(),
)

const countMessage = statement<{ id: string }>((sql, param) =>
  sql('inbox_threads')
    .where({ id: param('id') })
    .update({ message_count: sql.raw('message_count + 1') }),
)

type Latest = { id: string; at: number; from: string; snippet: string; subject: string | null; link: string | null }

/** Shows the latest message in the list; one that comes late leaves it as it is. */
const showLatest = statement<Latest>((sql, param) =>
  sql('inbox_threads')
    .where({ id: param('id') })
    .where('updated_at', '<=', param('at'))
    .update({
      from: param('from'),
      snippet: param('snippet'),
      updated_at: param('at'),
      subject: sql.raw('coalesce(?, subject)', [param('subject')]),
      link: sql.raw('coalesce(?, link)', [param('link')]),
    }),
)

const becomeUnread = statement<{ id: string; unread: boolean }>((sql, param) =>
  sql('inbox_threads')
    .where({ id: param('id') })
    .update({ unread: param('unread') }),
)

/**
 * Puts a message into its thread, which begins with it if it is the first. What the owner has not written makes the thread unread.
 * A message that is there already, or of an account that is closed, changes nothing.
 */
export async function keep(tx: Writer, item: NewItem): Promise<void> {
  const { owner, kind, key, party, at } = item
  for (const id of [owner, party]) if (id !== undefined && !(await tx.get(isAccount({ id })))) return
  const found = await tx.get<{ id: string }>(threadWith({ owner, kind, key }))
  const thread = found?.id ?? (await begin(tx, item))
  const { id, role, from, text, is_truncated } = item
  const added = await tx.run(addMessage({ thread, id, owner, role, from, text, is_truncated, at }))
  if (added.changes === 0) return
  await tx.run(countMessage({ id: thread }))
  const subject = item.isRenaming ? item.subject : null
  await tx.run(showLatest({ id: thread, at, from, snippet: snippetOf(text), subject, link: item.link ?? null }))
  if (role !== 'owner') await tx.run(becomeUnread({ id: thread, unread: true }))
  await makeRoom(tx, owner, thread)
}

/** What is a thread where it comes from has the same id here: whoever reads a conversation here can continue it there. */
async function begin(tx: Writer, { owner, kind, key, party, subject, link, from, at }: NewItem): Promise<string> {
  const id = isId('thread', key) ? key : newId('thread')
  await tx.run(addThread({ id, owner, kind, key, party: party ?? null, subject, link: link ?? null, from, now: at }))
  return id
}

/** The beginning of a message on one line. */
function snippetOf(text: string): string {
  return shorten(oneLine(firstCharacters(text, 4 * maxSnippet)).replace(/\s+/gu, ' '), maxSnippet)
}

const countIn = statement<{ id: string }>((sql, param) =>
  sql('inbox_threads')
    .where({ id: param('id') })
    .select({ total: 'message_count' }),
)

const dropOldest = statement<{ thread: string; count: number }>((sql, param) =>
  sql('inbox_messages')
    .where({ thread: param('thread') })
    .whereIn(
      'id',
      sql('inbox_messages')
        .where({ thread: param('thread') })
        .select('id')
        .orderBy([{ column: 'created_at' }, { column: 'id' }])
        .limit(param('count') as number),
    )
    .delete(),
)

const countLess = statement<{ id: string; count: number }>((sql, param) =>
  sql('inbox_threads')
    .where({ id: param('id') })
    .update({ message_count: sql.raw('message_count - ?', [param('count')]) }),
)

const kept = statement<{ owner: string }>((sql, param) =>
  sql('inbox_threads')
    .where({ owner: param('owner') })
    .sum({ total: 'message_count' }),
)

const longestQuiet = statement<{ owner: string; but: string }>((sql, param) =>
  sql('inbox_threads')
    .where({ owner: param('owner') })
    .whereNot({ id: param('but') })
    .select('id', 'message_count')
    .orderBy([{ column: 'updated_at' }, { column: 'id' }])
    .limit(1),
)

const dropThread = statement<{ id: string }>((sql, param) =>
  sql('inbox_threads')
    .where({ id: param('id') })
    .delete(),
)

/** Deletes the oldest messages of a thread that is too long, then whole threads, the longest quiet first. */
async function makeRoom(tx: Writer, owner: string, current: string): Promise<void> {
  const tooMany = (await totalOf(tx, countIn({ id: current }))) - maxInThread
  if (tooMany > 0) {
    await tx.run(dropOldest({ thread: current, count: tooMany }))
    await tx.run(countLess({ id: current, count: tooMany }))
  }
  let beyond = (await totalOf(tx, kept({ owner }))) - maxMessages
  while (beyond > 0) {
    const oldest = await tx.get<{ id: string; message_count: number | string }>(longestQuiet({ owner, but: current }))
    if (!oldest) return
    await tx.run(dropThread({ id: oldest.id }))
    beyond -= Number(oldest.message_count)
  }
}

const removeWith = statement<Key>((sql, param) =>
  sql('inbox_threads')
    .where({ owner: param('owner'), kind: param('kind'), key: param('key') })
    .delete(),
)

/** Deletes a thread with its messages, if there is one. */
export async function removeThread(tx: Writer, key: Key): Promise<void> {
  await tx.run(removeWith(key))
}

const latestOf = statement<{ thread: string }>((sql, param) =>
  sql('inbox_messages')
    .where({ thread: param('thread') })
    .select('id', 'from', 'text', 'created_at')
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(1),
)

const dropMessage = statement<{ thread: string; id: string }>((sql, param) =>
  sql('inbox_messages')
    .where({ thread: param('thread'), id: param('id') })
    .delete(),
)

/** What led to the message that is gone leads nowhere. */
const showInstead = statement<{ id: string; from: string; snippet: string; at: number }>((sql, param) =>
  sql('inbox_threads')
    .where({ id: param('id') })
    .update({ from: param('from'), snippet: param('snippet'), updated_at: param('at'), link: null }),
)

/** Deletes a message of a thread, if it is there, and the thread with its last one. */
export async function removeMessage(tx: Writer, key: Key, id: string): Promise<void> {
  interface Latest {
    id: string
    from: string
    text: string
    created_at: number | string
  }
  const thread = (await tx.get<{ id: string }>(threadWith(key)))?.id
  if (thread === undefined) return
  const shown = await tx.get<Latest>(latestOf({ thread }))
  if ((await tx.run(dropMessage({ thread, id }))).changes === 0) return
  await tx.run(countLess({ id: thread, count: 1 }))
  const left = await tx.get<Latest>(latestOf({ thread }))
  if (!left) return removeThread(tx, key)
  if (shown?.id !== id) return
  const snippet = snippetOf(left.text)
  await tx.run(showInstead({ id: thread, from: left.from, snippet, at: Number(left.created_at) }))
}

const deleteQuiet = statement<{ before: number }>((sql, param) =>
  sql('inbox_threads')
    .whereIn(
      'id',
      sql('inbox_threads')
        .where('updated_at', '<', param('before'))
        .select('id')
        .orderBy('updated_at')
        .limit(purgedAtOnce),
    )
    .delete(),
)

/** Deletes the threads in which nothing was written for a year. @param now epoch milliseconds */
export async function purge(store: Store, now: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const { changes } = await store.run(deleteQuiet({ before: now - keptMs }))
    if (changes < purgedAtOnce) return
  }
}
