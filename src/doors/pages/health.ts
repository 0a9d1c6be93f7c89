import { createHash, timingSafeEqual } from 'node:crypto'
import { Router } from 'express'
import type { Registry } from 'prom-client'
import { ApiError } from '../../runtime/base/errors.ts'
import { version } from '../../runtime/base/version.ts'
import { databaseState, oncePerSecond } from '../../runtime/store/readiness.ts'
import type { Store } from '../../runtime/store/types.ts'

/**
 * `/health/live`: the process responds. `/health/ready`: it can do its work (503 while its database does not respond or
 * while it is stopping). `/metrics`: Prometheus text.
 */
export function healthPages(options: {
  store: Pick<Store, 'ping'>
  registry: Registry
  isStopping: () => boolean
  /** The token of the metrics; undefined if anyone may read them. */
  metricsToken: string | undefined
}): Router {
  const { registry, isStopping, metricsToken } = options
  const stateOf = oncePerSecond(() => databaseState(options.store))
  const router = Router()
  router.get('/health/live', (_req, res) => {
    res.json({ status: 'ok', version })
  })
  router.get('/health/ready', async (_req, res) => {
    const { isOk, reason } = await stateOf()
    const stopping = isStopping()
    const ready = isOk && !stopping
    res.status(ready ? 200 : 503).json({
      status: ready ? 'ok' : 'unavailable',
      database: isOk ? 'ok' : 'unavailable',
      ...(reason === undefined ? {} : { reason }),
      ...(stopping ? { stopping: true } : {}),
    })
  })
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
