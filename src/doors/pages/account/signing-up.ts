import { type Response, Router } from 'express'
import type { Account } from '#runtime/accounts/accounts.ts'
import { inviteIsOver } from '#runtime/accounts/invites.ts'
import { isSecret } from '#runtime/accounts/secrets.ts'
import { setupIsOver } from '#runtime/accounts/setup-links.ts'
import { timeZoneNamed } from '#runtime/accounts/time-zones.ts'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { type FormValues, faultOf } from '#runtime/kit/site.ts'
import { form, problem } from '../kit/form-fields.ts'
import { newPasswordFields, notSetUp, usernameField, zoneField } from './account-fields.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { formOf, visitorOf } from './visitor.ts'

/** A way to create an account: the page and its form. */
interface Way {
  readonly path: '/signup' | '/setup'
  readonly title: string
  readonly welcome: string
  readonly button: string
  /** The parameter with the secret of the link. */
  readonly secretName: 'invite' | 'token'
  /** @throws ApiError if an account may not be created this way */
  check(secret: string): Promise<void>
  create(secret: string, account: { username: string; password: string }): Promise<Account>
}

/** `/signup`, open or by invitation, and `/setup`, which creates the first account of an instance. */
export function signingUpPages(services: AccountServices): Router {
  const router = Router()
  for (const way of [signUpWay(services), setupWay(services)]) addWay(router, services, way)
  return router
}

function setupWay({ setupLinks }: AccountServices): Way {
  return {
    path: '/setup',
    title: 'Set up this Onedoor server',
    welcome: 'This server has no account yet. Create its administrator here.',
    button: 'Create the administrator',
    secretName: 'token',
    async check(secret) {
      if (!isSecret(secret) || !(await setupLinks.isOpen(secret))) throw setupIsOver()
    },
    create: (secret, account) => setupLinks.use(secret, account),
  }
}

function signUpWay({ accounts, invites, setupLinks, signUp }: AccountServices): Way {
  return {
    path: '/signup',
    title: 'Sign up',
    welcome: 'One account for all services on this server.',
    button: 'Sign up',
    secretName: 'invite',
    async check(secret) {
      // The first account is the administrator's, so nobody may create it before the operator.
      if (await setupLinks.isEmpty()) {
        throw new ApiError(
          'failed_precondition',
          'This server is not set up yet. Its operator must open the set-up link that the server printed when it started.',
        )
      }
      if (signUp === 'open') return
      if (signUp === 'closed') throw new ApiError('permission_denied', 'This server does not accept new accounts.')
      if (secret === '') {
        throw new ApiError(
          'permission_denied',
          'You need an invitation to create an account on this server. Open the link that you received, or ask the administrator for one.',
        )
      }
      if (!isSecret(secret) || !(await invites.isOpen(secret))) throw inviteIsOver()
    },
    create: (secret, account) => (signUp === 'open' ? accounts.create(account) : invites.use(secret, account)),
  }
}

interface FormParts {
  readonly username?: string
  readonly zone?: string
  readonly error?: ApiError
}

function showForm(res: Response, way: Way, secret: string, parts: FormParts = {}): void {
  const main = html`${problem(parts.error)}<p>${way.welcome}</p>
${form(
  way.path,
  visitorOf(res).csrfToken,
  html`<input type="hidden" name="${way.secretName}" value="${secret}">
${usernameField(
  { value: parts.username, minlength: 2, maxlength: 24, autofocus: true },
  { hint: '2 to 24 lower-case letters, digits and underscores, beginning with a letter.', error: parts.error },
)}${newPasswordFields(parts.error)}${zoneField({ chosen: parts.zone ?? 'UTC', error: parts.error })}<button>${way.button}</button>
`,
)}`
  // A chosen time zone is not replaced by a proposal.
  const scripts = parts.zone === undefined ? ['/zone.js'] : []
  show(res, { title: way.title, main, scripts }, parts.error)
}

function addWay(router: Router, services: AccountServices, way: Way): void {
  async function showRefusal(res: Response, error: ApiError): Promise<void> {
    // Without any account, signing in would lead nowhere.
    const isEmpty = await services.setupLinks.isEmpty()
    const main = html`${problem(error)}${isEmpty ? notSetUp : html`<p><a href="/signin">Sign in</a></p>\n`}`
    show(res, { title: way.title, main }, error)
  }

  router.get(way.path, async (req, res) => {
    if (visitorOf(res).signedIn) return res.redirect(303, '/settings')
    const secret = typeof req.query[way.secretName] === 'string' ? String(req.query[way.secretName]) : ''
    const refusal = await faultOf(() => way.check(secret))
    return refusal ? showRefusal(res, refusal) : showForm(res, way, secret)
  })

  router.post(way.path, async (req, res) => {
    const values = formOf(res)
    const secret = values.text(way.secretName)
    // Before a password is hashed, which is expensive.
    const refusal = await faultOf(() => way.check(secret))
    if (refusal) return showRefusal(res, refusal)
    const username = values.text('username').trim()
    const zone = values.text('time_zone') || 'UTC'
    const error = await faultOf(async () => {
      await services.countAttempt(req)
      const account = await createIn(services, zone, () =>
        way.create(secret, { username, password: newPasswordOf(values) }),
      )
      const { username: actor } = account
      const detail = way.secretName === 'token' ? 'set-up' : 'sign-up'
      await services.record(res, 'account_created', { actor, subject: actor, detail })
      await visitorOf(res).signIn(account.id, req.headers['user-agent'])
    })
    if (!error) return res.redirect(303, '/settings?done=welcome')
    return showForm(res, way, secret, { username, zone, error })
  })
}

/** Creates an account with a time zone. @throws ApiError invalid_argument for one that does not exist */
async function createIn({ profiles }: AccountServices, zone: string, create: () => Promise<Account>): Promise<Account> {
  if (timeZoneNamed(zone) === undefined) {
    throw invalidArgument('time_zone', 'must be an IANA time zone such as Europe/Berlin')
  }
  const account = await create()
  await profiles.set(account.id, { displayName: '', timeZone: zone })
  return account
}

/** The new password of a form, typed twice. @throws ApiError invalid_argument if the two differ */
export function newPasswordOf(values: FormValues): string {
  const password = values.text('new_password')
  if (values.text('repeated') === password) return password
  throw invalidArgument('repeated', 'does not match', 'The passwords do not match.')
}
