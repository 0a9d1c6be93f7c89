import type { Document } from '#runtime/base/openapi.ts'
import { operationFacts } from '../../operations.ts'
import { clientDeclarations } from './declarations.ts'
import { clientManifest } from './manifest.ts'
import { clientMethods } from './methods.ts'
import { clientReadme } from './readme.ts'
import { runtimeFiles } from './runtime.ts'
import { clientTable } from './table.ts'

/** generated/client/: the TypeScript client as an installable package. Returns content by path in the package. */
export async function clientPackage(document: Document): Promise<Map<string, string>> {
  const header = '// Written by `npm run generate` from spec/. Do not edit.\n'
  const methods = clientMethods(document, operationFacts(document))
  const runtime = [...(await runtimeFiles())].map(([path, content]) => [path, header + content] as const)
  return new Map([
    ['package.json', clientManifest(document)],
    ['README.md', clientReadme(document, methods)],
    ['index.js', header + clientTable(methods)],
    ['index.d.ts', header + clientDeclarations(document, methods)],
    ...runtime,
  ])
}
