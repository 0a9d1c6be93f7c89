import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { cookieOf } from '#http/cookies.ts'
import type { Announcement } from '#runtime/accounts/announcement.ts'
import type { Csrf } from '#runtime/accounts/csrf.ts'
import type { CallingAccount } from '#runtime/accounts/grant.ts'
import { type Impersonation, OWN_SESSION_COOKIE } from '#runtime/accounts/impersonations.ts'
import { DEVICE_MS } from '#runtime/accounts/known-devices.ts'
import { isSecret, newSecret } from '#runtime/accounts/secrets.ts'
import {
  type AlsoWrites,
  SESSION_COOKIE,
  SESSION_MS,
  type Session,
  type Sessions,
  type SignedIn,
  type SignedInToPages,
} from '#runtime/accounts/sessions.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { FamilyPages, FormValues } from '#runtime/kit/site.ts'
import { readSent, type Sent, sentForm } from './form-data.ts'
import { impersonationOf } from './impersonation.ts'
import { setCookie } from './page-cookies.ts'
import type { Uploads } from './upload.ts'

/** Recognises a browser that has signed in before. */
const DEVICE_COOKIE = 'onedoor_device'

/** Identifies a browser that is not signed in, so that other sites cannot send forms in its name. */
const FORM_COOKIE = 'onedoor_form'

interface VisitorsOptions {
  readonly sessions: Sessions
  readonly csrf: Csrf
  /** Whether the public address is https: then the cookies are Secure. */
  readonly overHttps: boolean
  /** The pages that families add to the settings. */
  readonly familyPages: readonly Pick<FamilyPages, 'path' | 'title'>[]
  /** Whether calls cost credits. */
  readonly usesCredits: boolean
  /** How many calls wait for the approval of an account. */
  readonly countApprovals: (accountId: string) => Promise<number>
  readonly announcement: { get(): Promise<Announcement | undefined> }
  readonly addressOf: (req: Request) => string
  /** Notes a sign-in by a browser with this cookie. Returns the cookie by which it is recognised next time. */
  readonly noteSignIn: (accountId: string, cookie: string | undefined, session: Session) => Promise<string>
}

/** The browser that requests a page, and the account signed in with it. */
export class Visitor {
  readonly signedIn: SignedIn | undefined
  /** How many calls wait for this person's approval, for the header of the page. */
  pendingApprovals = 0
  /** What the operator announces to people who are signed in. */
  announcement: string | undefined
  /** Set while an administrator sees the page of the account: then `signedIn` is the account, for reads alone. */
  readonly impersonation: Impersonation | undefined
  /** Whether the person has to set up a second factor, and counts as not signed in on this page. */
  isHeld = false
  readonly #options: VisitorsOptions
  readonly #req: Request
  readonly #res: Response
  #formCookie: string | undefined

  constructor(options: VisitorsOptions, req: Request, res: Response, signedIn: SignedIn | undefined) {
    this.#options = options
    this.#req = req
    this.#res = res
    this.signedIn = signedIn
    this.impersonation = impersonationOf(res)
    const cookie = cookieOf(req.headers.cookie, FORM_COOKIE)
    this.#formCookie = cookie !== undefined && isSecret(cookie) ? cookie : undefined
  }

  get familyPages(): VisitorsOptions['familyPages'] {
    return this.#options.familyPages
  }

  get usesCredits(): boolean {
    return this.#options.usesCredits
  }

