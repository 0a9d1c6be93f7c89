import type { Args, Result } from '#generated/server/handlers.ts'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { firstCharacters } from '#runtime/base/text/first-characters.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { storableLines } from '#runtime/base/text/storable-text.ts'
import type { Context } from '#runtime/calls/context.ts'
import { textOfHtml } from '../parsing/html-text.ts'

export type Summary = Result<'mail.webmailsearch'>['items'][number]
export type WebmailPage = Result<'mail.webmailsearch'>
export type WebmailMessage = Result<'mail.webmailread'>
export type Search = Args<'mail.webmailsearch'>

/** A kind of web-mail account as the methods use it. */
export interface WebmailSource {
  search(search: Search, ctx: Context): Promise<WebmailPage>
  /** @throws ApiError not_found */
  read(id: string, ctx: Context): Promise<WebmailMessage>
}

/** A part of a message that may be its body. */
export interface BodyPart {
  readonly isHtml: boolean
  readonly text: string
  /** Whether `text` is only the beginning of the part. */
  readonly isCut: boolean
}

const dayMs = 86_400_000
/** How far back a search reaches, regardless of its words. */
export const windowMs = 7 * dayMs

export const maxPeople = 50
export const maxAttachments = 50
export const maxSubject = 1000
/** The longest text that is returned, in characters. */
export const maxText = 100_000
/** Characters of an HTML body from which the text is taken. */
export const maxHtml = 500_000

/** The body as plain text, up to the bounds. */
export function bodyText(part: BodyPart | undefined): { text: string; is_truncated: boolean } {
  if (!part) return { text: '', is_truncated: false }
  const cleaned = storableLines(part.text)
  const isCut = part.isCut || (part.isHtml && cleaned.length > maxHtml)
  const whole = part.isHtml ? textOfHtml(cleaned.slice(0, maxHtml)) : cleaned.replace(/\n+$/, '')
  const text = firstCharacters(whole, maxText).toWellFormed()
  return { text, is_truncated: isCut || text.length < whole.length }
}

export function wrongPage(): ApiError {
  return invalidArgument(
    'cursor',
    'does not belong to this search or has expired: search again without it',
    'The value of cursor belongs to another search or has expired. Search again without a cursor.',
  )
}

/** The same error for every id without a message. */
export function unknownMessage(id: string): ApiError {
  return new ApiError(
    'not_found',
    `The connected web-mail account has no message with the id ${quote(id)}. Use mail.webmailsearch to find messages.`,
  )
}
