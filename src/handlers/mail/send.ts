import type { Args, MailHandlers, Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import { withoutUnseen } from '#runtime/base/text/unseen.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { JobQueue } from '#runtime/jobs/queue.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { rateLimited } from '#runtime/limits/headers.ts'
import type { Limiter } from '#runtime/limits/limiter.ts'
import type { PreparedEntry } from '#runtime/search/types.ts'
import { totalOf } from '#runtime/store/total.ts'
import type { Reader, Writer } from '#runtime/store/types.ts'
import { deliverJob } from './jobs/deliver-job.ts'
import { type Destination, destinationOf, type Party } from './mail-address.ts'
import { messageOf } from './mailbox.ts'
import { referencesIn } from './results.ts'
import * as rows from './rows/messages.ts'
import { keep, type Mailboxes, type Message, searchEntryOf } from './store-message.ts'

/** What a message to an address outside costs. */
const outsideMicroCredits = 1_000_000
/** Messages that a mailbox holds, sent and received. */
const maxMessages = 50_000
/** The Message-IDs that a message names, at most; RFC 5322 has no limit, but lines do. */
const maxReferences = 20

export interface SendOptions extends Mailboxes {
  readonly domain: string | undefined
  /** What follows the at sign of Message-IDs. */
  readonly idHost: string
  readonly queue: JobQueue
  readonly limits: Pick<FamilyWorld['limits'], 'outbound'>
  readonly perDay: Pick<Limiter, 'take'>
  /** Whether anything costs anything here. */
  readonly usesCredits: boolean
}

/** What a message answers. */
interface Answered {
  readonly thread: string
  readonly inReplyTo: string | undefined
  readonly references: readonly string[]
}

type Draft = Pick<Message, 'messageId' | 'inReplyTo' | 'references' | 'subject' | 'text' | 'now'>

/** `mail.send`. */
export function createSend(options: SendOptions): MailHandlers<Context>['send'] {
  return async (args, ctx) => {
    const to = destinationOf(args.to, options.domain)
    if (!to) throw invalidArgument('to', 'must be a username or one email address, such as ada@example.org')
    if (to.kind === 'outside' && options.domain === undefined) throw noDomain()
    const answered =
      args.reply_to === undefined ? undefined : await answeredBy(ctx.store, ctx.account.id, args.reply_to)
    const draft: Draft = {
      messageId: `<${newId('mail').slice('mail_'.length)}@${options.idHost}>`,
      inReplyTo: answered?.inReplyTo,
      references: answered?.references,
      subject: subjectOf(args.subject),
      text: args.body,
      now: ctx.clock.now(),
    }
    return to.kind === 'local'
      ? sendLocal(options, { to, args, draft, thread: answered?.thread }, ctx)
      : sendOutside(options, { to, draft, thread: answered?.thread }, ctx)
  }
}

/**
 * A subject on one line, without characters that are not shown, as subjects from outside are stored: those that turn the direction
 * of a text would turn what stands beside it in a list, too.
 *
 * @throws ApiError invalid_argument where nothing is left
 */
function subjectOf(given: string): string {
  const subject = withoutUnseen(oneLine(given))
  if (subject === '') throw invalidArgument('subject', 'must have a character that is shown')
  return subject
}

async function answeredBy(reader: Reader, owner: string, id: string): Promise<Answered> {
  const row = await messageOf(reader, owner, id)
  const own = row.message_id === null ? [] : [row.message_id]
  const references = [...referencesIn(row), ...own].slice(-maxReferences)
  return { thread: row.thread, inReplyTo: row.message_id ?? undefined, references }
}

interface Leaving<To extends Destination['kind']> {
  readonly to: Extract<Destination, { kind: To }>
  readonly draft: Draft
  readonly thread: string | undefined
}

/** Into the mailbox of another account, and a copy into that of the caller: both or neither. */
async function sendLocal(
  options: SendOptions,
  { to, args, draft, thread }: Leaving<'local'> & { readonly args: Args<'mail.send'> },
  ctx: Context,
): Promise<Result<'mail.send'>> {
  const { account, store, search } = ctx
  const mailbox = await store.get<{ id: string; username: string }>(rows.mailboxOf({ username: to.username }))
  if (!mailbox)
    throw new ApiError('not_found', `There is no account ${quote(args.to)} on this server; nothing was sent.`)
  await takeLocal(options.perDay, ctx)
  const party: Party = { address: to.tag === undefined ? mailbox.username : `${mailbox.username}+${to.tag}` }
  const common = { ...draft, origin: 'local', from: { address: account.username }, to: [party] } as const
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
    // What somebody sends to themselves stays in one thread.
    thread: mailbox.id === account.id ? thread : undefined,
  }
  const entries = [await search.prepare(searchEntryOf(sent)), await search.prepare(searchEntryOf(received))] as const
  return store.write(async (tx) => {
    await checkRoom(tx, mailbox.id, mailbox.id === account.id ? 'yours' : 'theirs')
    await checkRoom(tx, account.id, 'yours')
    await keep(tx, options, sent, entries[0])
    await keep(tx, options, received, entries[1])
    return ctx.returns(answerOf(sent, party, 0))
  })
}

