import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'

/** A body that stays the same while the server runs. */
export interface Cached {
  readonly body: Buffer
  readonly etag: string
}

/** Keeps a body with the ETag by which a client that has it already is known. */
export function cached(body: Buffer | string): Cached {
  const bytes = Buffer.from(body)
  return { body: bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

/** Sends it, or only that it has not changed since the client last asked. */
export function sendCached(req: Request, res: Response, type: string, { body, etag }: Cached): void {
  res.setHeader('ETag', etag)
  res.setHeader('Cache-Control', 'no-cache')
  if (isKnown(req.headers['if-none-match'], etag)) res.status(304).end()
  else res.type(type).send(body)
}

/**
 * Whether an If-None-Match header names this ETag (RFC 9110, 13.1.2). Express would not look at it beside
 * `Cache-Control: no-cache`, which fetch sends with every conditional request, and which is meant for caches.
 */
function isKnown(header: string | undefined, etag: string): boolean {
  const named = header?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? []
  return named.includes(etag) || named.includes('*')
}

/** The value that `make` gives the first time; a failure is not kept. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((failure) => {
      made = undefined
      throw failure
    })
    return made
  }
}
