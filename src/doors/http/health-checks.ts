import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestIdOf } from '#runtime/base/request-id.ts'
import { version } from '#runtime/base/version.ts'
import { databaseState, oncePerSecond } from '#runtime/store/readiness.ts'
import type { Store } from '#runtime/store/types.ts'

interface HealthOptions {
  readonly store: Pick<Store, 'ping'>
  readonly isStopping: () => boolean
}

/** Responds to a request if it is a health check; returns whether it is. */
export type HealthChecks = (req: IncomingMessage, res: ServerResponse) => boolean

/**
 * `GET /health/live`: the process responds. `GET /health/ready`: it can do its work (503 while its database does not
 * respond or while it is stopping). They depend on nothing else, so that a probe neither loads the pages nor fails with
 * them; other verbs are rejected like those of any page.
 */
export function createHealthChecks({ store, isStopping }: HealthOptions): HealthChecks {
  const stateOf = oncePerSecond(() => databaseState(store))
  return (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false
    // As the other pages, in any case and with a slash at the end.
    const path = req.url?.split('?', 1)[0]?.toLowerCase().replace(/\/$/, '')
    if (path === '/health/live') respond(req, res, 200, { status: 'ok', version })
    else if (path === '/health/ready') void respondReady(req, res)
    else return false
    return true
  }

  async function respondReady(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { isOk, reason } = await stateOf()
    const stopping = isStopping()
    const ready = isOk && !stopping
    respond(req, res, ready ? 200 : 503, {
      status: ready ? 'ok' : 'unavailable',
      database: isOk ? 'ok' : 'unavailable',
      ...(reason === undefined ? {} : { reason }),
      ...(stopping ? { stopping: true } : {}),
    })
  }
}

function respond(req: IncomingMessage, res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestIdOf(req.headers['x-request-id']),
  })
  res.end(JSON.stringify(body))
}
