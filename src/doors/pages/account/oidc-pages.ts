import { type Request, type Response, Router } from 'express'
import type { Arrival, Oidc } from '#runtime/accounts/oidc/oidc.ts'
import { publicPath } from '#runtime/base/base-path.ts'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { faultOf } from '#runtime/kit/site.ts'
import { problem } from '../kit/form-fields.ts'
import { oidcPlaces, sendOn } from './oidc-parts.ts'
import { needRecentSignIn } from './recent-sign-in.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { nextPage, passwordChanged } from './signing-in.ts'
import { newPasswordOf } from './signing-up.ts'
import { accountOf, formOf, sentBy, visitorOf } from './visitor.ts'

/** Longer than any response that a provider sends. */
const maxQueryLength = 8192

/** Sign-in with an OpenID provider: from `/signin` and back, and its link in the settings; nothing without a provider. */
export function oidcPages(services: AccountServices): Router {
  const router = Router()
  const { oidc } = services
  if (!oidc) return router
  router.post(oidcPlaces.start, async (req, res) => {
    const next = nextPage(formOf(res).text('next'))
    const error = await faultOf(async () => {
      await services.countAttempt(req)
      sendOn(res, oidc, await oidc.begin({ boundTo: boundTo(res), next }))
    })
    if (error) showFailure(res, oidc, error)
  })
  router.get(oidcPlaces.callback, (req, res) => comeBack(services, oidc, req, res))
  addLinkRoutes(router, services, oidc)
  return router
}

/** Identifies the browser that was sent to the provider. */
function boundTo(res: Response): string {
  return `oidc ${visitorOf(res).binding}`
}

async function comeBack(services: AccountServices, oidc: Oidc, req: Request, res: Response): Promise<void> {
  const error = await faultOf(async () => {
    const query = new URL(req.originalUrl, services.baseUrl).search
    if (query.length > maxQueryLength) throw new ApiError('invalid_argument', 'This address is too long.')
    const arrival = await oidc.finish(boundTo(res), query)
    await (arrival.kind === 'linked' ? recordLink(services, res, oidc, arrival) : signIn(services, req, res, arrival))
    res.redirect(303, arrival.next)
  })
  if (!error) return
  // Anyone can open this address any number of times, which must not fill the audit log.
  const flood = await faultOf(() => services.countAttempt(req))
  if (!flood) await services.record(res, 'sign_in_failed', { detail: 'OpenID' })
  showFailure(res, oidc, flood ?? error)
}

async function signIn({ record }: AccountServices, req: Request, res: Response, arrival: Arrival): Promise<void> {
  const { account, acts, noteSession } = arrival
  await visitorOf(res).signIn(account.id, req.headers['user-agent'], noteSession)
  for (const { action, detail } of acts) {
    await record(res, action, { actor: account.username, subject: account.username, detail })
  }
}

async function recordLink(
  { accountMail, record }: AccountServices,
  res: Response,
  { name }: Oidc,
  { account, acts }: Arrival,
): Promise<void> {
  for (const { action, detail } of acts) await record(res, action, { subject: account.username, detail })
  await accountMail.inform(account.id, {
    title: 'Account linked',
    text: `It is now possible to sign in to your account with ${name}. If this was not you, remove the link and change your password.`,
  })
}

function showFailure(res: Response, oidc: Oidc, error: ApiError): void {
  const back = visitorOf(res).signedIn
    ? html`<a href="${oidcPlaces.settings}">Security settings</a>`
    : html`<a href="/signin">Sign in</a>`
  show(res, { title: `Sign in with ${oidc.name}`, main: html`${problem(error)}<p>${back}</p>\n` }, error)
}

/** Linking and unlinking, each after the password or a passkey, and the first password of an account. */
function addLinkRoutes(router: Router, services: AccountServices, oidc: Oidc): void {
  const { passkeys, record } = services
  const acts: Readonly<Record<string, (res: Response) => Promise<string>>> = {
    async link(res) {
      const departure = { boundTo: boundTo(res), accountId: accountOf(res).id }
      return oidc.begin({ ...departure, next: `${oidcPlaces.settings}?done=linked` })
    },
    async unlink(res) {
      await oidc.unlink(accountOf(res).id)
      await record(res, 'identity_unlinked', { detail: 'OpenID' })
      return `${oidcPlaces.settings}?done=unlinked`
    },
  }
  const actOf = (name: unknown) => {
    const act = typeof name === 'string' && Object.hasOwn(acts, name) ? acts[name] : undefined
    if (!act) throw invalidArgument('id', 'must be link or unlink')
    return act
  }
  router.post([oidcPlaces.link, oidcPlaces.unlink], async (req, res) => {
    const error = await faultOf(async () => {
      await checkPassword(services, req, res)
      const next = await actOf(req.path === oidcPlaces.link ? 'link' : 'unlink')(res)
      if (next.startsWith('/')) res.redirect(303, next)
      else sendOn(res, oidc, next)
    })
    if (error) showFailure(res, oidc, error)
  })
  router.post(`${oidcPlaces.passkey}/options`, async (_req, res) => {
    res.json(await passkeys.offerSignIn(boundTo(res)))
  })
  router.post(oidcPlaces.passkey, async (req, res) => {
    await services.countAttempt(req)
    const { id, response } = (sentBy(res).json ?? {}) as { id?: unknown; response?: unknown }
    const act = actOf(id)
    if ((await passkeys.signIn(boundTo(res), response)) !== accountOf(res).id) {
      await record(res, 'sign_in_failed', { detail: 'passkey' })
      throw new ApiError('invalid_argument', 'The passkey was not accepted, or it took too long. Try again.')
    }
    res.json({ next: publicPath(await act(res)) })
  })
  router.post(oidcPlaces.password, async (req, res) => {
    const error = await faultOf(() => setFirstPassword(services, req, res))
    if (error) showFailure(res, oidc, error)
    else res.redirect(303, `${oidcPlaces.settings}?done=password`)
  })
}

async function checkPassword(services: AccountServices, req: Request, res: Response): Promise<void> {
  await services.countAttempt(req)
  if (await services.credentials.isRight(accountOf(res).id, formOf(res).text('oidc_password'))) return
  await services.record(res, 'password_refused', { detail: 'OpenID' })
  throw invalidArgument('oidc_password', 'is wrong', 'The password is wrong. Nothing was changed.')
}

async function setFirstPassword(services: AccountServices, req: Request, res: Response): Promise<void> {
  const { credentials } = services
  await services.countAttempt(req)
  const { id, sessionId } = accountOf(res)
  if (await credentials.hasPassword(id)) {
    throw new ApiError('failed_precondition', 'The account has a password. Enter it to change it.')
  }
  await needRecentSignIn(services, res, 'set a password')
  await credentials.change(id, newPasswordOf(formOf(res)), sessionId)
  await services.record(res, 'password_changed', { detail: 'first' })
  await services.accountMail.inform(id, passwordChanged)
}
