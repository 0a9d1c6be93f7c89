import { checkHeaders } from '../../src/testing/check-headers.ts'
import { checkBody } from '../../src/testing/check-response.ts'
import type { Args } from './arguments.ts'
import type { Callable } from './places.ts'

export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Sends any arguments, valid or not; the response is validated against the document. */
export type Send = (callable: Callable, args: Args) => Promise<Answer>

/**
 * Sends to a server.
 *
 * @param tokenFor the token that may call this
 */
export function sender(baseUrl: string, tokenFor: (callable: Callable) => string): Send {
  return async (callable, args) => {
    const { address, init } = requestOf(callable, args)
    const headers = { ...init.headers, Authorization: `Bearer ${tokenFor(callable)}` }
    const response = await fetch(baseUrl + address, { ...init, headers })
    const body: unknown = await response.json()
    checkHeaders(callable.id, response)
    checkBody(callable.id, response.status, body)
    return { status: response.status, body }
  }
}

/** A call as an HTTP request. Unknown names go where the operation's other arguments go. */
export function requestOf({ verb, path, places }: Callable, args: Args) {
  const rest = { ...args }
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    delete rest[name]
    return encodeURIComponent(String(args[name]))
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) {
    if (verb !== 'GET' && !places.some((place) => place.name === name && place.in === 'query')) continue
    delete rest[name]
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each))
  }
  const address = query.size > 0 ? `${filled}?${query}` : filled
  const headers: Record<string, string> = {}
  if (verb === 'GET') return { address, init: { method: verb, headers } }
  headers['Content-Type'] = 'application/json'
  return { address, init: { method: verb, headers, body: JSON.stringify(rest) } }
}

/** The call as a curl command. A character repeated more than a hundred times is abbreviated. */
export function asCurl(callable: Callable, args: Args): string {
  const { address, init } = requestOf(callable, args)
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const body = 'body' in init ? ` -H 'Content-Type: application/json' --data-raw ${quote(init.body)}` : ''
  const line = `curl -X ${init.method} -H "Authorization: Bearer $ONEDOOR_TOKEN"${body} "$ONEDOOR_URL"${quote(address)}`
  return line.replace(/(.)\1{100,}/gsu, (run, character: string) => `${character}(${[...run].length} times)`)
}
