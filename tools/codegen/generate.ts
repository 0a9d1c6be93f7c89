/** `npm run generate`: writes `generated/` from `spec/`; with `--check`, fails if that changed anything. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { stringify } from 'yaml'
import type { Document } from '#runtime/base/openapi.ts'
import { renderConfigurationDocs } from '../../src/app/config-docs.ts'
import { argumentBounds } from './bounds.ts'
import { fixDocument } from './fixes/fixes.ts'
import { type OperationFacts, operationFacts } from './operations.ts'
import { runScript } from './run-script.ts'
import { sandboxCalls } from './sandbox-calls.ts'
import { agentTools } from './targets/agent-tools.ts'
import { appMethods, appScript, appTypes } from './targets/apps/index.ts'
import { changesData } from './targets/changes.ts'
import { cliData } from './targets/cli/index.ts'
import { clientPackage } from './targets/client/index.ts'
import { formFiles } from './targets/forms.ts'
import { goPackage } from './targets/go/index.ts'
import { documentTypes, handlerTypes } from './targets/handlers.ts'
import { mcpTools } from './targets/mcp/index.ts'
import { methodTable } from './targets/methods.ts'
import { operationsText, operationTable } from './targets/operation-table.ts'
import { patternMessages } from './targets/pattern-messages.ts'
import { permissionsPage } from './targets/permissions.ts'
import { protoFiles } from './targets/proto.ts'
import { pythonPackage } from './targets/python/index.ts'
import { sampleWriters } from './targets/sample-writers.ts'
import { sampleFiles, samplesOf, withCodeSamples } from './targets/samples/index.ts'
import { sandboxDocument, sandboxFiles } from './targets/sandbox.ts'
import { searchEntries } from './targets/search-index.ts'
import { streamsData } from './targets/streams.ts'
import { synonymsFile } from './targets/synonyms.ts'
import { requestValidators, responseValidators } from './targets/validators.ts'

const root = join(import.meta.dirname, '../..')
const output = join(root, 'generated')
const emitted = join(root, '.cache/tsp')

async function readEmitted(version: string): Promise<Document> {
  return JSON.parse(await readFile(join(emitted, version, 'openapi.json'), 'utf8'))
}

/** Everything derived from the spec, as content by path below generated/, and the facts about its operations. */
async function derive(): Promise<{ files: Map<string, string>; operations: OperationFacts[] }> {
  const emittedDocument = await readEmitted('3.0.0')
  const document = fixDocument(emittedDocument)
  const consumers = fixDocument(await readEmitted('3.1.0'))
  const streaming = fixDocument(await readEmitted('3.2.0'))
  const sandboxOnly = await sandboxDocument()
  const sandbox = sandboxCalls(sandboxOnly)
  const operations = operationFacts(document)
  const samples = samplesOf(document)
  const header = '// Written by `npm run generate` from spec/. Do not edit.\n'
  const files = new Map([
    ['openapi.json', `${JSON.stringify(document, null, 1)}\n`],
    ['openapi.yaml', stringify(withCodeSamples(document, samples), { aliasDuplicateObjects: false })],
    ['openapi.3.1.yaml', stringify(withCodeSamples(consumers, samples), { aliasDuplicateObjects: false })],
    ['openapi.3.2.yaml', stringify(withCodeSamples(streaming, samples), { aliasDuplicateObjects: false })],
    ['operations.txt', operationsText(operations)],
    ['agent/tools.json', agentTools(document, operations)],
    ['apps/methods.json', appMethods(document, operations)],
    ['apps/sdk.d.ts', header + appTypes(document, operations)],
    ['apps/sdk.js', header + appScript(document, operations)],
    ['server/operations.ts', header + operationTable(operations, String(document.info.version))],
    ['server/argument-bounds.ts', header + argumentBounds(document)],
    ['server/types.ts', header + (await documentTypes(document))],
    ['server/handlers.ts', header + handlerTypes(document, operations)],
    ['server/methods.ts', header + methodTable(operations)],
    ['server/pattern-messages.ts', header + patternMessages(document)],
    ...[...(await requestValidators(document))].map(
      ([name, content]) => [`server/request-validators/${name}`, header + content] as const,
    ),
    ['server/response-validators.cjs', header + responseValidators(document)],
    ...[...(await clientPackage(document, sandbox))].map(([path, content]) => [`client/${path}`, content] as const),
    ...[...(await pythonPackage(document, sandbox))].map(
      ([path, content]) => [`clients/python/${path}`, content] as const,
    ),
    ...[...(await goPackage(document, sandbox))].map(([path, content]) => [`clients/go/${path}`, content] as const),
    ...[...cliData(document)].map(([path, content]) => [`cli/${path}`, content] as const),
    ...[...sampleFiles(samples)].map(([path, content]) => [`docs/samples/${path}`, content] as const),
    ...[...formFiles(document)].map(([path, content]) => [`docs/forms/${path}`, content] as const),
    ['docs/sample-writers.js', await sampleWriters()],
    ['mcp/tools.json', mcpTools(document)],
    ['docs/search.json', await searchEntries(document)],
    ['search/synonyms.json', synonymsFile(emittedDocument)],
    ['docs/changes.json', await changesData(document)],
    ['docs/streams.json', streamsData(streaming)],
    ...(await protoFiles(document)),
    ...(await sandboxFiles(sandboxOnly, header)),
  ])
  return { files, operations }
}

let changed = 0

/** Writes a file of the repository if its content has changed. */
async function writeChanged(target: string, content: string): Promise<void> {
  const present = await readFile(target, 'utf8').catch(() => undefined)
  if (present === content) return
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, content)
  console.log(`wrote ${relative(root, target)}`)
  changed++
}

/** Writes the derived files, and removes those that are no longer derived. */
async function writeGenerated(files: Map<string, string>): Promise<void> {
  for (const [path, content] of files) await writeChanged(join(output, path), content)
  const found = await readdir(output, { recursive: true, withFileTypes: true })
  for (const entry of found) {
    const path = relative(output, join(entry.parentPath, entry.name))
    if (entry.isFile() && !files.has(path)) {
      await rm(join(output, path))
      console.log(`removed generated/${path}`)
      changed++
    }
  }
}

// Warnings fail, so that a lint rule cannot be overlooked.
await runScript('@typespec/compiler/cmd/tsp.js', ['compile', 'spec', '--warn-as-error'], 'The spec does not compile:')
await runScript(
  '@typespec/compiler/cmd/tsp.js',
  ['compile', 'spec/sandbox', '--config', 'spec/sandbox/tspconfig.yaml', '--warn-as-error'],
  'The spec of the sandbox does not compile:',
)
const { files, operations } = await derive()
await writeGenerated(files)
await writeChanged(join(root, 'docs/configuration.md'), renderConfigurationDocs())
await writeChanged(join(root, 'docs/permissions.md'), permissionsPage(operations))
if (changed > 0 && process.argv.includes('--check')) {
  console.error('These files were not up to date with the spec. They are now: commit them.')
  process.exitCode = 1
}
