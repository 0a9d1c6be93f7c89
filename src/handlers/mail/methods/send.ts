import type { Args, Handler, Result } from '#generated/server/handlers.ts'
import { accountNamed } from '#runtime/accounts/usernames.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import { withoutUnseen } from '#runtime/base/text/unseen.ts'
import type { Context } from '#runtime/calls/context.ts'
import { rateLimited } from '#runtime/limits/headers.ts'
import type { Reader } from '#runtime/store/types.ts'
import type { MailDeps } from '../index.ts'
import { deliverJob } from '../jobs/deliver.ts'
import { type Destination, destinationOf, type Party } from '../mail-address.ts'
import { messageNotFound, referencesIn } from '../results.ts'
import * as rows from '../rows/messages.ts'
import { checkRoom, type Message, searchEntryOf, storeMessage } from '../store-mail.ts'

/** The price of a message to an outside address. */
export const outsideMicroCredits = 1_000_000
/** The most Message-IDs that a message names; RFC 5322 has no limit, but lines do. */
const maxReferences = 20

type Content = Pick<Message, 'messageId' | 'inReplyTo' | 'references' | 'subject' | 'text' | 'now'>

interface Draft<To extends Destination['kind']> {
  readonly to: Extract<Destination, { kind: To }>
  readonly content: Content
  /** The thread of the message that it answers. */
  readonly thread: string | undefined
}

export default (deps: MailDeps): Handler<'mail.send'> =>
  async (args, ctx) => {
    const { mailDomain: domain } = deps.settings
    const to = destinationOf(args.to, domain)
    if (!to) throw invalidArgument('to', 'must be a username or one email address, such as ada@example.org')
    if (to.kind === 'outside' && domain === undefined) throw noDomain()
    const answered =
      args.reply_to === undefined ? undefined : await answeredMessage(ctx.store, ctx.account.id, args.reply_to)
    const content: Content = {
      messageId: `<${newId('mail').slice('mail_'.length)}@${domain ?? deps.host}>`,
      inReplyTo: answered?.inReplyTo,
      references: answered?.references,
      subject: subjectOf(args.subject),
      text: args.body,
      now: ctx.clock.now(),
    }
    return to.kind === 'local'
      ? sendLocal(deps, { to, args, content, thread: answered?.thread }, ctx)
      : sendOutside(deps, { to, content, thread: answered?.thread }, ctx)
  }

/**
 * A subject on one line without invisible characters, as subjects from outside are stored: those that reverse the direction of
 * a text would also reverse what is next to it in a list.
 *
 * @throws ApiError invalid_argument if nothing is left
 */
function subjectOf(given: string): string {
  const subject = withoutUnseen(oneLine(given))
  if (subject === '') throw invalidArgument('subject', 'must contain a visible character')
  return subject
}

async function answeredMessage(reader: Reader, owner: string, id: string) {
  const row = await rows.find(reader, { id, owner })
  if (!row) throw messageNotFound(id)
  const own = row.message_id === null ? [] : [row.message_id]
  const references = [...referencesIn(row), ...own].slice(-maxReferences)
  return { thread: row.thread, inReplyTo: row.message_id ?? undefined, references }
}

/** Stores the message in the mailbox of another account and a copy in that of the caller: both or neither. */
async function sendLocal(
  deps: MailDeps,
  { to, args, content, thread }: Draft<'local'> & { readonly args: Args<'mail.send'> },
  ctx: Context,
): Promise<Result<'mail.send'>> {
  const { account, store, search } = ctx
  const mailbox = await accountNamed(store, to.username)
  if (!mailbox) {
    throw new ApiError('not_found', `No account on this server has the username ${quote(args.to)}. Nothing was sent.`)
  }
  await countLocal(deps.localMailLimit, ctx)
  const party: Party = { address: to.tag === undefined ? mailbox.username : `${mailbox.username}+${to.tag}` }
  const common = { ...content, origin: 'local', from: { address: account.username }, to: [party] } as const
  const sent: Message = {
    ...common,
    id: newId('mail'),
    owner: account.id,
    direction: 'outgoing',
    thread,
    counterpart: mailbox.username,
    unread: false,
    delivery: 'delivered',
  }
  const received: Message = {
    ...common,
    id: newId('mail'),
    owner: mailbox.id,
    direction: 'incoming',
    counterpart: account.username,
    tag: to.tag,
    unread: true,
    // What people send to themselves stays in one thread.
    thread: mailbox.id === account.id ? thread : undefined,
  }
  const entries = [await search.prepare(searchEntryOf(sent)), await search.prepare(searchEntryOf(received))] as const
  return store.write(async (tx) => {
    await checkRoom(tx, mailbox.id, mailbox.id === account.id ? 'yours' : 'theirs')
    await checkRoom(tx, account.id, 'yours')
    await storeMessage(tx, deps, sent, entries[0])
    await storeMessage(tx, deps, received, entries[1])
    return ctx.returns(resultOf(sent, party, 0))
  })
}

/** Queues the message for delivery, in the transaction that charges for it. */
async function sendOutside(
  deps: MailDeps,
  { to, content, thread }: Draft<'outside'>,
  ctx: Context,
): Promise<Result<'mail.send'>> {
  const { account, store, search } = ctx
  const cost = deps.transfers.isOn && !ctx.isFree ? outsideMicroCredits : 0
  await ctx.reserve(outsideMicroCredits)
  await deps.limits.outbound.mail.take(account.id, ctx.verdicts)
  const party: Party = { address: to.address }
  const sent: Message = {
    ...content,
    id: newId('mail'),
    owner: account.id,
    direction: 'outgoing',
    origin: 'local',
    thread,
    from: { address: `${account.username}@${deps.settings.mailDomain}` },
    to: [party],
    counterpart: to.address.toLowerCase(),
    unread: false,
    delivery: 'queued',
    microCredits: cost,
  }
  const entry = await search.prepare(searchEntryOf(sent))
  return store.write(async (tx) => {
    await checkRoom(tx, account.id, 'yours')
    await storeMessage(tx, deps, sent, entry)
    await deps.queue.enqueue(tx, deliverJob, { message: sent.id }, { account: account.id, key: sent.id })
    return ctx.returns(resultOf(sent, party, cost))
  })
}

function resultOf({ id, subject, delivery, now }: Message, to: Party, microCredits: number): Result<'mail.send'> {
  return {
    id,
    to,
    subject: subject ?? '',
    delivery: delivery ?? 'delivered',
    cost_credits: microCredits / 1_000_000,
    created: iso(now),
  }
}

async function countLocal(limiter: MailDeps['localMailLimit'], ctx: Context): Promise<void> {
  const verdict = await limiter.take(ctx.account.id)
  if (verdict) ctx.verdicts.push(verdict)
  if (verdict && !verdict.isAllowed) throw rateLimited(verdict)
}

function noDomain(): ApiError {
  return new ApiError(
    'not_configured',
    'This server cannot send mail to outside addresses until its administrator sets MAIL_DOMAIN. You can still send mail to usernames.',
  )
}
