import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import express from 'express'
import { versionedAssets } from '../../doors/pages/kit/assets.ts'
import { contentSecurity } from '../../doors/pages/kit/content-security.ts'
import type { SandboxParts } from '../control/sandbox-parts.ts'
import { isWorldName } from '../world/world-name.ts'
import { sandboxPage } from './sandbox-page.ts'
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
  const { baseUrl } = parts.worlds.config
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  const security = contentSecurity({ overHttps: baseUrl.startsWith('https:'), withScripts: true })
  app.get('/sandbox', security, async (_req, res) => {
    res.setHeader('Cache-Control', 'no-store')
    res.type('html').send(sandboxPage(parts, await assets.base()))
  })
  app.get('/sandbox/:name', security, async (req, res, next) => {
    const { name } = req.params
    if (!isWorldName(name)) return next()
    res.setHeader('Cache-Control', 'no-store')
    res.type('html').send(worldPage(name, parts, await assets.base()))
  })
  app.use(assets.routes)
  app.use(control)
  return app
}
