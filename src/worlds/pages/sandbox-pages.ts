import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { versionedAssets } from '../../doors/pages/kit/assets.ts'
import { contentSecurity } from '../../doors/pages/kit/content-security.ts'
import { page } from '../../doors/pages/kit/layout.ts'
import { atBasePath } from '../../runtime/base/base-path.ts'
import { asApiError } from '../../runtime/base/errors.ts'
import { html } from '../../runtime/base/html.ts'
import type { SandboxParts } from '../control/sandbox-parts.ts'
import { isWorldName } from '../world/world-name.ts'
import { sandboxLinks, sandboxPage } from './sandbox-page.ts'
import { worldPage } from './world-page.ts'

const ownDir = join(import.meta.dirname, 'browser')
const doorDir = join(import.meta.dirname, '../../doors/pages')

const assets = versionedAssets('/sandbox/assets', [
  { name: 'account.css', dir: join(doorDir, 'account/browser') },
  { name: 'copy.js', dir: join(doorDir, 'account/browser') },
  { name: 'element.js', dir: join(doorDir, 'kit/browser') },
  ...[
    'sandbox.css',
    'sandbox.js',
    'sandbox-api.js',
    'world.js',
    'world-calls.js',
    'world-clock.js',
    'world-deliveries.js',
    'world-faults.js',
    'world-snapshots.js',
  ].map((name) => ({ name, dir: ownDir })),
])

/** `/sandbox` and `/sandbox/<world>`. Anything else goes to `control`. */
export function createSandboxPages(parts: SandboxParts, control: RequestListener): RequestListener {
  const { worlds, isPublic } = parts
  const { baseUrl } = worlds.config
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.use(headers)
  const security = contentSecurity({ overHttps: baseUrl.startsWith('https:'), withScripts: true })
  app.get('/sandbox', security, async (_req, res) => {
    res.setHeader('Cache-Control', 'no-store')
    res.type('html').send(sandboxPage(parts, await assets.base()))
  })
  app.get('/sandbox/:name', security, async (req, res, next) => {
    const { name } = req.params
    if (!isWorldName(name)) return next()
    res.setHeader('Cache-Control', 'no-store')
    const { server } = await worlds.get(name)
    const address = server.runtime.config.baseUrl
    const about = { name, address, isPublic, origin: worlds.originOf(name), assets: await assets.base() }
    res.type('html').send(worldPage(about))
  })
  app.use(assets.routes)
  app.use(control)
  app.use(errorPage)
  const { pathname } = new URL(baseUrl)
  return (req, res) => atBasePath(pathname.replace(/\/$/, ''), () => app(req, res))
}

/** Who knows the address of a world's page may use the world, so it is not shown to others. */
const headers: RequestHandler = (_req, res, next) => {
  res.setHeader('Referrer-Policy', 'no-referrer')
  res.setHeader('X-Content-Type-Options', 'nosniff')
  next()
}

const errorPage: ErrorRequestHandler = (failure, _req, res, _next) => {
  const { status, message } = asApiError(failure)
  const main = html`<h1>${status}</h1>
<p>${message}</p>
<p><a href="/sandbox">Sandbox</a></p>
`
  res.status(status).type('html')
  res.send(page({ title: `${status} - Onedoor`, description: message, links: sandboxLinks, main }))
}
