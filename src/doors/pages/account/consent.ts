import { type Request, type RequestHandler, type Response, Router } from 'express'
import { disconnectSignal } from '#http/disconnect-signal.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { type FormValues, faultOf } from '#runtime/kit/site.ts'
import { oauthPaths } from '#runtime/oauth/metadata.ts'
import type { OAuthErrorCode } from '#runtime/oauth/oauth-error.ts'
import { targetOf, withParameters } from '#runtime/oauth/redirects.ts'
import {
  type RefusedRequest,
  readSignInRequest,
  requestParameters,
  type SignInRequest,
} from '#runtime/oauth/requests.ts'
import type { Scopes } from '#runtime/oauth/scopes.ts'
import { contentSecurity } from '../kit/content-security.ts'
import { consentView, refusedView } from './consent-view.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { accountOf, formOf, visitorOf } from './visitor.ts'

/**
 * `/oauth/authorize`: asks the signed-in person each time whether a program may act on their behalf, and sends the
 * browser back to the program with the response. Only signed-in people get here, so that nobody else can make the
 * server read a program's description.
 */
export function consentPages(services: AccountServices): Router {
  const router = Router()
  router.get(oauthPaths.authorize, async (req, res) => {
    const query = new URLSearchParams(req.originalUrl.split('?').slice(1).join('?'))
    const request = await requestOf(services, res, query)
    if ('error' in request) return showRefused(services, res, request)
    return showConsent(services, req, res, request, {})
  })
  router.post(oauthPaths.authorize, async (req, res) => {
    const sent = formOf(res)
    const request = await requestOf(services, res, parametersOf(sent))
    if ('error' in request) return showRefused(services, res, request)
    if (sent.text('decision') !== 'allow') return answer(services, res, request, { error: 'access_denied' })
    let code: string | undefined
    const { id } = accountOf(res)
    const error = await faultOf(async () => {
      code = await services.oauth.grants.allow(id, request, chosenOf(sent, request.scopes))
    })
    if (error || code === undefined) return showConsent(services, req, res, request, { sent, error })
    await services.record(res, 'program_allowed', { detail: request.program.id })
    return answer(services, res, request, { code })
  })
  return router
}

/** @throws ApiError if no error can be returned to the program */
function requestOf(services: AccountServices, res: Response, values: URLSearchParams) {
  const { programs, offered, baseUrl } = services.oauth
  const asker = { subject: accountOf(res).id, signal: disconnectSignal(res) }
  return readSignInRequest(values, asker, { programs, offered, baseUrl })
}

function parametersOf(sent: FormValues): URLSearchParams {
  const values = new URLSearchParams()
  for (const name of requestParameters) for (const value of sent.all(name)) values.append(name, value)
  return values
}

/** The ticked part of the program's request. @throws ApiError invalid_argument if nothing is ticked */
function chosenOf(sent: FormValues, { services, capabilities, actions }: Scopes): Scopes {
  const ticked = new Set(sent.all('service'))
  const chosen = {
    services: services.filter((name) => ticked.has(name)),
    capabilities: capabilities.filter((name) => ticked.has(name)),
    actions: actions && sent.has('actions'),
  }
  if (chosen.services.length + chosen.capabilities.length > 0) return chosen
  throw new ApiError('invalid_argument', 'Choose at least one, or refuse.')
}

async function showConsent(
  services: AccountServices,
  req: Request,
  res: Response,
  request: SignInRequest,
  again: { sent?: FormValues; error?: ApiError | undefined },
): Promise<void> {
  await allowTarget(services, req, res, targetOf(request.redirectUri).source)
  const { username } = accountOf(res)
  const { csrfToken } = visitorOf(res)
  const { title, main } = consentView(request, { username, csrfToken, baseUrl: services.baseUrl, ...again })
  show(res, { title, main }, again.error?.status)
}

/**
 * Shows the person the error, with a link that returns it to the program. There is no automatic redirect, because
 * otherwise anyone who can register a program could create links to this server that lead anywhere (RFC 9700, 4.11.2).
 */
function showRefused(services: AccountServices, res: Response, request: RefusedRequest): void {
  const { code, message } = request.error
  const back = addressOf(services, request, { error: code, error_description: message })
  show(res, refusedView(request, back), 400)
}

/** Sends the browser to the program: with 303, so that the form is not sent on (RFC 9700, 4.12). */
function answer(
  services: AccountServices,
  res: Response,
  request: SignInRequest,
  parameters: { code: string } | { error: OAuthErrorCode },
): void {
  res.redirect(303, addressOf(services, request, parameters))
}

function addressOf(
  { baseUrl }: AccountServices,
  { redirectUri, state }: SignInRequest | RefusedRequest,
  parameters: Readonly<Record<string, string>>,
): string {
  // `iss` lets a program that uses several servers detect a response of another one (RFC 9207).
  return withParameters(redirectUri, { ...parameters, state, iss: baseUrl })
}

/** Browsers block a form whose response redirects elsewhere, unless the page allows it. */
async function allowTarget({ baseUrl }: AccountServices, req: Request, res: Response, target: string): Promise<void> {
  const overHttps = baseUrl.startsWith('https:')
  const handler: RequestHandler = contentSecurity({ overHttps, withScripts: true, formTargets: [target] })
  await new Promise<void>((resolve, reject) =>
    handler(req, res, (failure?: unknown) => (failure === undefined ? resolve() : reject(failure))),
  )
}
