import { createHash } from 'node:crypto'
import type { Context } from '#runtime/calls/context.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import type { ImapClient } from './imap-client.ts'
import { type ImapLogin, imap, unsealed } from './imap-login.ts'
import { imapTerms } from './imap-query.ts'
import type { ImapJob, ImapMessage, ImapPlace, ImapResult } from './imap-types.ts'
import { bodyText, type Summary, unknownMessage, type WebmailSource, windowMs, wrongPage } from './webmail-message.ts'

/** The beginning of the ids of this kind. */
export const imapPrefix = 'imap_'

/** Reads the inbox of a connected IMAP account. */
export function createImapSource(
  { connections, clock }: Pick<FamilyWorld, 'connections' | 'clock'>,
  client: Pick<ImapClient, 'run'>,
): WebmailSource {
  function withLogin<T>(ctx: Context, use: (login: ImapLogin) => Promise<T>): Promise<T> {
    const asker = { signal: ctx.signal, subject: ctx.subject, accountId: ctx.account.id }
    return connections.entered(asker, imap, (secret) => use(unsealed(secret)))
  }

  return {
    search({ query = '', cursor: page, limit = 10 }, ctx) {
      const terms = imapTerms(query)
      return withLogin(ctx, async (login) => {
        const mark = markOf(login, query)
        const before = page === undefined ? undefined : placeIn(page, mark)
        if (page !== undefined && !before) throw wrongPage()
        const job: ImapJob = { kind: 'search', terms, sinceMs: clock.now() - windowMs, limit, before }
        const result = expected(await client.run(ctx, login, job), 'found')
        if (!result) throw wrongPage()
        const { messages, next } = result
        const account = markOf(login)
        return {
          items: messages.map((message) => summaryOf(message, account)),
          ...(next && { next_cursor: nameOf(next, mark) }),
        }
      })
    },

    read(id, ctx) {
      return withLogin(ctx, async (login) => {
        const account = markOf(login)
        const place = placeIn(id.slice(imapPrefix.length), account)
        if (!place) throw unknownMessage(id)
        const result = expected(await client.run(ctx, login, { kind: 'read', place }), 'message')
        if (!result) throw unknownMessage(id)
        return { ...summaryOf(result.message, account), ...bodyText(result.body) }
      })
    },
  }
}

function expected<Kind extends ImapResult['kind']>(result: ImapResult, kind: Kind) {
  return result.kind === kind ? (result as Extract<ImapResult, { kind: Kind }>) : undefined
}

function summaryOf({ place, ...message }: ImapMessage, account: string): Summary {
  return { id: `${imapPrefix}${nameOf(place, account)}`, ...message, unread: message.is_unread }
}

/** Marks ids with their account and pages with their search, because their numbers mean nothing elsewhere. */
function markOf({ user, host }: ImapLogin, query?: string): string {
  const about = query === undefined ? [user, host] : [user, host, query.trim()]
  return createHash('sha256').update(JSON.stringify(about)).digest('hex').slice(0, 12)
}

function nameOf({ validity, uid }: ImapPlace, mark: string): string {
  return `${mark}_${validity}_${uid}`
}

function placeIn(name: string, mark: string): ImapPlace | undefined {
  const [, found, validity = '', uid] = /^([0-9a-f]{12})_(\d{1,20})_([1-9]\d{0,9})$/.exec(name) ?? []
  return found === mark ? { validity, uid: Number(uid) } : undefined
}
