import { join } from 'node:path'
import { maxHeaderBytes } from '../http/listen.ts'
import { type Program, root, startProgram } from './program.ts'

/** Prism's own program, from the tools of contract-tests/, which must be installed. */
export const prismScript = join(root, 'contract-tests/node_modules/@stoplight/prism-cli/dist/index.js')

/** An address may be as long as the server takes it. Node refuses more than 16 KiB otherwise. */
export const longAddresses = `--max-http-header-size=${maxHeaderBytes}`

/** The command that passes calls on to a server and reports what the document does not allow, of calls and answers. */
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

/** Where a Prism listens that chose its port itself. */
export function addressOf({ readyLine }: Program): string {
  const url = /http:\S+/.exec(readyLine)?.[0]
  if (!url) throw new Error(`Prism does not say where it listens: ${readyLine}`)
  return url
}
