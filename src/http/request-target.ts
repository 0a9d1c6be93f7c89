import type { IncomingMessage } from 'node:http'

/**
 * Path and query of the request. A proxy may send the whole address as the request target (RFC 9112, 3.2.2); undefined
 * if it is neither that, nor a path, nor the `*` of OPTIONS.
 */
export function targetOf({ url: target = '/' }: Pick<IncomingMessage, 'url'>): string | undefined {
  if (target.startsWith('/')) return target
  if (target === '*') return '/'
  if (!URL.canParse(target)) return undefined
  const { pathname, search } = new URL(target)
  return pathname + search
}

/** What is wrong with a request before anything of it is looked at; undefined where nothing is. */
export function requestFault(req: IncomingMessage): string | undefined {
  return hostFault(req) ?? codingFault(req)
}

/** What is wrong with the Host header (RFC 9112, 3.2): of two, a proxy may have read the other one. */
function hostFault({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  if (count === 0) return httpVersion === '1.1' ? 'has no Host header' : undefined
  return count > 1 ? 'has several Host headers' : undefined
}

/** Node takes the chunks apart and would pass on what is still coded, such as `gzip, chunked`, as if it were the body. */
function codingFault({ headers }: IncomingMessage): string | undefined {
  const coding = headers['transfer-encoding']
  if (coding === undefined || coding.toLowerCase() === 'chunked') return undefined
  return 'has a transfer coding other than chunked'
}
