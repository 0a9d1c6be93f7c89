import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import type { Document } from '#runtime/base/openapi.ts'
import { licenceText } from '../../licence.ts'
import { operationFacts } from '../../operations.ts'
import type { SandboxCalls } from '../../sandbox-calls.ts'
import { clientDeclarations } from './declarations.ts'
import { type ClientMethod, clientMethods, type OpenMethod, openMethods } from './methods.ts'
import { clientReadme } from './readme.ts'
import { sandboxFiles } from './sandbox.ts'
import { tablesOf } from './table.ts'
import { sourceOf } from './text.ts'

const folder = join(import.meta.dirname, 'runtime')

/**
 * generated/client/: the TypeScript client as an installable package.
 *
 * @param sandbox the calls of a sandbox of the server, if it has any
 * @returns content by path in the package
 */
export async function clientPackage(document: Document, sandbox?: SandboxCalls): Promise<Map<string, string>> {
  const header = '// Written by `npm run generate` from spec/. Do not edit.\n'
  const facts = operationFacts(document)
  const methods = clientMethods(document, facts)
  const all = [...methods, ...openMethods(document, facts)]
  const runtime = [...(await runtimeFiles(String(document.info.version)))]
    .filter(([path]) => sandbox || !path.startsWith('runtime/sandbox.'))
    .map(([path, content]) => [path, header + content] as const)
  const own = sandbox ? Object.entries(sandboxFiles(sandbox)) : []
  return new Map([
    ['package.json', clientManifest(document, sandbox !== undefined)],
    ['README.md', clientReadme(document, all, sandbox !== undefined)],
    ['LICENSE', await licenceText()],
    ['index.js', header + clientTable(all)],
    ['index.d.ts', header + clientDeclarations(document, all)],
    ...own.map(([path, content]) => [path, header + content] as const),
    ...runtime,
  ])
}

/** package.json of the client. Its version is that of the API. */
function clientManifest(document: Document, hasSandbox: boolean): string {
  const manifest = {
    name: '@onedoor/client',
    version: String(document.info.version),
    description: 'Typed client for the Onedoor API, for Node and browsers',
    license: 'MIT',
    type: 'module',
    engines: { node: '>=20.3' },
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      ...(hasSandbox && { './sandbox': { types: './sandbox.d.ts', default: './sandbox.js' } }),
    },
    types: './index.d.ts',
    sideEffects: false,
    files: ['index.js', 'index.d.ts', ...(hasSandbox ? ['sandbox.js', 'sandbox.d.ts'] : []), 'runtime'],
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/**
 * index.js: the table of operations, one constant per family so that bundlers drop unused families, and the two
 * functions that create a client from it.
 */
function clientTable(methods: (ClientMethod | OpenMethod)[]): string {
  const families = [...new Set(methods.map(({ family }) => family))]
  return `import { buildClient } from './runtime/client.js'
import { download } from './runtime/download.js'
import { follow, progress } from './runtime/streams.js'

export { OnedoorError } from './runtime/errors.js'

${tablesOf(methods).join('\n\n')}

export function createClient(options) {
  return buildClient({ ${families.join(', ')} }, options)
}

export function clientOf(families, options) {
  return buildClient(families, options)
}
`
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
