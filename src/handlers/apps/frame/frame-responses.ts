import type { ServerResponse } from 'node:http'
import { publicPath } from '#runtime/base/base-path.ts'

/** Sends a text that no cache stores, unless the headers allow it. */
export function send(
  res: ServerResponse,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  res.writeHead(200, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    ...headers,
  })
  res.end(res.req.method === 'HEAD' ? undefined : body)
}

export function redirect(res: ServerResponse, to: string): void {
  res.writeHead(303, { Location: publicPath(to), 'Content-Length': 0, 'Cache-Control': 'no-store' })
  res.end()
}
