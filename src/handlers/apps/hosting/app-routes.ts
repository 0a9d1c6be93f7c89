import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { ApiError, asApiError } from '#runtime/base/errors.ts'
import { once } from '#runtime/base/once.ts'
import type { Caller } from '#runtime/calls/caller.ts'
import type { FamilyRoute, FamilyWorld } from '#runtime/kit/family.ts'
import { writeProblem } from '#runtime/kit/route-problems.ts'
import { callerByLink, type RouteVisit } from '#runtime/kit/route-visit.ts'
import type { BuildDoor } from '../build/build-routes.ts'
import { withSdk } from '../frame/app-document.ts'
import { embedPage, framePolicy, hostPage, hostPolicy, isolation } from '../frame/host-page.ts'
import * as rows from '../rows/apps.ts'
import { answerCall, type PaidCalls } from './app-calls.ts'
import type { HostedApp, HostedApps } from './hosted-apps.ts'
import type { Uses } from './paid-openings.ts'
import { nobody, type Passes, type Viewer } from './passes.ts'

const appsPrefix = '/apps/'
const ownPrefix = '/apps/-/'
const framePrefix = `${ownPrefix}frame/`
const browserFolder = join(import.meta.dirname, '../browser')
const sdkFile = join(import.meta.dirname, '../../../../generated/apps/sdk.js')

type DoorWorld = Pick<FamilyWorld, 'store' | 'clock' | 'log' | 'layout' | 'baseUrl'>

interface DoorServices {
  readonly world: DoorWorld
  readonly passes: Passes
  readonly uses: Uses
  readonly paidCalls: PaidCalls
  /** The origin of the frames, if they have a host of their own. */
  readonly framesOrigin: string | undefined
  readonly builds: BuildDoor
  readonly hosted: HostedApps
}

/** Handles requests at `/apps/<slug>` and what the pages there load; where frames have a host of their own, all requests to it. */
export function createAppDoor(services: DoorServices): FamilyRoute[] {
  const door = new AppDoor(services)
  const main: FamilyRoute = {
    prefix: appsPrefix,
    handle: (req, res, target, visit) => void door.handle(req, res, target, visit),
  }
  const { framesOrigin } = services
  if (framesOrigin === undefined) return [main]
  const { host } = new URL(framesOrigin)
  return [
    main,
    { host, prefix: '/', handle: (req, res, target, visit) => void door.handleHost(req, res, target, visit) },
  ]
}

/** Who has an app open. */
function viewerOf(caller: Caller): Viewer {
  if (caller.kind !== 'account') return nobody
  const sessionId = caller.via === 'session' ? caller.sessionId : ''
  return { accountId: caller.account.id, sessionId }
}

class AppDoor {
  readonly #services: DoorServices
  readonly #assets: Readonly<Record<string, { readonly type: string; readonly read: () => Promise<string> }>>

