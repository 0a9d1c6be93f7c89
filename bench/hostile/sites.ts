import type { ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** What the stand-in of a site responds to every request, regardless of its path. */
export type Response = (res: ServerResponse) => void

const mebibyte = 1024 * 1024

/** A complete body. */
export function whole(body: string | Buffer, headers: Readonly<Record<string, string | string[]>> = {}): Response {
  return (res) => void res.writeHead(200, headers).end(body)
}

/** A body that decompresses to this many mebibytes of the same text. */
export function compressed(type: string, start: string, mebibytes: number, encoding: 'gzip' | 'br'): Response {
  const body = Buffer.concat([Buffer.from(start), Buffer.alloc(mebibytes * mebibyte, 'x')])
  const small =
    encoding === 'gzip'
      ? gzipSync(body, { level: 9 })
      : brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  return whole(small, { 'content-type': type, 'content-encoding': encoding })
}

/** A body that never ends, as fast as it is read or a few bytes at a time. */
export function endless(type: string, start: string, isSlow: boolean): Response {
  const piece = Buffer.alloc(isSlow ? 10 : 64 * 1024, 'x')
  async function* pieces() {
    for (let next = Buffer.from(start); ; next = piece) {
      yield next
      if (isSlow) await pause(200)
    }
  }
  return (res) => {
    res.writeHead(200, { 'content-type': type })
    // It ends with the connection.
    pipeline(Readable.from(pieces()), res, () => undefined)
  }
}

/** Redirects to ever new addresses of the same site. */
export function redirects(path: string): Response {
  let count = 0
  return (res) => void res.writeHead(302, { location: `${path}?${++count}` }).end()
}
