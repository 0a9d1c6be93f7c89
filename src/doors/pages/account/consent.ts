import { type Response, Router } from 'express'
import { disconnectSignal } from '#http/disconnect-signal.ts'
import { AGENT_CAPABILITIES } from '#runtime/accounts/grant.ts'
import { partsOf, SCOPE_CLASSES, type ScopeClass } from '#runtime/accounts/scope-classes.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { type FormValues, faultOf } from '#runtime/kit/site.ts'
import { oauthPaths } from '#runtime/oauth/metadata.ts'
import type { OAuthErrorCode } from '#runtime/oauth/oauth-error.ts'
import type { Program } from '#runtime/oauth/programs.ts'
import { targetOf, withParameters } from '#runtime/oauth/redirects.ts'
import {
  type RefusedRequest,
  readSignInRequest,
  requestParameters,
  type SignInRequest,
} from '#runtime/oauth/requests.ts'
import { resourceOf } from '#runtime/oauth/resources.ts'
import type { RequestedScopes } from '#runtime/oauth/scopes.ts'
import { allowFormTargets } from '../kit/content-security.ts'
import { choice, form, problem } from '../kit/form-fields.ts'
import { classWords } from './class-words.ts'
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
    return showConsent(services, res, request, {})
  })
  router.post(oauthPaths.authorize, async (_req, res) => {
    const sent = formOf(res)
    const request = await requestOf(services, res, parametersOf(sent))
    if ('error' in request) return showRefused(services, res, request)
    if (sent.text('decision') !== 'allow') return answer(services, res, request, { error: 'access_denied' })
    let code: string | undefined
    const { id } = accountOf(res)
    const error = await faultOf(async () => {
      code = await services.oauth.grants.allow(id, request, chosenOf(sent, request.scopes))
    })
    if (error || code === undefined) return showConsent(services, res, request, { sent, error })
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
function chosenOf(sent: FormValues, { offered }: RequestedScopes): string[] {
  const [ticked, all] = [new Set(sent.all('allow')), new Set(sent.all('all'))]
  const chosen = offered.filter((scope) => ticked.has(scope) || all.has(partsOf(scope).scopeClass))
  if (chosen.length > 0) return chosen
  throw new ApiError('invalid_argument', 'Choose at least one service, or select Refuse.')
}

async function showConsent(
  services: AccountServices,
  res: Response,
  request: SignInRequest,
  again: { sent?: FormValues; error?: ApiError | undefined },
): Promise<void> {
  await allowFormTargets(res, services.baseUrl, [targetOf(request.redirectUri).source])
  const { username } = accountOf(res)
  const { csrfToken } = visitorOf(res)
  const { title, main } = consentView(request, { username, csrfToken, baseUrl: services.baseUrl, ...again })
  show(res, { title, main }, again.error)
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

interface ConsentParts {
  readonly username: string
  readonly csrfToken: string
  readonly baseUrl: string
  readonly sent?: FormValues
  readonly error?: ApiError | undefined
}

interface View {
  readonly title: string
  readonly main: Html
}

/** The page that asks whether a program may act for an account. */
function consentView(request: SignInRequest, parts: ConsentParts): View {
  const { program, redirectUri } = request
  const { username, csrfToken, baseUrl, sent, error } = parts
  const who =
    program.host ?? (targetOf(redirectUri).isOnDevice ? 'a program on this device' : targetOf(redirectUri).name)
  const main = html`${problem(error)}<p>You are signed in as <b>${username}</b>.</p>
${asker(program, redirectUri)}${form(
  oauthPaths.authorize,
  csrfToken,
  html`${hiddenFields(request, baseUrl)}${choices(request, sent)}<p>${usedAt(request, baseUrl)} The permission ends when you revoke it at
<a href="/settings/programs">Programs</a>, after 30 days without use, or after a year.</p>
<p><button name="decision" value="allow">Allow</button>
<button class="second" name="decision" value="refuse">Refuse</button></p>
`,
)}`
  return { title: `Let ${who} use your account?`, main }
}

/** The page about a request that cannot be granted. @param back the address that returns the error to the program */
function refusedView({ program, redirectUri, error }: RefusedRequest, back: string): View {
  const { name } = targetOf(redirectUri)
  const main = html`<p>${named(program)} cannot sign in: its request is invalid.</p>
<p class="problem">${error.message} (<code>${error.code}</code>)</p>
<p><a href="${back}">Return to the program at ${name}</a></p>
`
  return { title: 'The program cannot sign in', main }
}

/** A program's own name is text by strangers: it is in quotation marks, after the verified facts. */
function named({ host, name }: Program): Html {
  if (host === undefined) return name === undefined ? html`A program` : html`A program that calls itself “${name}”`
  return name === undefined ? html`<b>${host}</b>` : html`<b>${host}</b>, which calls itself “${name}”,`
}

function asker(program: Program, redirectUri: string): Html {
  const { isOnDevice, name: target } = targetOf(redirectUri)
  const who = html`<p>${named(program)} requests access${program.host === undefined ? '. The name is not verified.' : '.'}</p>\n`
  if (isOnDevice) {
    return html`${who}<p>The response goes to a program on this device, at <b>${target}</b>. Any program on the device could have sent this request, so allow it only if you have just started to
sign in from there.</p>
`
  }
  return html`${who}<p>The response goes to <b>${target}</b>. Allow it only if you have just started to sign in from there.</p>
`
}

function usedAt({ audience }: SignInRequest, baseUrl: string): Html {
  return audience === 'mcp'
    ? html`The program may use them only at <code>${resourceOf('mcp', baseUrl)}</code>.`
    : html`The program may use them everywhere on <code>${baseUrl}</code>.`
}

/** The request as hidden fields, which the form sends back. */
function hiddenFields(
  { program, redirectUri, state, challenge, audience, scope }: SignInRequest,
  baseUrl: string,
): Html {
  const values: Readonly<Record<string, string | undefined>> = {
    response_type: 'code',
    client_id: program.id,
    redirect_uri: redirectUri,
    scope,
    state,
    resource: resourceOf(audience, baseUrl),
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  return html`${Object.entries(values).map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">\n`,
  )}`
}

/** More boxes than this can be ticked together. */
const maxSingle = 3

function choices({ scopes }: SignInRequest, sent: FormValues | undefined): Html {
  const families = new Set(scopes.offered.map((scope) => partsOf(scope).family))
  const runsAgent = AGENT_CAPABILITIES.filter((each) => families.has(each))
  return html`<h2>What it may do</h2>
${SCOPE_CLASSES.map((each) => group(each, scopes, sent))}${
  runsAgent.length > 0 &&
  html`<p>Through ${runsAgent.join(' and ')}, it may do the same in every service if you choose no service here.</p>\n`
}`
}

function group(
  scopeClass: ScopeClass,
  { offered, named }: RequestedScopes,
  sent: FormValues | undefined,
): Html | false {
  const scopes = offered.filter((scope) => partsOf(scope).scopeClass === scopeClass)
  if (scopes.length === 0) return false
  const { name, meaning } = classWords[scopeClass]
  // Only what the program named is ticked already, and beyond reading it is marked.
  const boxes = scopes.map((value) => {
    const { family } = partsOf(value)
    const label = named.has(value) && scopeClass !== 'read' ? `${family} (requested)` : family
    return choice('checkbox', {
      ...{ name: 'allow', value, label },
      checked: sent ? sent.all('allow').includes(value) : named.has(value),
    })
  })
  const isLong = scopes.length > maxSingle && scopes.some((scope) => !named.has(scope))
  return html`<fieldset>
<legend>${name}</legend>
<p>${meaning}</p>
${isLong && choice('checkbox', { name: 'all', value: scopeClass, label: html`<b>All of these</b>`, checked: sent?.all('all').includes(scopeClass) })}<div class="boxes">
${boxes}</div>
</fieldset>
`
}
