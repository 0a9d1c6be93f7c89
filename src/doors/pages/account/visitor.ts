import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { Csrf } from '#runtime/accounts/csrf.ts'
import type { CallingAccount } from '#runtime/accounts/grant.ts'
import { isSecret, newSecret } from '#runtime/accounts/secrets.ts'
import { SESSION_COOKIE, SESSION_MS, type Sessions, type SignedIn } from '#runtime/accounts/sessions.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { FamilyPages, FormValues } from '#runtime/calls/site.ts'
import { cookieOf } from '../../http/cookies.ts'
import { readSent, type Sent, SentForm } from './form-data.ts'

/** Known to a browser that has not signed in, so that its forms can be told from those that others make it send. */
const FORM_COOKIE = 'onedoor_form'

interface VisitorsOptions {
  readonly sessions: Sessions
  readonly csrf: Csrf
  /** Whether the public address is https: then browsers send the cookies over nothing else. */
  readonly overHttps: boolean
  /** The pages that families add to the settings. */
  readonly familyPages: readonly Pick<FamilyPages, 'path' | 'title'>[]
}

/** Who looks at a page, and with which browser. */
export class Visitor {
  readonly signedIn: SignedIn | undefined
  readonly #options: VisitorsOptions
  readonly #res: Response
  #formCookie: string | undefined

  constructor(options: VisitorsOptions, req: Request, res: Response, signedIn: SignedIn | undefined) {
    this.#options = options
    this.#res = res
    this.signedIn = signedIn
    const cookie = cookieOf(req.headers.cookie, FORM_COOKIE)
    this.#formCookie = cookie !== undefined && isSecret(cookie) ? cookie : undefined
  }

  get familyPages(): VisitorsOptions['familyPages'] {
    return this.#options.familyPages
  }

  /** What is bound to this browser: its forms, and the challenges of passkeys. It changes when somebody signs in. */
  get binding(): string | undefined {
    return this.signedIn?.sessionId ?? (this.#formCookie && `form ${this.#formCookie}`)
  }

  /** The token for the forms of a page; a browser that nothing is known of gets a cookie with it. */
  get csrfToken(): string {
    if (this.binding === undefined) {
      this.#formCookie = newSecret()
      this.#setCookie(FORM_COOKIE, this.#formCookie)
    }
    return this.#options.csrf.tokenFor(this.binding as string)
  }

  /** Signs in with a session that is new, whatever the browser had; an older session of this browser ends. */
  async signIn(accountId: string, device: string | undefined): Promise<void> {
    const { sessions } = this.#options
    if (this.signedIn) await sessions.end(this.signedIn.account.id, this.signedIn.sessionId)
    const { secret } = await sessions.start(accountId, device)
    this.#setCookie(SESSION_COOKIE, secret, SESSION_MS / 1000)
    this.#setCookie(FORM_COOKIE, '', 0)
  }

  /** Makes the browser forget its session. */
  forget(): void {
    this.#setCookie(SESSION_COOKIE, '', 0)
  }

  #setCookie(name: string, value: string, maxAgeS?: number): void {
    const age = maxAgeS === undefined ? '' : `; Max-Age=${maxAgeS}`
    const secure = this.#options.overHttps ? '; Secure' : ''
    this.#res.append('Set-Cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${age}${secure}`)
  }
}

/** Who is behind the request; `identifyVisitors` has found out. */
export function visitorOf(res: Response): Visitor {
  return res.locals.visitor as Visitor
}

/** The account behind a request for a page that needs one. */
export function accountOf(res: Response): CallingAccount & { readonly sessionId: string } {
  const { signedIn } = visitorOf(res)
  if (!signedIn) throw new Error('This page is not behind needAccount')
  return { ...signedIn.account, sessionId: signedIn.sessionId }
}

/** What a POST has sent; `guardPosts` has read it. */
export function sentBy(res: Response): Sent {
  return res.locals.sent as Sent
}

/** The form that a POST has sent; a form without fields where it was something else. */
export function formOf(res: Response): FormValues {
  return sentBy(res).form ?? new SentForm(new URLSearchParams())
}

/** Finds out who is there. Pages are for people: a header that names somebody else is refused, never ignored. */
export function identifyVisitors(options: VisitorsOptions): RequestHandler {
  return async (req, res, next) => {
    res.setHeader('Cache-Control', 'no-store')
    if (req.headers.authorization !== undefined) {
      throw new ApiError(
        'unauthenticated',
        'This page is for people who have signed in with a browser; it takes no Authorization header.',
      )
    }
    const secret = cookieOf(req.headers.cookie, SESSION_COOKIE)
    const signedIn = secret === undefined ? undefined : await options.sessions.find(secret)
    const visitor = new Visitor(options, req, res, signedIn)
    if (secret !== undefined && !signedIn) visitor.forget()
    res.locals.visitor = visitor
    next()
  }
}

/** Sends whoever has not signed in to do so, and back afterwards. */
export const needAccount: RequestHandler = (req, res, next) => {
  if (visitorOf(res).signedIn) return next()
  if (req.accepts(['html', 'json']) === 'json') throw new ApiError('unauthenticated', 'Sign in at /signin.')
  const back = req.method === 'GET' || req.method === 'HEAD' ? req.originalUrl : '/settings'
  res.redirect(303, `/signin?next=${encodeURIComponent(back)}`)
}

/** Keeps everybody but administrators out. */
export const needAdmin: RequestHandler = (_req, res, next) => {
  if (!accountOf(res).isAdmin) throw new ApiError('permission_denied', 'This page is for administrators.')
  next()
}

/**
 * Lets a POST pass only if a page of this server made it: it shows the token of this browser, in the form or, from a
 * script, in X-CSRF-Token; and the browser, where it says so, does not name another site as its origin.
 */
export function guardPosts(csrf: Csrf): RequestHandler {
  return async (req: Request, res: Response, next: NextFunction) => {
    if (req.method === 'GET' || req.method === 'HEAD') return next()
    const site = req.headers['sec-fetch-site']
    if (site === 'cross-site' || site === 'same-site') throw foreignForm()
    const sent = await readSent(req)
    const header = req.headers['x-csrf-token']
    const token = typeof header === 'string' ? header : sent.form?.text('csrf_token')
    const { binding } = visitorOf(res)
    if (binding === undefined || !csrf.matches(binding, token)) throw foreignForm()
    res.locals.sent = sent
    next()
  }
}

function foreignForm(): ApiError {
  return new ApiError(
    'csrf',
    'This form is out of date, or another site sent it. Go back, load the page again, and send it once more; the browser must accept cookies.',
  )
}
