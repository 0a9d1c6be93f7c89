import type { IncomingMessage, ServerResponse } from 'node:http'
import { page } from '#doors/pages/kit/layout.ts'
import { type ApiError, errorBody, legacyStatusOf } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'

const pageSecurity =
  "default-src 'none';style-src 'self';img-src 'self' data:;base-uri 'none';form-action 'self';frame-ancestors 'none'"

/** Answers that there is nothing to follow: a page to browsers, JSON to everybody else. A missing link is a 404 here. */
export function writeProblem(req: IncomingMessage, res: ServerResponse, error: ApiError, requestId: string): void {
  const asPage = prefersHtml(req.headers.accept)
  const status = legacyStatusOf(error)
  const body = asPage ? problemPage(error, status) : JSON.stringify(errorBody(error))
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
  // What is left of a body must not hold the connection: nobody reads it.
  if (!req.complete && req.method !== 'GET' && req.method !== 'HEAD') headers.push('Connection', 'close')
  res.writeHead(status, headers)
  res.end(body)
}

function problemPage(error: ApiError, status: number): string {
  const main = html`<h1>${status}</h1>
<p>${error.message}</p>
<p><a href="/">Start page</a></p>
`
  return page({ title: `${status} - Onedoor`, description: error.message, main })
}

/** Whether an Accept header asks for HTML rather than JSON (RFC 9110, 12.5.1). Whoever has no preference is a program. */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined) return false
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((part) => part.startsWith('q='))
    return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
  })
  const weightOf = (...names: string[]): number => {
    for (const name of names) {
      const range = ranges.find(({ type }) => type === name)
      if (range) return range.weight
    }
    return 0
  }
  const forHtml = weightOf('text/html', 'text/*', '*/*')
  const forJson = weightOf('application/json', 'application/*', '*/*')
  if (forHtml !== forJson) return forHtml > forJson
  const place = (name: string) => ranges.findIndex(({ type }) => type === name)
  return (
    forHtml > 0 &&
    place('text/html') >= 0 &&
    (place('application/json') < 0 || place('text/html') < place('application/json'))
  )
}
