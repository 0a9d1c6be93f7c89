import { type Request, type Response, Router } from 'express'
import { resetIsOver } from '#runtime/accounts/administered.ts'
import { isSecret } from '#runtime/accounts/secrets.ts'
import { publicPath } from '#runtime/base/base-path.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { faultOf } from '#runtime/kit/site.ts'
import { form, notice, problem, textField } from '../kit/form-fields.ts'
import { newPasswordFields, notSetUp, usernameField } from './account-fields.ts'
import { oidcButton, oidcSignOut } from './oidc-parts.ts'
import { finishFirstStep } from './second-step.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { newPasswordOf } from './signing-up.ts'
import { formOf, sentBy, visitorOf } from './visitor.ts'

const notices: Readonly<Record<string, string>> = {
  'signed-out': 'You are signed out.',
  deleted: 'The account and everything it owned were deleted.',
}

const resetPlace = '/reset'
const resetTitle = 'Set a new password'

/** One sentence for every reason, so that it does not reveal which usernames exist. */
const wrongPassword = 'The username or password is wrong.'
/** The notice to the owner of an account. */
export const passwordChanged = {
  title: 'New password',
  text: 'The password of your account was changed, and other browsers were signed out.',
}
const wrongPasskey = 'The passkey was not accepted, or it took too long. Try again, or sign in with your password.'

/** `/signin` with a password or a passkey, and `/signout`. */
export function signingPages(services: AccountServices): Router {
  const { sessions, record } = services
  const router = Router()
  router.get('/signin', (req, res) => {
    const next = nextPage(req.query.next)
    if (visitorOf(res).signedIn) return res.redirect(303, next)
    return showSignIn(services, res, next, { done: noticeOf(notices, req.query.done) })
  })
  router.post('/signin', (req, res) => signInWithPassword(services, req, res))
  addPasskeyRoutes(router, services)
  router.post('/signout', async (_req, res) => {
    const visitor = visitorOf(res)
    if (visitor.signedIn) {
      await sessions.end(visitor.signedIn.account.id, visitor.signedIn.sessionId)
      await record(res, 'sign_out')
    }
    visitor.forget()
    res.redirect(303, '/signin?done=signed-out')
  })
  return router
}

function addPasskeyRoutes(router: Router, services: AccountServices): void {
  const { passkeys } = services
  router.post('/signin/passkey/options', async (_req, res) => {
    res.json(await passkeys.offerSignIn(challengeBinding(res)))
  })
  router.post('/signin/passkey', async (req, res) => {
    await services.countAttempt(req)
    const { response, next } = (sentBy(res).json ?? {}) as { response?: unknown; next?: unknown }
    const accountId = await passkeys.signIn(challengeBinding(res), response)
    if (accountId === undefined) {
      await services.record(res, 'sign_in_failed', { detail: 'passkey' })
      throw new ApiError('invalid_argument', wrongPasskey)
    }
    const actor = await visitorOf(res).signIn(accountId, req.headers['user-agent'])
    await services.record(res, 'sign_in', { actor, detail: 'passkey' })
    res.json({ next: publicPath(nextPage(next)) })
  })
}

async function showSignIn(
  services: AccountServices,
  res: Response,
  next: string,
  parts: { username?: string; error?: ApiError; done?: string | undefined },
): Promise<void> {
  const { passkeys, setupLinks, signUp } = services
  const { csrfToken } = visitorOf(res)
  if (await setupLinks.isEmpty()) return show(res, { title: 'Sign in', main: html`${notice(parts.done)}${notSetUp}` })
  const signOut = parts.done === notices['signed-out'] ? await oidcSignOut(services) : undefined
  const main = html`${notice(parts.done)}${signOut}${problem(parts.error)}${form(
    '/signin',
    csrfToken,
    html`<input type="hidden" name="next" value="${next}">
${usernameField({ value: parts.username, autofocus: true })}${textField({
  label: 'Password',
  name: 'password',
  input: { type: 'password', autocomplete: 'current-password', required: true },
})}<button>Sign in</button>
`,
  )}<p><a href="/reset/request">Forgot your password?</a></p>
${passkeys.arePossible() && passkeyButton(next)}${await oidcButton(services, csrfToken, next)}${signUp !== 'closed' && signUpHint(signUp)}`
  show(res, { title: 'Sign in', main, withScript: passkeys.arePossible() }, parts.error)
}

