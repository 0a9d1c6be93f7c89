import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addressOf, proxyCommand, startPrism } from './prism.ts'

/** With any value, callers of test servers go through a proxy that holds every call and answer against the API document. */
export const proxySetting = 'ONEDOOR_TEST_PROXY'

/** The request header that says which server a call through the proxy is for. */
const upstreamHeader = 'x-test-upstream'

/** A proxy before all test servers of a run. */
export interface ValidatingProxy {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts Prism before a relay that passes each call on to the server named in its header: one Prism, which takes seconds
 * to start, serves all servers.
 */
export async function startValidatingProxy(): Promise<ValidatingProxy> {
  const relay = createServer((incoming, response) => {
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
 * The way to a server through the proxy, where `ONEDOOR_TEST_PROXY` asks for one; else nothing.
 *
 * @param proxyUrl finds the proxy
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
 * Fails when the proxy found something in an answer that the document does not allow, or in a call that succeeded. A call
 * that is refused may be wrong on purpose. Nothing is found where there is no proxy.
 */
export function checkViolations(operationId: string, { status, headers }: { status: number; headers: Headers }): void {
  const all: Violation[] = JSON.parse(headers.get('sl-violations') ?? '[]')
  const found = status < 300 ? all : all.filter(({ location }) => location[0] === 'response')
  if (found.length > 0) throw new Error(`${operationId} answered ${status}; the proxy found ${JSON.stringify(found)}`)
}
