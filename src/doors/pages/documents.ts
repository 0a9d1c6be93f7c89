import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Router } from 'express'
import { once } from '#runtime/base/once.ts'
import { cached, sendCached } from './kit/cached.ts'

const generated = join(import.meta.dirname, '../../../generated')

/** The server's address in the files: the host that served the document. */
const inJson = /(?<="servers": \[\s*\{\s*"url": )"\/"/
const inYaml = /(?<=^servers:\n\s*- url: )\/$/m

const documents = [
  { path: '/openapi.json', file: 'openapi.json', type: 'application/json', server: inJson },
  { path: '/openapi.yaml', file: 'openapi.yaml', type: 'application/yaml', server: inYaml },
  { path: '/openapi.3.1.yaml', file: 'openapi.3.1.yaml', type: 'application/yaml', server: inYaml },
] as const

/**
 * The API documents, read on their first request, with an ETag so that an unchanged one is not sent again. They name this
 * server by its public address: otherwise a client generated from a saved copy would call the wrong host.
 *
 * @param baseUrl public address of the server, without a slash at its end
 */
export function documentPages(baseUrl: string): Router {
  const router = Router()
  for (const { path, file, type, server } of documents) {
    const document = once(async () => {
      const text = await readFile(join(generated, file), 'utf8')
      if (!server.test(text)) throw new Error(`generated/${file} does not name its server as expected`)
      return cached(text.replace(server, () => JSON.stringify(baseUrl)))
    })
    router.get(path, async (req, res) => {
      res.setHeader('Access-Control-Allow-Origin', '*')
      await sendCached(req, res, type, await document())
    })
  }
  return router
}
