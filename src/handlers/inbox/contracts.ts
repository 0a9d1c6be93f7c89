import { z } from 'zod'
import { firstCharacters } from '#runtime/base/text/first-characters.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import { moment, shortText, topic } from '#runtime/base/topic.ts'

const maxTitleCharacters = 200
/** Characters of a message that are published; what is longer is cut. */
const maxMessageCharacters = 40_000

const kind = z.enum(['agent', 'chat', 'events', 'mail', 'sms', 'work'])
const role = z.enum(['owner', 'agent', 'other'])

/** The family that a thread comes from. */
export type Kind = z.output<typeof kind>
/** Who wrote a message: the owner of the inbox, the agent or somebody else. */
export type Role = z.output<typeof role>

const thread = {
  account: shortText,
  kind,
  /** What it belongs to, such as the id of a conversation: items of the same kind and key form one thread. */
  key: shortText,
}

const item = z.object({
  ...thread,
  /** What the thread is about; the latest title counts. */
  title: z.string(),
  text: z.string(),
  /** A path on this server, or an address, that shows it. */
  link: z.string().max(2000).optional(),
  /** Name or address of the author; absent for the agent. */
  from: shortText.optional(),
  /** The id of the message, where it has one: a second event with the same id adds nothing. */
  id: shortText.optional(),
  /** Without it, the agent if `from` is absent, and somebody else otherwise. */
  role: role.optional(),
  /** Another account whose message it is: the thread is deleted together with that account. */
  party: shortText.optional(),
  /** When it was written; when it was published, if not given. */
  at: moment.optional(),
  /** Whether its texts may be by others; they count as such if it is absent. */
  by_others: z.boolean().optional(),
})

const shortened = item.transform(({ title, text, ...rest }) => {
  const stored = firstCharacters(text, maxMessageCharacters)
  return {
    ...rest,
    title: shorten(oneLine(title), maxTitleCharacters),
    text: stored,
    is_truncated: stored.length < text.length,
  }
})

/**
 * Something for the inbox of an account: a message, an answer, a reminder. Published by several families, in the transaction of
 * the record that it is about, with the account and the key.
 */
export const inboxItem = topic('inbox.item', shortened, {
  stored: item.extend({ is_truncated: z.boolean().default(false) }),
  meaning: "Something new has arrived for an account's inbox.",
  example: {
    account: 'account_01k9y3p4q5r6s7t8v9w0x1y2z3',
    kind: 'work',
    key: 'work_01k9y3m8v7e3q8t5r2w4x6y8z0',
    title: 'Collect the opening hours of the three nearest libraries into a note.',
    text: 'The note "Libraries" has the opening hours of all three.',
    link: '/work?id=work_01k9y3m8v7e3q8t5r2w4x6y8z0',
  },
})

const gone = z.object({
  ...thread,
  /** The message that was deleted; the whole thread if absent. */
  id: shortText.optional(),
})

/** Removes a thread from the inbox, or a message of it. Published with the same key as its items. */
export const inboxGone = topic('inbox.gone', gone, {
  meaning: "The record that an inbox thread is about was deleted, or one of the thread's messages was deleted.",
  example: {
    account: 'account_01k9y3p4q5r6s7t8v9w0x1y2z3',
    kind: 'chat',
    key: 'direct:layla:omar',
  },
})

/** What a thread asks for has been done elsewhere: it counts as read. Published with the same key as its items. */
export const inboxSettled = topic('inbox.settled', z.object(thread), {
  meaning: 'What an inbox thread asks for has been done elsewhere, so the thread counts as read.',
  example: {
    account: 'account_01k9y3p4q5r6s7t8v9w0x1y2z3',
    kind: 'agent',
    key: 'approval_01k9y3m8v7e3q8t5r2w4x6y8z0',
  },
})

/** The owner has read a thread. The family that published its items recognises it by the kind and the key. */
export const inboxMarkedRead = topic('inbox.marked_read', z.object({ ...thread, at: moment }), {
  meaning: 'An account has marked a thread in its inbox as read.',
  example: {
    account: 'account_01k9y3p4q5r6s7t8v9w0x1y2z3',
    kind: 'chat',
    key: 'direct_3f6b1d0c5a7e9b2448f1c6d3a0e5b7c9d1f2a3b4',
    at: 1795595400000,
  },
})
