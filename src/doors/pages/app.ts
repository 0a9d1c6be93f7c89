import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Response } from 'express'
import helmet from 'helmet'
import type { Registry } from 'prom-client'
import type { Csrf } from '#runtime/accounts/csrf.ts'
import { publicPath } from '#runtime/base/base-path.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { requestIdOf } from '#runtime/base/request-id.ts'
import { truncate } from '#runtime/base/text/quote.ts'
import { anonymous } from '#runtime/calls/caller.ts'
import type { Tokens } from '../../runtime/accounts/tokens.ts'
import { ApiError, addressNotUtf8, asApiError, errorBody } from '../../runtime/base/errors.ts'
import type { Log } from '../../runtime/base/log.ts'
import type { CreateFamilyPages, CreatePublicPages, CreateVisitorPages, PublicSite } from '../../runtime/kit/site.ts'
import type { TrustedProxies } from '../../runtime/limits/client-address.ts'
import type { Limits } from '../../runtime/limits/limits.ts'
import { callFrom } from './account/family-site.ts'
import { guardImpersonations, impersonationBanner, impersonationOf } from './account/impersonation.ts'
import { oidcLogout } from './account/oidc-logout.ts'
import { accountPages } from './account/routes.ts'
import type { AccountServices } from './account/services.ts'
import { contentSecurity } from './kit/content-security.ts'
import { page, table } from './kit/layout.ts'
import { knowReaders } from './kit/reader.ts'
import type { TrialSandbox } from './kit/trial-sandbox.ts'
import { modelPages } from './models/routes.ts'
import { oauthPages } from './oauth/routes.ts'
import { peoplePages } from './people.ts'
import { documentPages, metricsPage, whoamiPage } from './program-endpoints.ts'
import { aboutThisServer } from './reference/about.ts'
import { referencePages } from './reference/routes.ts'
import type { Topics } from './reference/shell.ts'
import { tryPages } from './try/routes.ts'

export interface PagesOptions {
  readonly tokens: Pick<Tokens, 'authenticate'>
  readonly limits: Pick<Limits, 'ofAddress'>
  readonly registry: Registry
  readonly log: Log
  /** The public address, without a slash at its end. */
  readonly baseUrl: string
  /** Whether this server serves the method of that id. */
  readonly serves: (operationId: string) => boolean
  /** Whether calls cost credits. */
  readonly usesCredits: boolean
  /** What each family publishes to the others. */
  readonly topics: Topics
  /** Without a token, `/metrics` is open to anyone. */
  readonly config: { readonly metricsToken: string | undefined }
  /** What the pages of accounts use. */
  readonly account: AccountServices
  /** The pages that families add to the settings of an account, in the order of the navigation. */
  readonly familyPages: readonly CreateFamilyPages[]
  /** The prefixes of addresses that families serve before these pages, such as `/files/`. */
  readonly familyPrefixes: readonly string[]
  /** The public pages of families. */
  readonly publicPages: readonly CreatePublicPages[]
  /** The pages of families for people with and without an account. */
  readonly visitorPages: readonly CreateVisitorPages[]
  readonly trustedProxies: TrustedProxies
  /** The sandbox in which methods can be tried; undefined without one. */
  readonly sandbox?: TrialSandbox | undefined
}

/** The addresses of these pages, and of the machine endpoint in front of them, by their operation ids in the API document. */
const addresses: Readonly<Record<string, string>> = {
  'doors.home': '/',
  'doors.catalogue': '/api/v1',
  'doors.whoami': '/whoami',
  'doors.mcp': '/mcp',
  'doors.docs': '/docs',
  'doors.docs_page': '/docs/:family',
  'doors.docs_method': '/docs/:family/:name',
  'doors.llms': '/llms.txt',
  'doors.openapi_json': '/openapi.json',
  'doors.openapi_yaml': '/openapi.yaml',
  'doors.openapi_31_yaml': '/openapi.3.1.yaml',
  'doors.openapi_32_yaml': '/openapi.3.2.yaml',
  'doors.health_live': '/health/live',
  'doors.health_ready': '/health/ready',
  'doors.metrics': '/metrics',
}

