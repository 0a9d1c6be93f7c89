import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequestHandler } from 'express'
import { cookieOf } from '#http/cookies.ts'
import { SESSION_COOKIE, type Sessions } from '#runtime/accounts/sessions.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { inZoneOfReader } from '#runtime/kit/public-moment.ts'

/** The kind of reader of a page, which determines the links at the end of its navigation. */
export type Reader = 'nobody' | 'account' | 'administrator'

const readers = new AsyncLocalStorage<Reader>()

/**
 * Identifies the reader of a requested page, and the reader's time zone. A page is also shown if the database does not
 * respond.
 */
export function knowReaders(sessions: Pick<Sessions, 'find'>): RequestHandler {
  return async (req, res, next) => {
    res.vary('Cookie')
    const secret = req.headers.authorization === undefined ? cookieOf(req.headers.cookie, SESSION_COOKIE) : undefined
    if (secret === undefined) return readers.run('nobody', next)
    const signedIn = await sessions.find(secret).catch(() => undefined)
    if (!signedIn) return readers.run('nobody', next)
    const { account, timeZone } = signedIn
    return readers.run(account.isAdmin ? 'administrator' : 'account', () => inZoneOfReader(timeZone, next))
  }
}

/** The reader of the page that is being rendered. */
export function readerNow(): Reader {
  return readers.getStore() ?? 'nobody'
}

/** The links of a reader in addition to the public pages. */
export function readerLinks(): Html {
  const reader = readerNow()
  if (reader === 'nobody') return html`<a href="/signin">Sign in</a>`
  return html`<a href="/settings">Settings</a>${reader === 'administrator' && html`\n<a href="/admin">Administration</a>`}`
}
