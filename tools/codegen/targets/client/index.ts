import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import type { Document } from '#runtime/base/openapi.ts'
import { licenceText } from '../../licence.ts'
import { operationFacts } from '../../operations.ts'
import { clientDeclarations } from './declarations.ts'
import { type ClientMethod, clientMethods, type OpenMethod, openMethods } from './methods.ts'
import { clientReadme } from './readme.ts'
import { indent, keyOf, sourceOf } from './text.ts'

const folder = join(import.meta.dirname, 'runtime')

/** generated/client/: the TypeScript client as an installable package. Returns content by path in the package. */
export async function clientPackage(document: Document): Promise<Map<string, string>> {
  const header = '// Written by `npm run generate` from spec/. Do not edit.\n'
  const facts = operationFacts(document)
  const methods = clientMethods(document, facts)
  const all = [...methods, ...openMethods(document, facts)]
  const runtime = [...(await runtimeFiles(String(document.info.version)))].map(
    ([path, content]) => [path, header + content] as const,
  )
  return new Map([
    ['package.json', clientManifest(document)],
    ['README.md', clientReadme(document, all)],
    ['LICENSE', await licenceText()],
    ['index.js', header + clientTable(all)],
    ['index.d.ts', header + clientDeclarations(document, all)],
    ['sandbox.js', header + sandboxScript],
    ['sandbox.d.ts', header + sandboxTypes],
    ...runtime,
  ])
}

/** sandbox.js: worlds for tests, with this client. */
const sandboxScript = `import { createClient } from './index.js'
import { openWorld } from './runtime/sandbox.js'

export function createSandbox(options) {
  return openWorld(createClient, options)
}
`

const sandboxTypes = `import type { OnedoorClient } from './index.js'
import type { SandboxOptions, SandboxWorld } from './runtime/sandbox.js'

export type { ClockState, NewFault, SandboxAccount, SandboxOptions } from './runtime/sandbox.js'

/**
 * A new world of a sandbox, for one test: the sandbox at \`address\` or in ONEDOOR_SANDBOX, otherwise one that the command
 * \`onedoor\` starts and that ends with the process.
 */
export function createSandbox(options?: SandboxOptions): Promise<SandboxWorld<OnedoorClient>>
`

/** package.json of the client. Its version is that of the API. */
function clientManifest(document: Document): string {
  const manifest = {
    name: '@onedoor/client',
    version: String(document.info.version),
    description: 'Typed client for the Onedoor API, for Node and browsers',
    license: 'MIT',
    type: 'module',
    engines: { node: '>=20.3' },
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './sandbox': { types: './sandbox.d.ts', default: './sandbox.js' },
    },
    types: './index.d.ts',
    sideEffects: false,
    files: ['index.js', 'index.d.ts', 'sandbox.js', 'sandbox.d.ts', 'runtime'],
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/**
 * index.js: the table of operations, one constant per family so that bundlers drop unused families, and the two
 * functions that create a client from it.
 */
function clientTable(methods: (ClientMethod | OpenMethod)[]): string {
  const families = Map.groupBy(methods, ({ family }) => family)
  const tables = [...families].map(([family, members]) => {
    const rows = members.map(
      (member) => `${keyOf(member.name)}: ${sourceOf(rowOf(member)).replace(/ }$/, `${callerOf(member)} }`)},`,
    )
    return `export const ${family} = {\n${indent(rows.join('\n'))}\n}`
  })
  return `import { buildClient } from './runtime/client.js'
import { download } from './runtime/download.js'
import { follow, progress } from './runtime/streams.js'

export { OnedoorError } from './runtime/errors.js'

${tables.join('\n\n')}

export function createClient(options) {
  return buildClient({ ${[...families.keys()].join(', ')} }, options)
}

export function clientOf(families, options) {
  return buildClient(families, options)
}
`
}

function rowOf(method: ClientMethod | OpenMethod): Record<string, unknown> {
  if ('form' in method) return { verb: 'GET', path: method.path, retry: 'safe' }
  const { verb, path, retry, microCredits, isUnkeyed, isBare, paging, bytes } = method
  const unkeyed = isUnkeyed ? { unkeyed: true } : {}
  const metered = microCredits > 0 ? { metered: true } : {}
  const { argument, next, list } = paging ?? {}
  const pages = paging ? { paging: { argument, next, ...(list === 'items' ? {} : { list }) } } : {}
  const encoded = Object.keys(bytes).length > 0 ? { bytes } : {}
  return { verb, path, retry, ...metered, ...unkeyed, ...(isBare ? { bare: true } : {}), ...pages, ...encoded }
}

/** The function in a row that makes calls without a JSON response. */
function callerOf(method: ClientMethod | OpenMethod): string {
  if ('form' in method) return method.form === 'stream' ? ', call: follow' : ', call: download'
  return method.reportsProgress ? ', events: progress' : ''
}

/**
 * The hand-written part of the client as plain JavaScript with declarations: Node strips no types from files under
 * node_modules. Returns content by path in the package. Throws if a declaration cannot be generated from a
 * single file.
 */
async function runtimeFiles(version: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).sort()
  const files = new Map<string, string>()
  for (const fileName of names) {
    const text = await readFile(join(folder, fileName), 'utf8')
    const source = fileName === 'version.ts' ? text.replace("'0.0.0'", () => sourceOf(version)) : text
    const base = `runtime/${fileName.slice(0, -'.ts'.length)}`
    const script = ts.transpileModule(source, { fileName, compilerOptions }).outputText
    if (!isEmptyModule(script)) files.set(`${base}.js`, script)
    const { outputText, diagnostics } = ts.transpileDeclaration(source, {
      fileName,
      compilerOptions,
      reportDiagnostics: true,
    })
    if (diagnostics?.length) {
      throw new Error(
        `${fileName}: ${diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')).join('\n')}`,
      )
    }
    files.set(`${base}.d.ts`, outputText.replace(/(from ['"]\.[^'"]*)\.ts(?=['"])/g, '$1.js'))
  }
  return files
}

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
  isolatedDeclarations: true,
  declaration: true,
}

function isEmptyModule(script: string): boolean {
  return script.trim() === 'export {};'
}
