import { Router } from 'express'
import { type Cached, cached, sendCached } from '../kit/cached.ts'
import type { About } from '../reference/about.ts'
import { familyMarkdown } from './family-markdown.ts'
import { llmsText } from './llms-text.ts'

export interface ModelPagesOptions {
  readonly about: () => Promise<About>
  /** The public address, without a slash at its end. */
  readonly baseUrl: string
}

/** The reference for models: `/llms.txt`, and `/docs/<family>.md` for each service. */
export function modelPages({ about, baseUrl }: ModelPagesOptions): Router {
  const router = Router()
  const made = new Map<string, Cached>()

  function kept(key: string, make: () => string): Cached {
    const page = made.get(key) ?? cached(make())
    made.set(key, page)
    return page
  }

  router.get('/llms.txt', async (req, res) => {
    const { families, usesCredits } = await about()
    res.setHeader('Access-Control-Allow-Origin', '*')
    await sendCached(
      req,
      res,
      'text/plain',
      kept('llms.txt', () => llmsText(families, baseUrl, usesCredits)),
    )
  })
  router.get('/docs/:family.md', async (req, res, next) => {
    const family = (await about()).families.find(({ name }) => name === req.params.family)
    if (!family) return next()
    res.setHeader('Access-Control-Allow-Origin', '*')
    return sendCached(
      req,
      res,
      'text/markdown',
      kept(family.name, () => familyMarkdown(family, baseUrl)),
    )
  })
  return router
}
