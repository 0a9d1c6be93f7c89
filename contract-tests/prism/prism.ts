import { join } from 'node:path'
import { type Program, root, startProgram } from '../program.ts'
import { writeMockDocument } from './document.ts'

const script = join(import.meta.dirname, '../node_modules/@stoplight/prism-cli/dist/index.js')

/** What Prism says when it can be called. */
export const listening = /Prism is listening on/

/** The command that serves the document's examples. */
export function mockCommand(port: number, more: readonly string[] = []): string[] {
  return [script, 'mock', '--port', String(port), ...more, writeMockDocument()]
}

/** The command that passes calls on to a server and reports what the document does not allow, of calls and answers. */
export function proxyCommand(port: number, upstream: string, more: readonly string[] = []): string[] {
  return [script, 'proxy', '--port', String(port), ...more, join(root, 'generated/openapi.json'), upstream]
}

/** Starts Prism and waits until it can be called. */
export function startPrism(args: string[]): Promise<Program> {
  return startProgram({ args }, listening)
}
