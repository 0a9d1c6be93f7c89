import { Router } from 'express'
import { pageCache, sendCached } from '../kit/cached.ts'
import type { About } from '../reference/about.ts'
import { familyMarkdown, llmsText, methodMarkdown } from './reference-text.ts'

/**
 * The reference for models: `/llms.txt`, and `/docs/<family>.md` for each service, and `/docs/<family>/<method>.md`.
 *
 * @param baseUrl public address of the server, without a slash at its end
 */
export function modelPages({ about, baseUrl }: { about: () => Promise<About>; baseUrl: string }): Router {
  const router = Router()
  const kept = pageCache()
  router.get('/llms.txt', async (req, res) => {
    const { families, usesCredits } = await about()
    res.setHeader('Access-Control-Allow-Origin', '*')
    const page = await kept('llms.txt', () => llmsText(families, baseUrl, usesCredits))
    await sendCached(req, res, 'text/plain', page)
  })
  router.get('/docs/:family.md', async (req, res, next) => {
    const family = (await about()).families.find(({ name }) => name === req.params.family)
    if (!family) return next()
    res.setHeader('Access-Control-Allow-Origin', '*')
    const page = await kept(family.name, () => familyMarkdown(family, baseUrl))
    return sendCached(req, res, 'text/markdown', page)
  })
  router.get('/docs/:family/:method.md', async (req, res, next) => {
    const { families } = await about()
    const path = `/docs/${req.params.family}/${req.params.method}`
    const method = families.flatMap(({ methods }) => methods).find(({ docs }) => docs === path)
    if (!method) return next()
    res.setHeader('Access-Control-Allow-Origin', '*')
    const page = await kept(method.id, () => methodMarkdown(method, baseUrl))
    return sendCached(req, res, 'text/markdown', page)
  })
  return router
}
