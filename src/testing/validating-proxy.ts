import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { maxHeaderBytes } from '../doors/http/listen.ts'
import { addressOf, proxyCommand, startPrism } from './prism.ts'

/** With any value, test callers go through a proxy that checks every call and response against the API document. */
export const proxySetting = 'ONEDOOR_TEST_PROXY'

/** The request header that says which server a call through the proxy is for. */
const upstreamHeader = 'x-test-upstream'

/** A proxy for all test servers of a run. */
export interface ValidatingProxy {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts Prism with a relay behind it that forwards each call to the server named in its header: Prism takes seconds to
 * start, so one serves all servers.
 */
export async function startValidatingProxy(): Promise<ValidatingProxy> {
  const relay = createServer({ maxHeaderSize: maxHeaderBytes }, (incoming, response) => {
    const { [upstreamHeader]: upstream, ...headers } = incoming.headers
    const outgoing = request(`${upstream}${incoming.url}`, { method: incoming.method, headers })
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const { port } = relay.address() as AddressInfo
  const prism = await startPrism(proxyCommand(0, `http://127.0.0.1:${port}`)).catch((error) => {
    relay.close()
    throw error
  })
  return {
    url: addressOf(prism),
    async stop() {
      await prism.stop()
      relay.close()
      relay.closeAllConnections()
    },
  }
}

/** How a caller reaches a server through the proxy. */
export interface ProxiedCalls {
  readonly url: string
  /** What it sends with each call. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * How to reach a server through the proxy; undefined unless `ONEDOOR_TEST_PROXY` asks for it.
 *
 * @param proxyUrl returns the proxy's address
 */
export async function throughProxy(
  upstream: string,
  proxyUrl: () => Promise<string>,
): Promise<ProxiedCalls | undefined> {
  if (!process.env[proxySetting]) return undefined
  return { url: await proxyUrl(), headers: { [upstreamHeader]: upstream } }
}

interface Violation {
  readonly location: readonly string[]
  readonly message: string
}

/**
 * Fails when the proxy reported a fault of a response, or of a call that succeeded: a call that is refused may be wrong
 * on purpose. Without a proxy nothing is reported.
 */
export function checkViolations(operationId: string, { status, headers }: { status: number; headers: Headers }): void {
  const all: Violation[] = JSON.parse(headers.get('sl-violations') ?? '[]')
  const found = status < 300 ? all : all.filter(({ location }) => location[0] === 'response')
  if (found.length > 0)
    throw new Error(`${operationId} returned ${status}; the proxy reported ${JSON.stringify(found)}`)
}
