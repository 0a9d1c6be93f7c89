import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** The header that names the world of a request, as Node spells it. */
export const WORLD_HEADER = 'x-onedoor-world'

const allowed = 'Access-Control-Allow-Headers'

/**
 * Lets pages of other origins name a world: if the request is a preflight, the response also allows the header. Doors write
 * the response, and only a server with worlds calls this.
 */
export function allowWorldHeader({ method }: IncomingMessage, res: ServerResponse): void {
  if (method !== 'OPTIONS') return
  const { writeHead } = res
  res.writeHead = (status: number, given?: unknown): ServerResponse => {
    const pairs = Array.isArray(given) ? pairsOf(given) : Object.entries((given ?? {}) as OutgoingHttpHeaders)
    for (const [name, value] of pairs) if (value !== undefined) res.setHeader(name, value)
    const present = res.getHeader(allowed)
    if (present !== undefined) res.setHeader(allowed, `${present}, X-Onedoor-World`)
    return writeHead.call(res, status)
  }
}

/** Alternating names and values. */
function pairsOf(headers: readonly string[]): [string, string][] {
  return headers.flatMap((name, index): [string, string][] => (index % 2 ? [] : [[name, headers[index + 1] ?? '']]))
}
