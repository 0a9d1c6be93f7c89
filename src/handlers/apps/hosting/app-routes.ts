import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { basePath } from '#runtime/base/base-path.ts'
import { ApiError, asApiError } from '#runtime/base/errors.ts'
import { once } from '#runtime/base/once.ts'
import type { FamilyRoute } from '#runtime/kit/family.ts'
import { writeProblem } from '#runtime/kit/route-problems.ts'
import { callerByLink, type RouteVisit } from '#runtime/kit/route-visit.ts'
import type { Reader } from '#runtime/store/types.ts'
import { handleBuildRequest } from '../build/build-routes.ts'
import { withSdk } from '../frame/app-document.ts'
import { redirect, send } from '../frame/frame-responses.ts'
import { connectionPolicy, embedPage, framePolicy, hostPage, hostPolicy, isolation } from '../frame/host-page.ts'
import type { AppsDeps } from '../index.ts'
import * as apps from '../rows/apps.ts'
import * as builds from '../rows/builds.ts'
import { type ChangeSince, grantFor } from '../rows/grants.ts'
import type { AppContent } from '../save-app.ts'
import { handleAppCall } from './app-calls.ts'
import { costsCredits, isPaid } from './paid-openings.ts'
import { anonymousViewer, type Viewer } from './passes.ts'

const appsPrefix = '/apps/'
const internalPrefix = '/apps/-/'
const framePrefix = `${internalPrefix}frame/`
const script = 'text/javascript; charset=utf-8'
const browserFolder = join(import.meta.dirname, '../browser')
const readSdk = once(() => readFile(join(import.meta.dirname, '../../../../generated/apps/sdk.js'), 'utf8'))
const assets = new Map([
  ['host.js', { type: script, read: once(() => readFile(join(browserFolder, 'host.js'), 'utf8')) }],
  ['build.js', { type: script, read: once(() => readFile(join(browserFolder, 'build.js'), 'utf8')) }],
  [
    'host.css',
    { type: 'text/css; charset=utf-8', read: once(() => readFile(join(browserFolder, 'host.css'), 'utf8')) },
  ],
  ['sdk.js', { type: script, read: readSdk }],
])

/** An app as it is hosted: of an account, or paid for by a wallet. */
type HostedApp = Pick<
  apps.WholeAppRow,
  'id' | 'owner' | 'slug' | 'name' | 'description' | 'author' | 'icon' | 'html' | 'price' | 'version'
>

/** Serves `/apps/<slug>` and everything that the pages there load. If the frames have their own host, serves all requests to it. */
export function appRoutes(deps: AppsDeps): FamilyRoute[] {
  const routes = new AppRoutes(deps)
  const main: FamilyRoute = {
    prefix: appsPrefix,
    handle: (req, res, target, visit) => void routes.handle(req, res, target, visit),
  }
  if (deps.framesOrigin === undefined) return [main]
  const { host } = new URL(deps.framesOrigin)
  return [
    main,
    { host, prefix: '/', handle: (req, res, target, visit) => void routes.handleHost(req, res, target, visit) },
  ]
}

class AppRoutes {
  readonly #deps: AppsDeps

  constructor(deps: AppsDeps) {
    this.#deps = deps
  }