  constructor(services: DoorServices) {
    this.#services = services
    const own = (name: string) => once(() => readFile(join(browserFolder, name), 'utf8'))
    this.#assets = {
      'host.js': { type: 'text/javascript; charset=utf-8', read: own('host.js') },
      'build.js': { type: 'text/javascript; charset=utf-8', read: own('build.js') },
      'host.css': { type: 'text/css; charset=utf-8', read: own('host.css') },
      'sdk.js': { type: 'text/javascript; charset=utf-8', read: once(() => readFile(sdkFile, 'utf8')) },
    }
  }

  /** Never rejects. */
  async handle(req: IncomingMessage, res: ServerResponse, target: string, visit: RouteVisit): Promise<void> {
    const { framesOrigin } = this.#services
    try {
      const [path = '', query = ''] = target.split('?', 2)
      if (path === `${ownPrefix}call`) return await answerCall(req, res, visit, this.#services)
      if (await this.#services.builds.handle(req, res, path, visit)) return
      if (req.method !== 'GET' && req.method !== 'HEAD') throw wrongVerb()
      if (path === appsPrefix) return redirect(res, '/apps')
      if (path.startsWith(framePrefix) && framesOrigin === undefined) return await this.#frame(req, res, path)
      if (path.startsWith(ownPrefix)) return await this.#asset(res, path.slice(ownPrefix.length))
      const [slug = '', part, ...more] = path.slice(appsPrefix.length).split('/')
      if (more.length > 0 || (part !== undefined && part !== 'icon.svg')) throw missing()
      const caller = await callerByLink(req, visit)
      const viewer = viewerOf(caller)
      const app = await this.#services.hosted.bySlug(slug, viewer.accountId)
      if (!app) throw missing()
      if (part !== undefined) return sendIcon(res, app)
      await this.#open(req, res, { app, viewer, query: new URLSearchParams(query) })
    } catch (failure) {
      this.#refuse(req, res, asApiError(failure), visit)
    }
  }

  /** On the host that frames have of their own there is nothing else, so that nothing of the server is next to an app. Never rejects. */
  async handleHost(req: IncomingMessage, res: ServerResponse, target: string, visit: RouteVisit): Promise<void> {
    try {
      if (req.method !== 'GET' && req.method !== 'HEAD') throw wrongVerb()
      const [path = ''] = target.split('?', 1)
      if (!path.startsWith(framePrefix)) throw missing()
      await this.#frame(req, res, path)
    } catch (failure) {
      this.#refuse(req, res, asApiError(failure), visit)
    }
  }

  /** The page around an app. */
  async #open(
    req: IncomingMessage,
    res: ServerResponse,
    { app, viewer, query }: { app: HostedApp; viewer: Viewer; query: URLSearchParams },
  ): Promise<void> {
    const { world, passes, uses } = this.#services
    const isEmbedded = query.get('embed') === '1'
    const isOwner = app.owner === viewer.accountId
    if (!isOwner && uses.costs(app)) {
      if (isEmbedded) throw missing()
      if (!(await uses.isPaid(app.id, viewer.accountId, query.get('use') ?? ''))) throw unpaid(app, world.baseUrl)
    }
    const frames = this.#framesOf(req)
    const facts = {
      app,
      isSignedIn: viewer.accountId !== '',
      frameUrl: `${frames}${framePrefix}${await passes.ticketFor(app.id, isEmbedded)}`,
      pass: await passes.passFor(app.id, viewer),
    }
    const body = isEmbedded ? embedPage(facts) : hostPage(facts, world.layout)
    send(res, 'text/html; charset=utf-8', body, {
      'Content-Security-Policy': hostPolicy(`${frames}${framePrefix}`, isEmbedded),
      ...isolation,
      ...(isEmbedded ? {} : { 'X-Frame-Options': 'DENY' }),
    })
    if (!isOwner && req.method === 'GET') await this.#count(app.id)
  }

  /** The page has been sent, so that nothing is left to refuse. */
  async #count(id: string): Promise<void> {
    const { store, log } = this.#services.world
    await store
      .run(rows.countUse({ id }))
      .catch((error: unknown) => log.warn({ err: error }, 'counting an opening failed'))
  }

  /** The app itself, for the frame only: by itself it could lead away. */
  async #frame(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    const { world, passes, framesOrigin, hosted } = this.#services
    const ticket = await passes.appOfTicket(path.slice(framePrefix.length))
    const destination = req.headers['sec-fetch-dest']
    const app = ticket && (await hosted.byId(ticket.app))
    if (!app) throw missing()
    if (destination !== 'iframe') return redirect(res, `${world.baseUrl}${appsPrefix}${app.slug}`)
    const sdk = await this.#assets['sdk.js']?.read()
    const page = framesOrigin === undefined ? "'self'" : new URL(world.baseUrl).origin
    send(res, 'text/html; charset=utf-8', withSdk(app.html, sdk ?? ''), {
      // All that are around the frame are meant, also the page that shows the page with the app.
      'Content-Security-Policy': framePolicy(ticket.isEmbedded ? '*' : page),
      'X-DNS-Prefetch-Control': 'off',
      ...isolation,
    })
  }

  async #asset(res: ServerResponse, name: string): Promise<void> {
    const asset = Object.hasOwn(this.#assets, name) ? this.#assets[name] : undefined
    if (!asset) throw missing()
    send(res, asset.type, await asset.read(), { 'Cache-Control': 'public, max-age=300' })
  }

  /** By the address at which the browser has reached this server, unless frames have a host of their own. */
  #framesOf({ headers: { host } }: IncomingMessage): string {
    const { framesOrigin, world } = this.#services
    if (framesOrigin !== undefined) return framesOrigin
    const { protocol, origin } = new URL(world.baseUrl)
    return host !== undefined && /^[a-z0-9.:[\]-]+$/i.test(host) ? `${protocol}//${host}` : origin
  }

  #refuse(req: IncomingMessage, res: ServerResponse, error: ApiError, visit: RouteVisit): void {
    const { log, layout } = this.#services.world
    const { requestId } = visit
    if (error.code === 'internal') log.error({ requestId, err: error.cause }, 'app failed to open')
    if (res.headersSent || res.destroyed) return void res.destroy()
    writeProblem(req, res, error, { requestId, layout })
  }
}

function send(res: ServerResponse, type: string, body: string, headers: Readonly<Record<string, string>>): void {
  res.writeHead(200, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    ...headers,
  })
  res.end(res.req.method === 'HEAD' ? undefined : body)
}

/** An icon runs nothing and loads nothing, even where it is opened by itself. */
function sendIcon(res: ServerResponse, { icon }: HostedApp): void {
  if (icon === null) throw missing()
  send(res, 'image/svg+xml; charset=utf-8', icon, {
    'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
}

function redirect(res: ServerResponse, to: string): void {
  res.writeHead(303, { Location: to, 'Content-Length': 0, 'Cache-Control': 'no-store' })
  res.end()
}

function wrongVerb(): ApiError {
  return new ApiError('method_not_allowed', 'Apps are opened with GET.', { allow: ['GET', 'HEAD'] })
}

/** The same for an app that does not exist and for somebody else's private one. */
function missing(): ApiError {
  return new ApiError('not_found', 'There is no app at this address that you may open.')
}

function unpaid({ id, name }: HostedApp, baseUrl: string): ApiError {
  return new ApiError(
    'payment_required',
    `Opening "${name}" costs credits. Sign in, and pay for it at ${baseUrl}/settings/apps/${id}/open`,
  )
}