/** Into the queue of what leaves, in the transaction that charges for it. */
async function sendOutside(
  options: SendOptions,
  { to, draft, thread }: Leaving<'outside'>,
  ctx: Context,
): Promise<Result<'mail.send'>> {
  const { account, store, search } = ctx
  const cost = options.usesCredits && !ctx.isFree ? outsideMicroCredits : 0
  await ctx.reserve(outsideMicroCredits)
  await options.limits.outbound.mail.take(account.id, ctx.verdicts)
  const party: Party = { address: to.address }
  const sent: Message = {
    ...draft,
    id: newId('mail'),
    owner: account.id,
    direction: 'outgoing',
    origin: 'local',
    thread,
    from: { address: `${account.username}@${options.domain}` },
    to: [party],
    counterpart: to.address.toLowerCase(),
    unread: false,
    delivery: 'queued',
    microCredits: cost,
  }
  const entry: PreparedEntry = await search.prepare(searchEntryOf(sent))
  return store.write(async (tx) => {
    await checkRoom(tx, account.id, 'yours')
    await keep(tx, options, sent, entry)
    await options.queue.enqueue(tx, deliverJob, { message: sent.id }, { account: account.id, key: sent.id })
    return ctx.returns(answerOf(sent, party, cost))
  })
}

function answerOf({ id, subject, delivery, now }: Message, to: Party, microCredits: number): Result<'mail.send'> {
  return {
    id,
    to,
    subject: subject ?? '',
    delivery: delivery ?? 'delivered',
    cost_credits: microCredits / 1_000_000,
    created: iso(now),
  }
}

async function takeLocal(limiter: Pick<Limiter, 'take'>, ctx: Context): Promise<void> {
  const verdict = await limiter.take(ctx.account.id)
  if (verdict) ctx.verdicts.push(verdict)
  if (verdict && !verdict.isAllowed) throw rateLimited(verdict)
}

/** @throws ApiError failed_precondition for a mailbox that is full */
export async function checkRoom(reader: Reader | Writer, owner: string, whose: 'yours' | 'theirs'): Promise<void> {
  if ((await totalOf(reader, rows.countAll({ owner }))) < maxMessages) return
  const subject = whose === 'yours' ? 'Your mailbox' : 'The mailbox of the recipient'
  throw new ApiError(
    'failed_precondition',
    `${subject} holds ${maxMessages.toLocaleString('en')} messages, which is the limit: delete some first. Nothing was sent.`,
  )
}

function noDomain(): ApiError {
  return new ApiError(
    'not_configured',
    'This server sends no mail to outside addresses: its administrator has to set MAIL_DOMAIN. Mail to usernames works.',
  )
}