  /** Binds forms and passkey challenges to this browser. It changes at sign-in. */
  get binding(): string | undefined {
    return this.impersonation?.id ?? this.signedIn?.sessionId ?? (this.#formCookie && `form ${this.#formCookie}`)
  }

  /** The token for the forms of a page; a browser without a cookie gets one with it. */
  get csrfToken(): string {
    if (this.binding === undefined) {
      this.#formCookie = newSecret()
      this.#setCookie(FORM_COOKIE, this.#formCookie)
    }
    return this.#options.csrf.tokenFor(this.binding as string)
  }

  /** Signs in with a new session, and ends the one that the browser had. Returns the username. */
  async signIn(accountId: string, device: string | undefined, also?: AlsoWrites): Promise<string | undefined> {
    const { sessions } = this.#options
    if (this.signedIn) await sessions.end(this.signedIn.account.id, this.signedIn.sessionId)
    const { session, secret } = await sessions.start(accountId, device, also, this.#options.addressOf(this.#req))
    const known = cookieOf(this.#req.headers.cookie, DEVICE_COOKIE)
    const recognised = await this.#options.noteSignIn(accountId, known, session)
    this.#setCookie(SESSION_COOKIE, secret, SESSION_MS / 1000)
    this.#setCookie(DEVICE_COOKIE, recognised, DEVICE_MS / 1000)
    this.#setCookie(FORM_COOKIE, '', 0)
    return (await sessions.findForPages(secret))?.account.username
  }

  /** Lets this browser show the pages of another account, and sets its own session aside. */
  beginImpersonation(secret: string): void {
    const own = cookieOf(this.#req.headers.cookie, SESSION_COOKIE) as string
    this.#setCookie(OWN_SESSION_COOKIE, own, SESSION_MS / 1000)
    this.#setCookie(SESSION_COOKIE, secret, SESSION_MS / 1000)
  }

  /** Goes on with this browser's own session. */
  endImpersonation(): void {
    const own = cookieOf(this.#req.headers.cookie, OWN_SESSION_COOKIE) as string
    this.#setCookie(SESSION_COOKIE, own, SESSION_MS / 1000)
    this.#setCookie(OWN_SESSION_COOKIE, '', 0)
  }

  /** Deletes the session cookie. */
  forget(): void {
    this.#setCookie(SESSION_COOKIE, '', 0)
  }

  #setCookie(name: string, value: string, maxAgeS?: number): void {
    setCookie(this.#res, { name, value, maxAgeS, overHttps: this.#options.overHttps })
  }
}

/** The visitor, as `identifyVisitors` identified it. */
export function visitorOf(res: Response): Visitor {
  return res.locals.visitor as Visitor
}

/** The account that requests a page behind `needAccount`. */
export function accountOf(res: Response): CallingAccount & { readonly sessionId: string } {
  const { signedIn } = visitorOf(res)
  if (!signedIn) throw new Error('This page is not behind needAccount')
  return { ...signedIn.account, sessionId: signedIn.sessionId }
}

/** The body of a POST, as `guardPosts` read it. */
export function sentBy(res: Response): Sent {
  return res.locals.sent as Sent
}

/** The form of a POST; without fields if the body was JSON. */
export function formOf(res: Response): FormValues {
  return sentBy(res).form ?? sentForm(new URLSearchParams())
}

/**
 * Identifies the visitor. Pages are for signed-in people, so an Authorization header is rejected rather than ignored.
 */
export function identifyVisitors(options: VisitorsOptions): RequestHandler {
  return async (req, res, next) => {
    res.setHeader('Cache-Control', 'no-store')
    if (req.headers.authorization !== undefined) {
      throw new ApiError(
        'unauthenticated',
        'This page is for people who have signed in with a browser. It does not accept an Authorization header.',
      )
    }
    const secret = cookieOf(req.headers.cookie, SESSION_COOKIE)
    const impersonation = impersonationOf(res)
    const found = impersonation ? seenAccount(impersonation, req) : await findSession(options, secret)
    const isHeld = found?.lacksFactor === true && !isForSettingUp(req)
    const signedIn = isHeld ? undefined : found
    const visitor = new Visitor(options, req, res, signedIn)
    visitor.isHeld = isHeld
    if (secret !== undefined && !found && !impersonation) visitor.forget()
    if (signedIn) {
      const [announcement, pending] = await Promise.all([
        options.announcement.get(),
        isPage(req) ? options.countApprovals(signedIn.account.id) : 0,
      ])
      visitor.announcement = announcement?.text
      visitor.pendingApprovals = pending
    }
    res.locals.visitor = visitor
    next()
  }
}

async function findSession(
  { sessions }: VisitorsOptions,
  secret: string | undefined,
): Promise<SignedInToPages | undefined> {
  return secret === undefined ? undefined : sessions.findForPages(secret)
}

/** The account whose page an administrator sees; undefined for a POST, so that nothing is done for it. */
function seenAccount({ id, account, timeZone }: Impersonation, req: Request): SignedInToPages | undefined {
  return isPage(req) ? { sessionId: id, account, timeZone, lacksFactor: false } : undefined
}

/** The pages for people who have to set up a second factor. */
function isForSettingUp({ originalUrl }: Request): boolean {
  return /^\/(?:signout|settings\/security(?:\/[^?]*)?)(?:\?|$)/.test(originalUrl)
}

function isPage({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Redirects people who have not signed in to `/signin`, and back afterwards. */
export const needAccount: RequestHandler = (req, res, next) => {
  if (visitorOf(res).signedIn) return next()
  if (visitorOf(res).isHeld) return res.redirect(303, '/settings/security/second-factor')
  if (req.accepts(['html', 'json']) === 'json') throw new ApiError('unauthenticated', 'Sign in at /signin.')
  const back = req.method === 'GET' || req.method === 'HEAD' ? req.originalUrl : '/settings'
  res.redirect(303, `/signin?next=${encodeURIComponent(back)}`)
}

/** Lets only administrators pass. */
export const needAdmin: RequestHandler = (_req, res, next) => {
  if (!accountOf(res).isAdmin) throw new ApiError('permission_denied', 'This page is for administrators.')
  next()
}

/**
 * Lets a POST pass only if it comes from a page of this server: it has the token of this browser, in the form or, from a
 * script, in X-CSRF-Token; and the browser does not name another site as its origin.
 */
export function guardPosts(csrf: Csrf, baseUrl: string, uploads: Uploads): RequestHandler {
  const ownOrigin = new URL(baseUrl).origin
  return async (req: Request, res: Response, next: NextFunction) => {
    if (req.method === 'GET' || req.method === 'HEAD') return next()
    const site = req.headers['sec-fetch-site']
    if (site === 'cross-site' || site === 'same-site' || isOfAnotherOrigin(req, ownOrigin)) throw foreignForm()
    const sent = uploads.isUpload(req) ? await uploads.read(req, res) : await readSent(req)
    const header = req.headers['x-csrf-token']
    const token = typeof header === 'string' ? header : sent.form?.text('csrf_token')
    const { binding } = visitorOf(res)
    if (binding === undefined || !csrf.matches(binding, token)) throw foreignForm()
    res.locals.sent = sent
    next()
  }
}

/**
 * Whether the browser names another origin. `null` is an origin that the browser does not reveal, as our own pages
 * request; the address in the browser may differ from the public address.
 */
function isOfAnotherOrigin({ headers: { origin, host } }: Request, ownOrigin: string): boolean {
  if (origin === undefined || origin === 'null' || origin === ownOrigin) return false
  return !URL.canParse(origin) || new URL(origin).host !== host
}

function foreignForm(): ApiError {
  return new ApiError(
    'csrf',
    'This form is out of date, or it was sent by another site. Go back, reload the page, and send the form again. Your browser must accept cookies.',
  )
}
