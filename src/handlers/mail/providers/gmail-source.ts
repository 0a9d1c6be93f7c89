import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ApiError } from '#runtime/base/errors.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { googleReason, refusalOfServer } from '#runtime/outbound/connections/google-failure.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
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
import { bodyOf, bodyPartOf, loadHeaderReader, summaryOf } from './gmail-messages.ts'
import {
  bodyText,
  type Search,
  unknownMessage,
  type WebmailMessage,
  type WebmailPage,
  type WebmailSource,
  windowMs,
  wrongPage,
} from './webmail-message.ts'

/** Messages of one search that are fetched concurrently. */
const maxFetches = 4
/** How long the pages of a search are valid. */
const pagesForS = 3600
const prefix = '/gmail/v1/users/me/messages'

type Bearer = { readonly authorization: string }
type World = Pick<FamilyWorld, 'connections' | 'outbound' | 'clock'>

/** Reads the mail of a connected Gmail account. */
export class GmailSource implements WebmailSource {
  readonly #world: World
  readonly #provider: Provider

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
      const reader = await loadHeaderReader()
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
      const data = part && (part.body?.data ?? (await this.#longText(ctx, headers, id, part.body?.attachmentId)))
      return {
        ...summaryOf(message, await loadHeaderReader(), subject),
        ...bodyText(part && bodyOf(part, data ?? '')),
      }
    })
  }

  #withAccess<T>(
    ctx: Context,
    id: string | undefined,
    use: (bearer: Bearer, subject: string | undefined) => Promise<T>,
  ): Promise<T> {
    const asker = { signal: ctx.signal, subject: ctx.subject, accountId: ctx.account.id }
    return this.#world.connections
      .access(asker, gmail, (token, subject) => use({ authorization: `Bearer ${token}` }, subject))
      .catch((failure: unknown) => {
        throw errorFor(failure, id)
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

  /**
   * Fetches a few messages at once, except those deleted meanwhile.
   *
   * @throws OutboundFailure if more than half of them are not as documented; fewer are skipped
   */
  async #messages(ctx: Context, headers: Bearer, ids: readonly string[]): Promise<GmailMessage[]> {
    const found: GmailMessage[] = []
    const odd: OutboundFailure[] = []
    for (let at = 0; at < ids.length; at += maxFetches) {
      const fetches = ids.slice(at, at + maxFetches).map((id) =>
        this.#message(ctx, headers, id, headerFields).catch((failure: unknown) => {
          if (!(failure instanceof OutboundFailure)) throw failure
          if (failure.kind === 'payload') odd.push(failure)
          else if (failure.upstreamStatus !== 404) throw failure
          return undefined
        }),
      )
      found.push(...(await Promise.all(fetches)).filter((message) => message !== undefined))
      if (odd[0] && odd.length * 2 > ids.length) throw odd[0]
    }
    return found
  }

  /** A text that Gmail does not include in the message because of its length. */
  async #longText(ctx: Context, headers: Bearer, id: string, attachmentId = ''): Promise<string | undefined> {
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

/** A page belongs to one search, including its time. */
function cursorOf({ query = '' }: Search, sinceS: number, token: string): string {
  const value: z.infer<typeof cursor> = { token, since: sinceS, search: markOf(query) }
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function beginningOf({ query = '', cursor: page }: Search, nowMs: number): { sinceS: number; token?: string } {
  const sinceS = Math.floor((nowMs - windowMs) / 1000)
  if (page === undefined) return { sinceS }
  const found = readCursor(page)
  const isOfThis = found?.search === markOf(query) && found.since <= sinceS && found.since >= sinceS - pagesForS
  if (!found || !isOfThis) throw wrongPage()
  return { sinceS: found.since, token: found.token }
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

/**
 * What a failure of Gmail means for the caller. 401 does not get here, because access is then renewed.
 *
 * @param id of the requested message; undefined for a search
 */
function errorFor(failure: unknown, id: string | undefined): unknown {
  if (!(failure instanceof OutboundFailure)) return failure
  const ofServer = refusalOfServer(failure, 'Gmail')
  if (ofServer) return ofServer
  const reason = googleReason(failure)
  const { upstreamStatus: status } = failure
  if (reason === 'failedPrecondition') return failedPrecondition('The connected Google account does not use Gmail.')
  if (status === 403 && reason === 'domainPolicy') {
    return failedPrecondition(
      'The administrator of the connected Google account does not allow other programs to read its mail.',
    )
  }
  if (status === 403 && reason?.startsWith('insufficient')) {
    return failedPrecondition(
      'The permission to read mail was not requested when Gmail was connected. Disconnect Gmail and connect it again.',
    )
  }
  if (id !== undefined) {
    if (status === 404 || status === 400) return unknownMessage(id)
    return failure.kind === 'too_large'
      ? failedPrecondition('This message is longer than this server can read.')
      : failure
  }
  return status === 400 || status === 410 ? wrongPage() : failure
}

function failedPrecondition(message: string): ApiError {
  return new ApiError('failed_precondition', message)
}

/**
 * A search in Gmail's query language that finds nothing older, regardless of its words: unpaired brackets would end the enclosing
 * ones, so they are dropped.
 *
 * @param words as a person typed them; empty for everything
 * @param sinceS epoch seconds
 */
export function gmailQuery(words: string, sinceS: number): string {
  const window = `after:${sinceS}`
  const inside = (arePaired(words) ? words : words.replace(/[(){}"]/g, ' ')).trim()
  return inside === '' ? window : `${window} (${inside})`
}

function arePaired(text: string): boolean {
  const open: string[] = []
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '(') open.push(')')
    else if (character === '{') open.push('}')
    else if ((character === ')' || character === '}') && open.pop() !== character) return false
  }
  return open.length === 0 && !isQuoted
}
