import type { Document } from '#runtime/base/openapi.ts'
import { operationFacts } from '../../operations.ts'
import type { SandboxCalls } from '../../sandbox-calls.ts'
import { methodTypes } from './declarations.ts'
import { clientMethods } from './methods.ts'
import { tablesOf } from './table.ts'
import { indent } from './text.ts'

/** sandbox.js and sandbox.d.ts: worlds for tests, with this client and the calls of the sandbox. */
export function sandboxFiles({ worlds, world }: SandboxCalls): Record<'sandbox.js' | 'sandbox.d.ts', string> {
  const methodsOf = (document: Document) => clientMethods(document, operationFacts(document))
  const tableOf = (document: Document) =>
    tablesOf(methodsOf(document)).map((table) => `${indent(table.replace(/^export const (\w+) =/, '$1:'))},\n`)
  const typesOf = (document: Document, name: string, about: string) =>
    methodTypes(document, methodsOf(document), { whole: { name, about } })
  return {
    'sandbox.js': `import { createClient } from './index.js'
import { openWorld } from './runtime/sandbox.js'

const worlds = {
${tableOf(worlds).join('')}}

const world = {
${tableOf(world).join('')}}

export function createSandbox(options) {
  return openWorld({ createClient, worlds, world }, options)
}
`,
    'sandbox.d.ts': `import type { OnedoorClient } from './index.js'
import type { OpenWorld } from './runtime/sandbox.js'
import type { Method, NoArgs } from './runtime/types.js'

${typesOf(worlds, 'SandboxCalls', 'Every method of the sandbox itself, by family.')}
${typesOf(world, 'WorldCalls', 'Every method of a world, by family.')}
/** Where a sandbox is, and what a new world in it is like. */
export interface SandboxOptions extends WorldsCreateArgs {
  /** Address of a running sandbox; that in ONEDOOR_SANDBOX if not given, and without one, a sandbox is started. */
  address?: string
}

/** A separate server with its own records, clock and faults. It ends with \`await using\`, or with \`delete()\`. */
export interface SandboxWorld extends WorldCalls, OpenWorld<OnedoorClient, SandboxAccount> {}

/**
 * A new world of a sandbox, for one test: the sandbox at \`address\` or in ONEDOOR_SANDBOX, otherwise one that the command
 * \`onedoor\` starts and that ends with the process.
 */
export function createSandbox(options?: SandboxOptions): Promise<SandboxWorld>
`,
  }
}
