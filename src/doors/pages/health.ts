import { createHash, timingSafeEqual } from 'node:crypto'
import { Router } from 'express'
import type { Registry } from 'prom-client'
import { ApiError } from '../../runtime/base/errors.ts'
import { version } from '../../runtime/base/version.ts'
import { StoreUnavailableError } from '../../runtime/store/errors.ts'
import type { Store } from '../../runtime/store/types.ts'

const readyTimeoutMs = 2000

/**
 * `/health/live`: the process responds. `/health/ready`: it can do its work (503 while its database does not respond or
 * while it is stopping). `/metrics`: Prometheus text.
 */
export function healthPages(options: {
  store: Pick<Store, 'ping'>
  registry: Registry
  isStopping: () => boolean
  /** What readers of the metrics have to send; undefined if everybody may read them. */
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

/** Compares in a time that does not depend on how much of the token is right. */
function isBearer(headers: readonly string[] | undefined, token: string): boolean {
  const [, sent] = /^Bearer +(\S+)$/i.exec(headers?.length === 1 ? (headers[0] ?? '') : '') ?? []
  return sent !== undefined && timingSafeEqual(digest(sent), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

const readyEveryMs = 1000

/**
 * Asks at most once a second, however often it is called: a load balancer, or anybody, may call it as often as it likes. A
 * question under way is shared.
 *
 * @param now monotonic milliseconds
 */
export function oncePerSecond<Answer>(
  ask: () => Promise<Answer>,
  now: () => number = () => performance.now(),
): () => Promise<Answer> {
  let askedAt = Number.NEGATIVE_INFINITY
  let answer: Promise<Answer> | undefined
  let isAsking = false
  return () => {
    if (answer === undefined || (!isAsking && now() - askedAt >= readyEveryMs)) {
      askedAt = now()
      isAsking = true
      answer = ask().finally(() => {
        isAsking = false
      })
    }
    return answer
  }
}

/** Whether the database responds within two seconds and takes writes. */
export async function respondsInTime(store: Pick<Store, 'ping'>): Promise<boolean> {
  return (await databaseState(store)).isOk
}

interface DatabaseState {
  readonly isOk: boolean
  /** Why it is not, where that may be shown to anybody. */
  readonly reason?: string
}

async function databaseState(store: Pick<Store, 'ping'>): Promise<DatabaseState> {
  const timeout = AbortSignal.timeout(readyTimeoutMs)
  const expired = new Promise<DatabaseState>((resolve) => {
    const late = { isOk: false, reason: `The database did not respond within ${readyTimeoutMs / 1000} seconds.` }
    timeout.addEventListener('abort', () => resolve(late), { once: true })
  })
  return Promise.race([
    store.ping().then(
      () => ({ isOk: true }),
      (failure: unknown) =>
        failure instanceof StoreUnavailableError ? { isOk: false, reason: failure.message } : { isOk: false },
    ),
    expired,
  ])
}
