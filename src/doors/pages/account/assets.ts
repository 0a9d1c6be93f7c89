import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Router } from 'express'
import { once } from '#runtime/base/once.ts'
import { cached, sendCached } from '../kit/cached.ts'

/** The style sheet and the scripts of these pages. `/webauthn.js` is @simplewebauthn/browser. */
export function accountAssets(): Router {
  const router = Router()
  const own = (name: string) => () => readFile(join(import.meta.dirname, 'browser', name))
  const assets = [
    { path: '/account.css', type: 'css', read: own('account.css') },
    { path: '/copy.js', type: 'js', read: own('copy.js') },
    { path: '/passkeys.js', type: 'js', read: own('passkeys.js') },
    { path: '/upload.js', type: 'js', read: own('upload.js') },
    { path: '/zone.js', type: 'js', read: own('zone.js') },
    { path: '/webauthn.js', type: 'js', read: readWebauthn },
  ]
  for (const { path, type, read } of assets) {
    const asset = once(async () => cached(await read()))
    router.get(path, async (req, res) => sendCached(req, res, type, await asset()))
  }
  return router
}

/** The package's bundle for browsers, which is not among its exports. */
function readWebauthn(): Promise<Buffer> {
  const entry = createRequire(import.meta.url).resolve('@simplewebauthn/browser')
  return readFile(join(dirname(entry), '../dist/bundle/index.umd.min.js'))
}