async function signInWithPassword(services: AccountServices, req: Request, res: Response): Promise<void> {
  const values = formOf(res)
  const next = nextPage(values.text('next'))
  const username = values.text('username')
  const error = await faultOf(async () => {
    await services.countAttempt(req)
    const accountId = await services.credentials.signIn(username, values.text('password'))
    if (accountId === undefined) {
      // The typed text may be a password in the wrong field: only the name of an account is recorded.
      const meant = await services.accounts.find(username.trim().toLowerCase().replaceAll('\0', ''))
      await services.record(res, 'sign_in_failed', { subject: meant?.username, detail: 'password' })
      throw new ApiError('invalid_argument', wrongPassword)
    }
    await finishFirstStep(services, req, res, { accountId, proof: 'password', next })
  })
  if (error) await showSignIn(services, res, next, { username, error })
}

/** Binds a challenge to the browser that requested it. */
function challengeBinding(res: Response): string {
  return `sign-in ${visitorOf(res).binding}`
}

function passkeyButton(next: string): Html {
  return html`<div id="passkey-sign-in" data-next="${next}" hidden>
<p class="or">or</p>
<button type="button" class="second">Sign in with a passkey</button>
<p class="fault" role="alert"></p>
</div>
`
}

function signUpHint(signUp: 'open' | 'invite'): Html {
  return signUp === 'open'
    ? html`<p>No account yet? <a href="/signup">Sign up</a></p>\n`
    : html`<p class="note">You need an invitation to create an account. Open the link that you received.</p>\n`
}

/** A base to parse paths against; its name cannot exist. */
const here = 'http://onedoor.invalid'

/**
 * Where to go after signing in: the requested path, if it is on this server.
 *
 * @param wanted from the query or the form, so not trusted
 * @returns a path that begins with exactly one slash, so that it cannot lead to another server
 */
export function nextPage(wanted: unknown): string {
  const fallback = '/settings'
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || !URL.canParse(wanted, here)) return fallback
  // Parsed as browsers do: they drop tabs and line ends, read \ as / and resolve dots, after which `//` names a server.
  const { origin, pathname, search } = new URL(wanted, here)
  if (origin !== here || pathname.startsWith('//')) return fallback
  return pathname + search
}

/** `/reset`: sets a new password by a link, of an administrator or mailed. It does not replace the second factor. */
export function resetPages(services: AccountServices): Router {
  const { administered } = services
  const router = Router()
  const usernameOf = async (secret: string): Promise<string | undefined> =>
    isSecret(secret) ? administered.resetLinkOf(secret) : undefined

  router.get(resetPlace, async (req, res) => {
    const secret = typeof req.query.token === 'string' ? req.query.token : ''
    const username = await usernameOf(secret)
    return username === undefined ? showRefusal(res) : showForm(res, { secret, username })
  })
  router.post(resetPlace, async (req, res) => {
    const values = formOf(res)
    const secret = values.text('token')
    // Before a password is hashed, which is expensive.
    const username = await usernameOf(secret)
    if (username === undefined) return showRefusal(res)
    const error = await faultOf(async () => {
      await services.countAttempt(req)
      const accountId = await administered.useResetLink(secret, newPasswordOf(values))
      await services.record(res, 'password_reset', { actor: username, subject: username })
      await services.accountMail.inform(accountId, passwordChanged)
      await finishFirstStep(services, req, res, { accountId, proof: 'reset link', next: '/settings' })
    })
    if (error) showForm(res, { secret, username, error })
  })
  return router
}

function showForm(res: Response, parts: { secret: string; username: string; error?: ApiError }): void {
  const main = html`${problem(parts.error)}<p>This sets a new password for the account <b>${parts.username}</b>. It is signed out everywhere else.</p>
${form(
  resetPlace,
  visitorOf(res).csrfToken,
  html`<input type="hidden" name="token" value="${parts.secret}">
<input type="hidden" name="username" value="${parts.username}" autocomplete="username">
${newPasswordFields(parts.error)}<button>Set the password</button>
`,
)}`
  show(res, { title: resetTitle, main }, parts.error)
}

function showRefusal(res: Response): void {
  const error = resetIsOver()
  show(res, { title: resetTitle, main: html`${problem(error)}<p><a href="/signin">Sign in</a></p>\n` }, error)
}
