import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Request, type Response, Router } from 'express'

const generated = join(import.meta.dirname, '../../../../generated')

const documents = [
  { path: '/openapi.json', file: 'openapi.json', type: 'application/json' },
  { path: '/openapi.yaml', file: 'openapi.yaml', type: 'application/yaml' },
  { path: '/openapi.3.1.yaml', file: 'openapi.3.1.yaml', type: 'application/yaml' },
] as const

/** The API documents, read when first asked for, with an ETag so that an unchanged one is not sent again. */
export function documentPages(): Router {
  const router = Router()
  for (const { path, file, type } of documents) {
    let loaded: Promise<{ body: Buffer; etag: string }> | undefined
    router.get(path, async (req: Request, res: Response) => {
      loaded ??= load(file)
      const { body, etag } = await loaded
      res.setHeader('ETag', etag)
      res.setHeader('Cache-Control', 'no-cache')
      res.setHeader('Access-Control-Allow-Origin', '*')
      if (req.fresh) res.status(304).end()
      else res.type(type).send(body)
    })
  }
  return router
}

async function load(file: string): Promise<{ body: Buffer; etag: string }> {
  const body = await readFile(join(generated, file))
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}
