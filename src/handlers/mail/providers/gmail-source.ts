import { createHash } from 'node:crypto'
import { z } from 'zod'
import { once } from '#runtime/base/once.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { bodyText } from './body-text.ts'
import {
  type GmailMessage,
  gmail,
  gmailBody,
  gmailMessage,
  gmailPage,
  gmailProvider,
  headerFields,
  wholeFields,
} from './gmail.ts'
import { gmailFailure, unknownMessage } from './gmail-failure.ts'
import { bodyOf, bodyPartOf, loadHeaderReader, summaryOf } from './gmail-messages.ts'
import { gmailQuery } from './gmail-query.ts'
import {
  type Search,
  type WebmailMessage,
  type WebmailPage,
  type WebmailSource,
  windowMs,
  wrongPage,
} from './webmail-source.ts'

/** Messages of one search that are asked for at a time. */
const atOnce = 4
/** How long the pages of a search can be followed. */
const pagesForS = 3600
const prefix = '/gmail/v1/users/me/messages'

type Bearer = { readonly authorization: string }
type World = Pick<FamilyWorld, 'connections' | 'outbound' | 'clock'>

/** The connected mail at Gmail, which is only read. */
export function createGmailSource(world: World): WebmailSource {
  return new GmailSource(world)
}

class GmailSource implements WebmailSource {
  readonly #world: World
  readonly #provider: Provider
  readonly #headerReader = once(loadHeaderReader)

  constructor(world: World) {
    this.#world = world
    this.#provider = world.outbound.provider(gmailProvider)
  }

  search(search: Search, ctx: Context): Promise<WebmailPage> {
    const { clock } = this.#world
    const { sinceS, token } = beginningOf(search, clock.now())
    const q = gmailQuery(search.query ?? '', sinceS)
    return this.#withAccess(ctx, undefined, async (headers, subject) => {
      const list = await this.#provider.call(ctx, {
        method: 'GET',
        path: prefix,
        query: { q, maxResults: search.limit, pageToken: token, fields: 'messages/id,nextPageToken' },
        headers,
        reader: { json: gmailPage },
      })
      const ids = list.messages.map(({ id }) => id)
      const found = await this.#messages(ctx, headers, ids)
      const reader = await this.#headerReader()
      const oldest = clock.now() - windowMs
      const items = found
        .filter(({ internalDate }) => Number(internalDate) >= oldest)
        .map((message) => summaryOf(message, reader, subject))
      const { nextPageToken: next } = list
      return { items, ...(next !== undefined && { next_cursor: cursorOf(search, sinceS, next) }) }
    })
  }

  async read(id: string, ctx: Context): Promise<WebmailMessage> {
    if (!/^[\w-]{1,200}$/.test(id)) throw unknownMessage(id)
    return this.#withAccess(ctx, id, async (headers, subject) => {
      const message = await this.#message(ctx, headers, id, wholeFields)
      const part = bodyPartOf(message.payload)
      const data = part && (part.body?.data ?? (await this.#keptApart(ctx, headers, id, part.body?.attachmentId)))
      return {
        ...summaryOf(message, await this.#headerReader(), subject),
        ...bodyText(part && bodyOf(part, data ?? '')),
      }
    })
  }

  #withAccess<T>(
    ctx: Context,
    asked: string | undefined,
    use: (bearer: Bearer, subject: string | undefined) => Promise<T>,
  ): Promise<T> {
    const asker = { signal: ctx.signal, subject: ctx.subject, accountId: ctx.account.id }
    return this.#world.connections
      .access(asker, gmail, (token, subject) => use({ authorization: `Bearer ${token}` }, subject))
      .catch((failure: unknown) => {
        throw gmailFailure(failure, asked)
      })
  }

  #message(ctx: Context, headers: Bearer, id: string, fields: string): Promise<GmailMessage> {
    return this.#provider.call(ctx, {
      method: 'GET',
      path: `${prefix}/${encodeURIComponent(id)}`,
      query: { format: 'full', fields },
      headers,
      reader: { json: gmailMessage },
    })
  }

  /** A few at a time, without those that were deleted meanwhile. */
  async #messages(ctx: Context, headers: Bearer, ids: readonly string[]): Promise<GmailMessage[]> {
    const found: GmailMessage[] = []
    for (let at = 0; at < ids.length; at += atOnce) {
      const asked = ids.slice(at, at + atOnce).map((id) =>
        this.#message(ctx, headers, id, headerFields).catch((failure: unknown) => {
          if (failure instanceof OutboundFailure && failure.upstreamStatus === 404) return undefined
          throw failure
        }),
      )
      found.push(...(await Promise.all(asked)).filter((message) => message !== undefined))
    }
    return found
  }

  /** A text that is too long to come with its message. */
  async #keptApart(ctx: Context, headers: Bearer, id: string, attachmentId = ''): Promise<string | undefined> {
    if (attachmentId === '') return undefined
    const { data } = await this.#provider.call(ctx, {
      method: 'GET',
      path: `${prefix}/${encodeURIComponent(id)}/attachments/${encodeURIComponent(attachmentId)}`,
      headers,
      reader: { json: gmailBody },
    })
    return data
  }
}

const cursor = z.object({ token: z.string().max(1000), since: z.number().int(), search: z.string() })

/** Pages belong to the very same search, the moment in it included. */
function cursorOf({ query = '' }: Search, sinceS: number, token: string): string {
  const value: z.infer<typeof cursor> = { token, since: sinceS, search: markOf(query) }
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function beginningOf({ query = '', page }: Search, nowMs: number): { sinceS: number; token?: string } {
  const sinceS = Math.floor((nowMs - windowMs) / 1000)
  if (page === undefined) return { sinceS }
  const told = readCursor(page)
  const isOfThis = told?.search === markOf(query) && told.since <= sinceS && told.since >= sinceS - pagesForS
  if (!told || !isOfThis) throw wrongPage()
  return { sinceS: told.since, token: told.token }
}

function readCursor(page: string): z.infer<typeof cursor> | undefined {
  try {
    return cursor.safeParse(JSON.parse(Buffer.from(page, 'base64url').toString('utf8'))).data
  } catch {
    return undefined
  }
}

function markOf(query: string): string {
  return createHash('sha256').update(query.trim()).digest('base64url').slice(0, 11)
}
