import { Router } from 'express'
import type { Registry } from 'prom-client'
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
}): Router {
  const { store, registry, isStopping } = options
  const router = Router()
  router.get('/health/live', (_req, res) => {
    res.json({ status: 'ok' })
  })
  router.get('/health/ready', async (_req, res) => {
    const database = await respondsInTime(store)
    const stopping = isStopping()
    const ready = database && !stopping
    res.status(ready ? 200 : 503).json({
      status: ready ? 'ok' : 'unavailable',
      database: database ? 'ok' : 'unavailable',
      ...(stopping ? { stopping: true } : {}),
    })
  })
  router.get('/metrics', async (_req, res) => {
    res.type(registry.contentType).send(await registry.metrics())
  })
  return router
}

/** Whether the database responds within two seconds. */
export async function respondsInTime(store: Pick<Store, 'ping'>): Promise<boolean> {
  const timeout = AbortSignal.timeout(readyTimeoutMs)
  const expired = new Promise<boolean>((resolve) => {
    timeout.addEventListener('abort', () => resolve(false), { once: true })
  })
  return Promise.race([
    store.ping().then(
      () => true,
      () => false,
    ),
    expired,
  ])
}
