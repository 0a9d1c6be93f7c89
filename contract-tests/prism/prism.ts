import { join } from 'node:path'
import { maxHeaderBytes } from '../../src/http/listen.ts'
import { type Program, root, startProgram } from '../../src/testing/program.ts'
import { writeMockDocument } from './document.ts'

/** Prism's own program, from the tools of contract-tests/, which must be installed. */
const prismScript = join(root, 'contract-tests/node_modules/@stoplight/prism-cli/dist/index.js')

/** Accepts addresses as long as the server's. Node's default is 16 KiB. */
const longAddresses = `--max-http-header-size=${maxHeaderBytes}`

/** Headers of one connection, encoding or moment, which are not repeated. */
export const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'host',
  'keep-alive',
  'transfer-encoding',
])

/** The command that serves the document's examples. */
export function mockCommand(port: number, more: readonly string[] = []): string[] {
  return [longAddresses, prismScript, 'mock', '--port', String(port), ...more, writeMockDocument()]
}

/** The command that forwards calls to a server and reports requests and responses that the document does not allow. */
export function proxyCommand(port: number, upstream: string, more: readonly string[] = []): string[] {
  return [
    longAddresses,
    prismScript,
    'proxy',
    '--port',
    String(port),
    ...more,
    join(root, 'generated/openapi.json'),
    upstream,
  ]
}

/** Starts Prism and waits until it can be called. */
export function startPrism(args: string[]): Promise<Program> {
  return startProgram({ args }, /Prism is listening on/)
}

/** The address of a Prism that chose its own port. */
export function addressOf({ readyLine }: Program): string {
  const url = /http:\S+/.exec(readyLine)?.[0]
  if (!url) throw new Error(`Prism does not print its address: ${readyLine}`)
  return url
}

interface Violation {
  readonly location: readonly string[]
  readonly message: string
}

/**
 * Fails when the proxy reported a fault of a response, or of a call that succeeded: a rejected call may be wrong on
 * purpose.
 */
export function checkViolations(operationId: string, { status, headers }: { status: number; headers: Headers }): void {
  const all: Violation[] = JSON.parse(headers.get('sl-violations') ?? '[]')
  const found = status < 300 ? all : all.filter(({ location }) => location[0] === 'response')
  if (found.length > 0)
    throw new Error(`${operationId} returned ${status}; the proxy reported ${JSON.stringify(found)}`)
}