  /** Never rejects. */
  async handle(req: IncomingMessage, res: ServerResponse, target: string, visit: RouteVisit): Promise<void> {
    const { framesOrigin, store } = this.#deps
    try {
      const [path = '', query = ''] = target.split('?', 2)
      if (path === `${internalPrefix}call`) return await handleAppCall(req, res, visit, this.#deps)
      if (await handleBuildRequest(req, res, path, visit, this.#deps)) return
      requireGet(req)
      if (path === appsPrefix) return redirect(res, '/apps')
      if (path.startsWith(framePrefix) && framesOrigin === undefined) return await this.#frame(req, res, path)
      if (path.startsWith(internalPrefix)) return await sendAsset(res, path.slice(internalPrefix.length))
      const [slug = '', part, ...more] = path.slice(appsPrefix.length).split('/')
      if (more.length > 0 || (part !== undefined && part !== 'icon.svg')) throw missing()
      const viewer = await viewerOf(req, visit)
      const app = await hostedAppBySlug(store, slug, viewer.accountId)
      if (!app) throw missing()
      if (part !== undefined) return sendIcon(res, app)
      await this.#open(req, res, { app, viewer, query: new URLSearchParams(query) })
    } catch (failure) {
      this.#refuse(req, res, asApiError(failure), visit)
    }
  }

  /** The separate host of frames serves nothing else, so nothing of the server shares an origin with an app. Never rejects. */
  async handleHost(req: IncomingMessage, res: ServerResponse, target: string, visit: RouteVisit): Promise<void> {
    try {
      requireGet(req)
      const [path = ''] = target.split('?', 1)
      if (!path.startsWith(framePrefix)) throw missing()
      await this.#frame(req, res, path)
    } catch (failure) {
      this.#refuse(req, res, asApiError(failure), visit)
    }
  }

  /** Sends the page around an app. */
  async #open(
    req: IncomingMessage,
    res: ServerResponse,
    { app, viewer, query }: { app: HostedApp; viewer: Viewer; query: URLSearchParams },
  ): Promise<void> {
    const { passes, layout, baseUrl } = this.#deps
    const isEmbedded = query.get('embed') === '1'
    const isOwner = app.owner === viewer.accountId
    if (!isOwner && costsCredits(this.#deps, app)) {
      if (isEmbedded) throw missing()
      const opening = { app: app.id, viewer: viewer.accountId, use: query.get('use') ?? '' }
      if (!(await isPaid(this.#deps, opening))) throw unpaid(app, baseUrl)
    }
    const frames = this.#framesOf(req)
    const facts = {
      app,
      isSignedIn: viewer.accountId !== '',
      since: await this.#changeSince(app, viewer),
      frameUrl: `${frames}${framePrefix}${await passes.ticketFor(app, isEmbedded)}`,
      pass: await passes.passFor(app, viewer),
    }
    const body = isEmbedded ? embedPage(facts) : hostPage(facts, layout)
    send(res, 'text/html; charset=utf-8', body, {
      'Content-Security-Policy': hostPolicy(`${frames}${framePrefix}`, isEmbedded),
      ...isolation,
      ...(isEmbedded ? {} : { 'X-Frame-Options': 'DENY' }),
    })
    if (!isOwner && req.method === 'GET') await this.#count(app.id)
  }

  async #changeSince({ id, version }: HostedApp, { accountId }: Viewer): Promise<ChangeSince> {
    if (accountId === '') return 'none'
    return (await grantFor(this.#deps.store, { owner: accountId, app: id, version }))?.since ?? 'none'
  }

  /** Does not reject: the page has been sent. */
  async #count(id: string): Promise<void> {
    const { store, log } = this.#deps
    await store
      .run(apps.countUse({ id }))
      .catch((error: unknown) => log.warn({ err: error }, 'app opening not counted'))
  }

  /** Sends the app itself. Frames only: outside of one, it could navigate away. */
  async #frame(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    const { store, baseUrl, passes, framesOrigin } = this.#deps
    const ticket = await passes.appOfTicket(path.slice(framePrefix.length))
    const app = ticket && (await hostedAppById(store, ticket.app.id))
    // The calls of the frame have the rights of the version for which the page got its pass.
    if (!app || app.version !== ticket.app.version) throw missing()
    if (req.headers['sec-fetch-dest'] !== 'iframe') return redirect(res, `${baseUrl}${appsPrefix}${app.slug}`)
    const page = framesOrigin === undefined ? "'self'" : new URL(baseUrl).origin
    send(res, 'text/html; charset=utf-8', withSdk(app.html, await readSdk()), {
      // All ancestors of the frame are meant, including a site that embeds the page with the app.
      'Content-Security-Policy': framePolicy(ticket.isEmbedded ? '*' : page),
      'X-DNS-Prefetch-Control': 'off',
      ...connectionPolicy,
      ...isolation,
    })
  }

  /** The origin of frames: the address at which the browser has reached this server, unless they have their own host. */
  #framesOf({ headers: { host } }: IncomingMessage): string {
    const { framesOrigin, baseUrl } = this.#deps
    if (framesOrigin !== undefined) return framesOrigin
    const { protocol } = new URL(baseUrl)
    return host !== undefined && /^[a-z0-9.:[\]-]+$/i.test(host) ? `${protocol}//${host}${basePath()}` : baseUrl
  }

  #refuse(req: IncomingMessage, res: ServerResponse, error: ApiError, visit: RouteVisit): void {
    const { log, layout } = this.#deps
    const { requestId } = visit
    if (error.code === 'internal') log.error({ requestId, err: error.cause }, 'app failed to open')
    if (res.headersSent || res.destroyed) return void res.destroy()
    writeProblem(req, res, error, { requestId, layout })
  }
}

async function viewerOf(req: IncomingMessage, visit: RouteVisit): Promise<Viewer> {
  const caller = await callerByLink(req, visit)
  if (caller.kind !== 'account') return anonymousViewer
  return { accountId: caller.account.id, sessionId: caller.via === 'session' ? caller.sessionId : '' }
}

async function sendAsset(res: ServerResponse, name: string): Promise<void> {
  const asset = assets.get(name)
  if (!asset) throw missing()
  send(res, asset.type, await asset.read(), { 'Cache-Control': 'public, max-age=300' })
}

/** An icon runs and loads nothing, even if it is opened on its own. */
function sendIcon(res: ServerResponse, { icon }: HostedApp): void {
  if (icon === null) throw missing()
  send(res, 'image/svg+xml; charset=utf-8', icon, {
    'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
}

function requireGet({ method }: IncomingMessage): void {
  if (method === 'GET' || method === 'HEAD') return
  throw new ApiError('method_not_allowed', 'To open an app, use GET.', { allow: ['GET', 'HEAD'] })
}

/** The same for an app that does not exist and for someone else's private one. */
function missing(): ApiError {
  return new ApiError('not_found', 'The app at this address does not exist, or you cannot open it.')
}

function unpaid({ id, name }: HostedApp, baseUrl: string): ApiError {
  return new ApiError(
    'payment_required',
    `Opening "${name}" costs credits. Sign in and pay for it at ${baseUrl}/settings/apps/${id}/open`,
  )
}

/** An app that the reader may open. @param reader an account id; `''` without an account */
async function hostedAppBySlug(store: Reader, slug: string, reader: string): Promise<HostedApp | undefined> {
  const app = await store.get<apps.WholeAppRow>(apps.visible({ slug, reader }))
  if (app || !slug.startsWith('build-')) return app
  return walletApp(await store.get<builds.WholeBuildRow>(builds.walletsApp({ slug })))
}

/** An app by its id, for a reader whose access was checked before. */
async function hostedAppById(store: Reader, id: string): Promise<HostedApp | undefined> {
  if (!id.startsWith('build_')) return store.get<apps.WholeAppRow>(apps.byId({ id }))
  return walletApp(await store.get<builds.WholeBuildRow>(builds.wholeById({ id })))
}

/** The app of a wallet, which anyone who has its address may open; its id is that of the build. */
function walletApp(row: builds.WholeBuildRow | undefined): HostedApp | undefined {
  if (!row?.candidate || row.state !== 'complete' || row.owner !== null) return undefined
  const { name, description, icon, html } = JSON.parse(row.candidate) as AppContent
  const anonymous = { owner: 'wallet', author: 'someone without an account', price: 0, version: 1 }
  return { id: row.id, slug: row.slug ?? '', name, description, icon, html, ...anonymous }
}
