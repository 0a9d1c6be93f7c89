import express, { type ErrorRequestHandler, type Express } from 'express'
import helmet from 'helmet'
import type { Registry } from 'prom-client'
import { ApiError, addressNotUtf8, asApiError, errorBody } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { Store } from '../../store/types.ts'
import { requestIdOf } from '../http/request-id.ts'
import { documentPages } from './documents.ts'
import { healthPages } from './health.ts'

export interface PagesOptions {
  readonly store: Pick<Store, 'ping'>
  readonly registry: Registry
  readonly log: Log
  readonly isStopping: () => boolean
  /** The public address: over plain http, browsers must not be told to insist on https. */
  readonly baseUrl: string
}

/** Everything that is not a call: health, metrics, the API documents and the pages for people. */
export function createPages(options: PagesOptions): Express {
  const app = express()
  app.set('etag', false)
  const overHttps = options.baseUrl.startsWith('https:')
  app.use(
    helmet({
      strictTransportSecurity: overHttps,
      contentSecurityPolicy: { directives: { upgradeInsecureRequests: overHttps ? [] : null } },
    }),
  )
  app.use((req, res, next) => {
    res.setHeader('X-Request-Id', requestIdOf(req.headers['x-request-id']))
    next()
  })
  app.use(healthPages(options))
  app.use(documentPages())
  app.use((req, _res, next) => {
    next(new ApiError('unknown_method', `There is no page at ${req.path.slice(0, 100)}. The API document is at /openapi.json.`))
  })
  app.use(errorPage(options.log))
  return app
}

function errorPage(log: Log): ErrorRequestHandler {
  return (failure, req, res, _next) => {
    // Express refuses a path that is not percent-encoded UTF-8 with an error that carries its status.
    const isBadPath = (failure as { status?: number }).status === 400 && !(failure instanceof ApiError)
    const error = isBadPath ? addressNotUtf8() : asApiError(failure)
    if (error.code === 'internal') {
      log.error({ requestId: res.getHeader('X-Request-Id'), path: req.path, err: error.cause }, 'page failed')
    }
    res.status(error.status).json(errorBody(error))
  }
}