/** What is neither a call nor a health check: metrics, the API documents and the pages for people. */
export async function createPages(options: PagesOptions): Promise<Express> {
  const overHttps = options.baseUrl.startsWith('https:')
  const app = express()
  app.set('etag', false)
  const { location } = app.response
  app.response.location = function (address) {
    return location.call(this, publicPath(address))
  }
  app.use(securityHeaders(overHttps), contentSecurity({ overHttps }), setRequestId)
  app.use(metricsPage(options))
  app.use(documentPages(options.baseUrl))
  app.use(whoamiPage(options))
  app.use(oauthPages({ ...options, oauth: options.account.oauth }))
  app.use(oidcLogout({ ...options.account, limits: options.limits, trustedProxies: options.trustedProxies }))
  app.use(guardImpersonations(options.account))
  app.use(knowReaders(options.account.sessions))
  const parts = { ...options, calls: options.account.calls }
  const call: PublicSite['call'] = (_req, res, operationId, args) =>
    callFrom(res, parts, { operationId, args, caller: anonymous })
  const site = { baseUrl: options.baseUrl, layout: page, table, call }
  const publicPages = await Promise.all(options.publicPages.map((create) => create(site)))
  const account = await accountPages(options.account, {
    about: () => about(),
    createFamilyPages: options.familyPages,
    createVisitorPages: options.visitorPages,
    publicPages,
    trustedProxies: options.trustedProxies,
  })
  const shownPages = [...publicPages, ...account.visitorPages]
  const prefixes = [...options.familyPrefixes, ...shownPages.map(({ path }) => `${path}/`)]
  const serves = (id: string, path: string) =>
    id in addresses || options.serves(id) || prefixes.some((prefix) => `${path}/`.startsWith(prefix))
  const about = aboutThisServer(serves, options.usesCredits)
  app.use(account.routes)
  app.use(tryPages({ about, overHttps, sandbox: options.sandbox }))
  app.use(modelPages({ about, baseUrl: options.baseUrl }))
  const isEmpty = () => options.account.setupLinks.isEmpty()
  for (const { routes } of publicPages) app.use(routes)
  app.use(referencePages({ ...options, about, overHttps }))
  app.use(peoplePages({ about, baseUrl: options.baseUrl, isEmpty, publicPages: shownPages }))
  app.all(Object.values(addresses), refuseVerb)
  app.use(refuseAddress)
  app.use(errorPage(options.log, options.account.csrf))
  return app
}

/** Over plain http, browsers must not be instructed to require https, nor ever for other hosts below this one. */
function securityHeaders(overHttps: boolean): RequestHandler {
  return helmet({
    strictTransportSecurity: overHttps && { includeSubDomains: false },
    contentSecurityPolicy: false,
    xFrameOptions: { action: 'deny' },
  }) as RequestHandler
}

const setRequestId: RequestHandler = (req, res, next) => {
  res.setHeader('X-Request-Id', requestIdOf(req.headers['x-request-id']))
  next()
}

const refuseVerb: RequestHandler = ({ path, method }) => {
  throw new ApiError('method_not_allowed', `${path} does not accept ${method}. Use GET.`, { allow: ['GET', 'HEAD'] })
}

const refuseAddress: RequestHandler = ({ path }) => {
  const message = `No page exists at ${truncate(path, 100)}. The API document is at /openapi.json.`
  throw new ApiError('unknown_method', message)
}

function errorPage(log: Log, csrf: Csrf): ErrorRequestHandler {
  return (failure, req, res, _next) => {
    // Express refuses a path that is not percent-encoded UTF-8 with an error that carries its status.
    const isBadPath = (failure as { status?: number }).status === 400 && !(failure instanceof ApiError)
    const error = isBadPath ? addressNotUtf8() : asApiError(failure)
    if (error.code === 'internal') {
      log.error({ requestId: res.getHeader('X-Request-Id'), path: req.path, err: error.cause }, 'page failed')
    }
    if (error.allow) res.setHeader('Allow', error.allow.join(', '))
    if (error.retryAfterS !== undefined) res.setHeader('Retry-After', Math.ceil(error.retryAfterS))
    res.status(error.status).vary('Accept')
    // A client that does not prefer a page is a program.
    if (req.accepts(['json', 'html']) === 'html') res.type('html').send(problemPage(error, bannerOf(res, csrf)))
    else res.json(errorBody(error))
  }
}

/** Also errors show who sees the pages of an account. */
function bannerOf(res: Response, csrf: Csrf): Html | undefined {
  const impersonation = impersonationOf(res)
  return impersonation && impersonationBanner(impersonation, csrf.tokenFor(impersonation.id))
}

function problemPage(error: ApiError, banner: Html | undefined): string {
  const main = html`<h1>${error.status}</h1>
<p>${error.message}</p>
<p><a href="/">Start page</a>, <a href="/docs">API reference</a></p>
`
  const links = banner && html`<a href="/settings">Settings</a>`
  return page({ title: `${error.status} - Onedoor`, description: error.message, main, banner, ...(links && { links }) })
}
