import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequestHandler } from 'express'
import { cookieOf } from '#http/cookies.ts'
import { SESSION_COOKIE, type Sessions } from '#runtime/accounts/sessions.ts'
import { type Html, html } from '#runtime/base/html.ts'

/** For whom a page is laid out: the links at the end of its navigation follow from it. */
export type Reader = 'nobody' | 'account' | 'administrator'

const readers = new AsyncLocalStorage<Reader>()

/** Finds out who reads the page that a request asks for. A page is also shown when the database cannot answer. */
export function knowReaders(sessions: Pick<Sessions, 'find'>): RequestHandler {
  return async (req, res, next) => {
    res.vary('Cookie')
    const secret = req.headers.authorization === undefined ? cookieOf(req.headers.cookie, SESSION_COOKIE) : undefined
    if (secret === undefined) return readers.run('nobody', next)
    const signedIn = await sessions.find(secret).catch(() => undefined)
    if (!signedIn) return readers.run('nobody', next)
    return readers.run(signedIn.account.isAdmin ? 'administrator' : 'account', next)
  }
}

/** Who reads the page that is being made. */
export function readerNow(): Reader {
  return readers.getStore() ?? 'nobody'
}

/** The links to what a reader has beside the pages for everybody. */
export function readerLinks(): Html {
  const reader = readerNow()
  if (reader === 'nobody') return html`<a href="/signin">Sign in</a>`
  return html`<a href="/settings">Settings</a>${reader === 'administrator' && html`\n<a href="/admin">Administration</a>`}`
}
