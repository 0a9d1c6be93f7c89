import { Router } from 'express'
import type { Registry } from 'prom-client'
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
}): Router {
  const { store, registry, isStopping } = options
  const router = Router()
  router.get('/health/live', (_req, res) => {
    res.json({ status: 'ok', version })
  })
  router.get('/health/ready', async (_req, res) => {
    const { isOk, reason } = await databaseState(store)
    const stopping = isStopping()
    const ready = isOk && !stopping
    res.status(ready ? 200 : 503).json({
      status: ready ? 'ok' : 'unavailable',
      database: isOk ? 'ok' : 'unavailable',
      ...(reason === undefined ? {} : { reason }),
      ...(stopping ? { stopping: true } : {}),
    })
  })
  router.get('/metrics', async (_req, res) => {
    res.type(registry.contentType).send(await registry.metrics())
  })
  return router
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
