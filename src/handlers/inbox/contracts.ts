import { z } from 'zod'
import { firstCharacters } from '../../runtime/base/text/first-characters.ts'
import { oneLine, shorten } from '../../runtime/base/text/shorten.ts'
import { moment, shortText, topic } from '../../runtime/base/topic.ts'

const maxTitleCharacters = 200
/** Characters of a message that are published; what is longer is cut. */
const maxMessageCharacters = 40_000

const kind = z.enum(['mail', 'agent', 'events', 'work', 'chat', 'sms'])

const thread = {
  account: shortText,
  kind,
  /** What it belongs to, such as the id of a conversation: what has the same kind and key is one thread. */
  key: shortText,
}

const item = z
  .object({
    ...thread,
    /** What the thread is about; the latest title counts. */
    title: z.string(),
    text: z.string(),
    /** A path on this server, or an address, that shows it. */
    link: z.string().max(2000).optional(),
    /** Name or address of the author; absent for the agent. */
    from: shortText.optional(),
    /** The id of the message, where it has one: a second announcement with the same id adds nothing. */
    id: shortText.optional(),
    /** Who wrote it: the owner of the inbox, the agent or somebody else. Without it, the agent if `from` is absent. */
    role: z.enum(['owner', 'agent', 'other']).optional(),
    /** Another account whose message it is: the thread is deleted together with that account. */
    party: shortText.optional(),
    /** When it was written; when it was announced, if not given. */
    at: moment.optional(),
  })
  .transform(({ title, text, ...rest }) => {
    const carried = firstCharacters(text, maxMessageCharacters)
    return {
      ...rest,
      title: shorten(oneLine(title), maxTitleCharacters),
      text: carried,
      is_truncated: carried.length < text.length,
    }
  })

/**
 * Something for the inbox of an account: a message, an answer, a reminder that has fired. Announced in the transaction of the
 * record that it is about, with the account and the key, by whichever family has it: several do, so that the topic stands here.
 */
export const inboxItem = topic('inbox.item', item, {
  meaning: 'There is something new for the inbox of an account.',
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
  /** The message that is gone, where it is not the whole thread. */
  id: shortText.optional(),
})

/** A thread is gone where it came from, or a message of it, and from the inbox with it. Announced with the same key as its items. */
export const inboxGone = topic('inbox.gone', gone, {
  meaning: 'What a thread of an inbox is about was deleted, or one message of it.',
  example: {
    account: 'account_01k9y3p4q5r6s7t8v9w0x1y2z3',
    kind: 'chat',
    key: 'direct:layla:omar',
  },
})
