/** With any value, callers of test servers go through a proxy that holds every call and answer against the API document. */
export const proxySetting = 'ONEDOOR_TEST_PROXY'

/** A proxy before one server. */
export interface ValidatingProxy {
  readonly url: string
  stop(): Promise<void>
}

/** Prism before a server, where `ONEDOOR_TEST_PROXY` asks for it; else nothing. */
export async function validatingProxy(upstream: string): Promise<ValidatingProxy | undefined> {
  if (!process.env[proxySetting]) return undefined
  const { proxyCommand, startPrism } = await import('../../contract-tests/prism/prism.ts')
  const proxy = await startPrism(proxyCommand(0, upstream))
  const url = /http:\S+/.exec(proxy.readyLine)?.[0]
  if (!url) throw new Error(`The proxy does not say where it listens: ${proxy.readyLine}`)
  return { url, stop: () => proxy.stop() }
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
