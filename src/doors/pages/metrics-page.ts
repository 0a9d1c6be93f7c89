import { createHash, timingSafeEqual } from 'node:crypto'
import { Router } from 'express'
import type { Registry } from 'prom-client'
import { ApiError } from '../../runtime/base/errors.ts'

interface MetricsOptions {
  readonly registry: Registry
  /** The token of the metrics; undefined if anyone may read them. */
  readonly metricsToken: string | undefined
}

/** `/metrics`: Prometheus text. */
export function metricsPage({ registry, metricsToken }: MetricsOptions): Router {
  const router = Router()
  router.get('/metrics', async (req, res) => {
    if (metricsToken !== undefined && !isBearer(req.headersDistinct.authorization, metricsToken)) {
      res.setHeader('WWW-Authenticate', 'Bearer')
      throw new ApiError(
        'unauthenticated',
        'The metrics need the header "Authorization: Bearer", with the METRICS_TOKEN.',
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
