import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type express from 'express'
import { type ApiError, asApiError, errorBody, legacyStatusOf } from '../base/errors.ts'
import { html } from '../base/html.ts'
import type { Log } from '../base/log.ts'
import type { Layout } from './site.ts'

const require = createRequire(import.meta.url)

const pageSecurity =
  "default-src 'none';style-src 'self';img-src 'self' data:;base-uri 'none';form-action 'self';frame-ancestors 'none'"

interface ProblemOptions {
  readonly requestId: string
  readonly layout: Layout
}

/** Sends the error for a family's own address: a page to browsers, JSON to programs. A missing record is a 404 here. */
export function writeProblem(
  req: IncomingMessage,
  res: ServerResponse,
  error: ApiError,
  { requestId, layout }: ProblemOptions,
): void {
  const asPage = prefersHtml(req)
  const status = legacyStatusOf(error)
  const body = asPage ? problemPage(error, status, layout) : JSON.stringify(errorBody(error))
  const headers = [
    'Content-Type',
    asPage ? 'text/html; charset=utf-8' : 'application/json',
    'Content-Length',
    String(Buffer.byteLength(body)),
    'X-Request-Id',
    requestId,
    'Cache-Control',
    'no-store',
    'Vary',
    'Accept',
    'X-Robots-Tag',
    'noindex',
    'X-Content-Type-Options',
    'nosniff',
  ]
  if (asPage) headers.push('Content-Security-Policy', pageSecurity, 'X-Frame-Options', 'DENY')
  if (error.allow) headers.push('Allow', error.allow.join(', '))
  if (error.retryAfterS !== undefined) headers.push('Retry-After', String(Math.ceil(error.retryAfterS)))
  // The rest of the body is not read, so it must not keep the connection open.
  if (!req.complete && req.method !== 'GET' && req.method !== 'HEAD') headers.push('Connection', 'close')
  res.writeHead(status, headers)
  res.end(body)
}

/**
 * Ends a failed request: sends the error, also to scripts of other sites, or closes a connection on which the response
 * has begun. Errors other than `ApiError` are logged.
 *
 * @param what the message in the log, such as `download failed`
 */
export function refusePath(
  req: IncomingMessage,
  res: ServerResponse,
  failure: unknown,
  { log, requestId, layout, what }: ProblemOptions & { readonly log: Log; readonly what: string },
): void {
  const error = asApiError(failure)
  if (error.code === 'internal') log.error({ requestId, err: error.cause }, what)
  if (res.headersSent || res.destroyed) return void res.destroy()
  if (req.headers.origin !== undefined) res.setHeader('Access-Control-Allow-Origin', '*')
  writeProblem(req, res, error, { requestId, layout })
}

function problemPage(error: ApiError, status: number, layout: Layout): string {
  const main = html`<h1>${status}</h1>
<p>${error.message}</p>
<p><a href="/">Start page</a></p>
`
  return layout({ title: `${status} - Onedoor`, description: error.message, main })
}

/** Whether a client prefers HTML to JSON. One without a preference is a program. */
export function prefersHtml(req: Pick<IncomingMessage, 'headers'>): boolean {
  // Loaded with the first problem: a server that serves no pages does without it.
  const { request } = require('express') as typeof express
  return request.accepts.call(req as express.Request, 'json', 'html') === 'html'
}
