import { createHash, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Router } from 'express'
import type { Registry } from 'prom-client'
import { once } from '#runtime/base/once.ts'
import { sampleUrl } from '#runtime/base/openapi.ts'
import { parseAuthorization } from '../../runtime/accounts/authorization.ts'
import type { Grant } from '../../runtime/accounts/grant.ts'
import { sortedScopes } from '../../runtime/accounts/scope-classes.ts'
import type { Tokens } from '../../runtime/accounts/tokens.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { clientAddress, type TrustedProxies } from '../../runtime/limits/client-address.ts'
import { cached, sendCached } from './kit/cached.ts'

interface MetricsOptions {
  readonly registry: Registry
  /** Its token of the metrics is undefined if anyone may read them. */
  readonly config: { readonly metricsToken: string | undefined }
}

/** `/metrics`: Prometheus text. */
export function metricsPage({ registry, config }: MetricsOptions): Router {
  const router = Router()
  router.get('/metrics', async (req, res) => {
    const { metricsToken } = config
    if (metricsToken !== undefined && !isBearer(req.headersDistinct.authorization, metricsToken)) {
      res.setHeader('WWW-Authenticate', 'Bearer')
      throw new ApiError(
        'unauthenticated',
        'To read the metrics, send METRICS_TOKEN in the "Authorization: Bearer <token>" header.',
      )
    }
    res.type(registry.contentType).send(await registry.metrics())
  })
  return router
}

/** Compares in constant time. */
function isBearer(headers: readonly string[] | undefined, token: string): boolean {
  const [, sent] = /^Bearer +(\S+)$/i.exec(headers?.length === 1 ? (headers[0] ?? '') : '') ?? []
  return sent !== undefined && timingSafeEqual(digest(sent), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

const generated = join(import.meta.dirname, '../../../generated')

/** The server's address in the files: the host that served the document. */
const inJson = /(?<="servers": \[\s*\{\s*"url": )"\/"/
const inYaml = /(?<=^servers:\n\s*- url: )\/$/m

const documents = [
  { path: '/openapi.json', file: 'openapi.json', type: 'application/json', server: inJson },
  { path: '/openapi.yaml', file: 'openapi.yaml', type: 'application/yaml', server: inYaml },
  { path: '/openapi.3.1.yaml', file: 'openapi.3.1.yaml', type: 'application/yaml', server: inYaml },
  { path: '/openapi.3.2.yaml', file: 'openapi.3.2.yaml', type: 'application/yaml', server: inYaml },
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
      return cached(text.replace(server, () => JSON.stringify(baseUrl)).replaceAll(sampleUrl, () => baseUrl))
    })
    router.get(path, async (req, res) => {
      res.setHeader('Access-Control-Allow-Origin', '*')
      await sendCached(req, res, type, await document())
    })
  }
  return router
}

/** `/whoami`: the account of a token, and its permissions. */
export function whoamiPage({
  tokens,
  trustedProxies,
}: {
  readonly tokens: Pick<Tokens, 'authenticate'>
  readonly trustedProxies: TrustedProxies
}): Router {
  const router = Router()
  router.get('/whoami', async (req, res) => {
    const secret = parseAuthorization(req.headersDistinct.authorization)
    if (secret === undefined) {
      throw new ApiError(
        'unauthenticated',
        'The credential is missing. Send an "Authorization: Bearer <token>" header.',
      )
    }
    const grant = await tokens.authenticate(
      secret,
      'instance',
      clientAddress(req.socket.remoteAddress, req.headers, trustedProxies),
    )
    res.setHeader('Cache-Control', 'no-store')
    res.json(answerOf(grant))
  })
  return router
}

function answerOf({ account, tokenId, allServices, services, capabilities, actions, scopes }: Grant) {
  return {
    username: account.username,
    is_admin: account.isAdmin,
    token: tokenId,
    all_services: allServices,
    services: [...services].sort(),
    capabilities: [...capabilities].sort(),
    actions,
    scopes: sortedScopes(scopes),
  }
}
