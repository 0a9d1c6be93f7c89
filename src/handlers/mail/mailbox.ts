import type { Args, MailHandlers, Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { quote } from '#runtime/base/text/quote.ts'
import type { Context } from '#runtime/calls/context.ts'
import { pageOf } from '#runtime/kit/page.ts'
import { totalOf } from '#runtime/store/total.ts'
import type { Reader } from '#runtime/store/types.ts'
import { lineOf, storedOf, summaryOf } from './results.ts'
import * as rows from './rows/messages.ts'

/** How many messages the summary for older programs names. */
const summarised = 10

export interface MailboxOptions {
  /** The public address of the server, without a slash at its end. */
  readonly baseUrl: string
  readonly domain: string | undefined
  /** Whether this server takes mail from outside. */
  readonly receivesOutside: boolean
}

type Mailbox = Omit<MailHandlers<Context>, 'send' | 'webmailsearch' | 'webmailread'>

/** The methods that read a mailbox, and that which marks messages as read. */
export function createMailbox(options: MailboxOptions): Mailbox {
  const { baseUrl } = options
  return {
    inbox: (args, ctx) => inbox(baseUrl, args, ctx),
    read: ({ id, offset = 0, limit = 2000 }, ctx) =>
      id === undefined ? summary(baseUrl, ctx) : read(baseUrl, { id, offset, limit }, ctx),
    markread: (args, ctx) => markread(args, ctx),
    info: async ({ tag }, { account }) => infoOf(options, account.username, tag),

    async source({ id }, ctx) {
      const row = await rows.findWhole(ctx.store, { id, owner: ctx.account.id })
      if (!row) throw unknownMessage(id, 'mail.sources')
      return storedOf(row, baseUrl)
    },

    async sources({ offset = 0, limit = 20 }, { store, account: { id: owner } }) {
      const [found, total] = await Promise.all([
        store.all<rows.SummaryRow>(rows.refs({ owner, offset, limit })),
        totalOf(store, rows.countAll({ owner })),
      ])
      const items = found.map(({ id, created_at }) => ({ id, created: iso(created_at) }))
      return pageOf(items, total, offset)
    },
  }
}

async function inbox(
  baseUrl: string,
  { tag: given, offset = 0, limit = 10 }: Args<'mail.inbox'>,
  { store, account: { id: owner } }: Context,
): Promise<Result<'mail.inbox'>> {
  const tag = given?.toLowerCase()
  const page = { owner, offset, limit }
  const [found, total, unread] = await Promise.all([
    store.all<rows.SummaryRow>(tag === undefined ? rows.inbox(page) : rows.taggedInbox({ ...page, tag })),
    totalOf(store, tag === undefined ? rows.countInbox({ owner }) : rows.countTagged({ owner, tag })),
    totalOf(store, rows.countUnread({ owner })),
  ])
  const items = found.map((row) => summaryOf(row, baseUrl))
  const text = items.length === 0 ? 'There are no messages here.' : items.map(lineOf).join('\n')
  return { ...pageOf(items, total, offset), unread, text }
}

async function summary(baseUrl: string, ctx: Context): Promise<Result<'mail.read'>> {
  const { items, total, unread } = await inbox(baseUrl, { offset: 0, limit: summarised }, ctx)
  if (total === 0) return { text: 'The inbox is empty.' }
  const count = `${total} message${total === 1 ? '' : 's'}, ${unread} unread. The latest:`
  return { text: [count, ...items.map(lineOf)].join('\n') }
}

async function read(
  baseUrl: string,
  { id, offset, limit }: { id: string; offset: number; limit: number },
  { store, account: { id: owner } }: Context,
): Promise<Result<'mail.read'>> {
  const [row, body] = await Promise.all([
    rows.find(store, { id, owner }),
    store.get<{ part: string; total: number | string }>(rows.bodyPart({ id, owner, from: offset + 1, limit })),
  ])
  if (!row || !body) throw unknownMessage(id, 'mail.inbox')
  const total = Number(body.total)
  const end = Math.min(offset + limit, total)
  return {
    message: summaryOf(row, baseUrl),
    text: body.part,
    total_chars: total,
    offset,
    ...(end < total && offset < total && { next_offset: end }),
  }
}

async function markread({ ids, all }: Args<'mail.markread'>, ctx: Context): Promise<Result<'mail.markread'>> {
  const owner = ctx.account.id
  if ((ids === undefined) === (all !== true)) {
    const message = ids === undefined ? 'must be given, or all as true' : 'cannot be given together with all'
    throw invalidArgument('ids', message)
  }
  return ctx.store.write(async (tx) => {
    const changed =
      ids === undefined
        ? (await tx.run(rows.markAll({ owner }))).changes
        : await markThese(tx, owner, [...new Set(ids)])
    return ctx.returns({ changed, unread: await totalOf(tx, rows.countUnread({ owner })) })
  })
}

async function markThese(tx: Parameters<typeof rows.markSome>[0], owner: string, ids: readonly string[]) {
  const known = new Set((await rows.incomingAmong(tx, owner, ids)).map(({ id }) => id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) throw unknownMessage(unknown, 'mail.inbox', ' Nothing was changed.')
  return rows.markSome(tx, owner, ids)
}

/** Where mail for an account arrives. */
export function infoOf(
  { domain, receivesOutside }: Pick<MailboxOptions, 'domain' | 'receivesOutside'>,
  username: string,
  tag: string | undefined,
): Result<'mail.info'> {
  const handle = username
  const plus = tag === undefined ? username : `${username}+${tag}`
  if (domain === undefined) {
    const text = `Mail to ${plus} from accounts of this server arrives here. The server has no mail domain (MAIL_DOMAIN), so there is no address for others.`
    return { handle, receives_outside: false, text }
  }
  const address = `${plus}@${domain}`
  const text = receivesOutside
    ? `Mail to ${address} arrives here, also from outside.`
    : `Mail to ${address} arrives here from accounts of this server; mail from outside does not (MAIL_PORT is off).`
  return { handle, address, domain, receives_outside: receivesOutside, text }
}

/** The same error for an unknown id and for a message of somebody else. */
function unknownMessage(id: string, lists: string, end = ''): ApiError {
  return new ApiError('not_found', `You have no message with the id ${quote(id)}; ${lists} lists yours.${end}`)
}

/** A message of the account, or the refusal. @throws ApiError not_found */
export async function messageOf(reader: Reader, owner: string, id: string): Promise<rows.SummaryRow> {
  const row = await rows.find(reader, { id, owner })
  if (!row) throw unknownMessage(id, 'mail.inbox')
  return row
}
