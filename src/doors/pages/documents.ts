import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Router } from 'express'
import { once } from '#runtime/base/once.ts'
import { cached, sendCached } from './kit/cached.ts'

const generated = join(import.meta.dirname, '../../../generated')

const documents = [
  { path: '/openapi.json', file: 'openapi.json', type: 'application/json' },
  { path: '/openapi.yaml', file: 'openapi.yaml', type: 'application/yaml' },
  { path: '/openapi.3.1.yaml', file: 'openapi.3.1.yaml', type: 'application/yaml' },
] as const

/** The API documents, read on their first request, with an ETag so that an unchanged one is not sent again. */
export function documentPages(): Router {
  const router = Router()
  for (const { path, file, type } of documents) {
    const document = once(async () => cached(await readFile(join(generated, file))))
    router.get(path, async (req, res) => {
      res.setHeader('Access-Control-Allow-Origin', '*')
      await sendCached(req, res, type, await document())
    })
  }
  return router
}
