import type { Args, Result } from '#generated/server/handlers.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import type { Context } from '#runtime/calls/context.ts'

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

const dayMs = 86_400_000
/** How far back a search goes, whatever it says. */
export const windowMs = 7 * dayMs

export const maxPeople = 50
export const maxAttachments = 50
export const maxSubject = 1000
/** The longest text that is returned, in characters. */
export const maxText = 100_000
/** What of a body in HTML is read for it. */
export const maxHtml = 500_000

export function wrongPage(): Error {
  return invalidArgument(
    'page',
    'is not a page of this search, or no longer: search again without it',
    'The page is not one of this search, or no longer: search again without page.',
  )
}
