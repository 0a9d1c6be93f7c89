import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestIdOf } from '#runtime/base/request-id.ts'
import { version } from '#runtime/base/version.ts'
import type { PartState } from '#runtime/store/readiness.ts'

/** The parts by their names. */
export type PartStates = { readonly database: PartState } & Partial<Readonly<Record<'files' | 'messaging', PartState>>>

interface HealthOptions {
  readonly states: () => Promise<PartStates>
  readonly isStopping: () => boolean
}

/** Responds to a request if it is a health check; returns whether it is. */
export type HealthChecks = (req: IncomingMessage, res: ServerResponse) => boolean

/**
 * `GET /health/live`: the process responds. `GET /health/ready`: it can do its work. The database must be reachable and
 * accept writes; the bucket and the messaging server, if used, must be reachable. Otherwise, and while it is stopping,
 * the status is 503. They depend on nothing else, so that a probe neither loads the pages nor fails with them; other
 * verbs are rejected like those of any page.
 */
export function createHealthChecks({ states, isStopping }: HealthOptions): HealthChecks {
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
    const parts = Object.entries(await states()) as [string, PartState][]
    const stopping = isStopping()
    const failing = parts.filter(([, { isOk }]) => !isOk)
    const ready = failing.length === 0 && !stopping
    const reasons = failing.flatMap(([, { reason }]) => reason ?? [])
    respond(req, res, ready ? 200 : 503, {
      status: ready ? 'ok' : 'unavailable',
      ...Object.fromEntries(parts.map(([name, { isOk }]) => [name, isOk ? 'ok' : 'unavailable'])),
      ...(reasons.length === 0 ? {} : { reason: reasons.join(' ') }),
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
