import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Router } from 'express'
import { ApiError } from '#runtime/base/errors.ts'
import { once } from '#runtime/base/once.ts'
import { apiDocument } from '#runtime/base/openapi.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { versionedAssets } from '../kit/assets.ts'
import { pageCache, sendCached } from '../kit/cached.ts'
import { contentSecurity } from '../kit/content-security.ts'
import { readerNow } from '../kit/reader.ts'
import type { TrialSandbox } from '../kit/trial-sandbox.ts'
import type { About } from './about.ts'
import { changesPage, readChanges } from './changes-page.ts'
import { errorSamples, errorsPage } from './errors-page.ts'
import { familyPage } from './family-page.ts'
import { guidePage } from './guide-pages.ts'
import { readGuides } from './guides.ts'
import { indexPage } from './index-page.ts'
import { methodPage } from './method-page.ts'
import type { Shell, Topics } from './shell.ts'
import { typePage } from './type-page.ts'

const ownDir = join(import.meta.dirname, 'browser')
const generatedDir = join(import.meta.dirname, '../../../../generated/docs')
const searchDir = join(dirname(createRequire(import.meta.url).resolve('minisearch')), '../es')

const assets = versionedAssets('/docs/assets', [
  { name: 'reference.css', dir: ownDir },
  { name: 'contents.css', dir: ownDir },
  { name: 'reference.js', dir: ownDir },
  { name: 'search.js', dir: ownDir },
  ...[
    'trial.css',
    'trial.js',
    'trial-call.js',
    'trial-response.js',
    'trial-values.js',
    'own-token.js',
    'sample-token.js',
  ].map((name) => {
    return { name, dir: ownDir }
  }),
  ...['element.js', 'own-world.js', 'session.js'].map((name) => ({
    name,
    dir: join(import.meta.dirname, '../kit/browser'),
  })),
  { name: 'sample-writers.js', dir: generatedDir },
  { name: 'minisearch.js', dir: searchDir, file: 'index.js' },
  { name: 'search.json', dir: generatedDir },
])

/** What a server without credits does not show. */
const aboutCredits = ['docs/credits.md', 'docs/payments.md']

interface ReferenceOptions {
  readonly about: () => Promise<About>
  readonly topics: Topics
  /** Whether calls cost credits. */
  readonly usesCredits: boolean
  /** The public address, without a slash at its end. */
  readonly baseUrl: string
  readonly overHttps: boolean
  /** The sandbox in which methods can be tried. */
  readonly sandbox?: TrialSandbox | undefined
}

/**
 * The reference: `/docs`, a page for each family, method, type and guide, and the errors. Each page is rendered when it
 * is requested by a kind of reader and cached.
 */
export function referencePages({ about, topics, baseUrl, usesCredits, overHttps, sandbox }: ReferenceOptions): Router {
  const router = Router()
  const pages = pageCache()
  const shell = once(
    async (): Promise<Shell> => ({
      about: await about(),
      guides: (await readGuides()).filter(({ file }) => usesCredits || !aboutCredits.includes(file)),
      topics,
      baseUrl,
      assets: await assets.base(),
      sandbox,
    }),
  )
  const kept = (path: string, make: (shell: Shell) => string | Promise<string>) =>
    pages(`${path} for ${readerNow()}`, async () => make(await shell()))
  const withScripts = contentSecurity({ overHttps, withScripts: true })

  router.get('/docs', withScripts, async (req, res) => sendCached(req, res, 'html', await kept('/docs', indexPage)))
  router.get('/docs/errors', withScripts, async (req, res) =>
    sendCached(
      req,
      res,
      'html',
      await kept('/docs/errors', async (it) => errorsPage(errorSamples(await apiDocument()), it)),
    ),
  )
  router.get('/docs/changes', withScripts, async (req, res) =>
    sendCached(req, res, 'html', await kept('/docs/changes', async (it) => changesPage(await readChanges(), it))),
  )
  router.get('/docs/:family', withScripts, async (req, res) => {
    const { families } = await about()
    const family = families.find(({ name }) => name === req.params.family)
    if (!family) throw noSuchPage(`/docs/${req.params.family}`)
    return sendCached(req, res, 'html', await kept(`/docs/${family.name}`, (it) => familyPage(family, it)))
  })
  router.get('/docs/:family/:name', withScripts, async (req, res) => {
    const path = `/docs/${req.params.family}/${req.params.name}`
    const page = pageAt(await shell(), path)
    if (!page) throw noSuchPage(path)
    return sendCached(req, res, 'html', await kept(page.path, page.make))
  })
  router.use(assets.routes)
  return router
}

/** The page of a method, a type or a guide. */
function pageAt({ about, guides }: Shell, path: string) {
  const family = about.families.find(({ methods }) => methods.some(({ docs }) => docs === path))
  const method = family?.methods.find(({ docs }) => docs === path)
  if (family && method) return { path, make: (shell: Shell) => methodPage(family, method, shell) }
  const guide = guides.find((each) => each.path === path)
  if (guide) return { path, make: (shell: Shell) => guidePage(guide, shell) }
  const type = path.startsWith('/docs/types/') ? about.types.get(path.slice('/docs/types/'.length)) : undefined
  return type && { path, make: (shell: Shell) => typePage(type, shell) }
}

function noSuchPage(path: string): ApiError {
  return new ApiError('unknown_method', `The page ${quote(path)} does not exist. /docs lists all services.`)
}
