import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { codegenFiles, documentFiles, repositoryFiles, serverFiles } from './contents.ts'
import { serverManifest } from './packages.ts'

const root = join(import.meta.dirname, '../..')
const files = await repositoryFiles(root)
const server = serverFiles(files)

describe("the server's package", () => {
  test.each([
    'generated/openapi.json',
    'generated/apps/sdk.d.ts',
    'generated/apps/sdk.js',
    'generated/mcp/tools.json',
    'generated/server/request-validators/notes.cjs',
    'docs/configuration.md',
    'examples/apps/notes-board.html',
    'src/app/bundled-data.json',
    'src/doors/pages/kit/pages.css',
    'src/doors/pages/try/browser/try.js',
    'src/handlers/flights/bundled/airports.tsv',
    'src/handlers/prayer/quran/quran.jsonl.br',
    'src/runtime/accounts/common-passwords.txt',
  ])('contains %s, which is read when it runs', (file) => {
    expect(server).toContain(file)
  })

  test('contains no sources, tests, fixtures, clients or checks of responses', () => {
    expect(
      server.filter(
        (file) =>
          !file.startsWith('docs/') && /\.ts$|test|fixtures|generated\/client|response-validators|_pb\.js$/.test(file),
      ),
    ).toEqual(['generated/apps/sdk.d.ts'])
  })

  test('contains every file that a module names beside itself', async () => {
    const modules = files.filter(
      (file) => /^src\/.*\.ts$/.test(file) && !/\.test\.ts$|\/fixtures\/|^src\/testing\//.test(file),
    )
    const named = await Promise.all(
      modules.map(async (module) => {
        const text = await readFile(join(root, module), 'utf8')
        const places = [
          ...text.matchAll(/new URL\('(\.[^']+)', import\.meta\.url\)/g),
          ...text.matchAll(/join\(import\.meta\.dirname, '([^']+)'/g),
        ]
        return places.map(([, place = '']) => join(module, '..', place))
      }),
    )
    const expected = named.flat().filter((file) => existsSync(join(root, file)))
    const contained = (file: string) => server.some((each) => each === file || each.startsWith(`${file}/`))
    expect(expected.length).toBeGreaterThan(20)
    expect(expected.filter((file) => !contained(file) && !['.', 'generated'].includes(file))).toEqual([])
  })

  test('needs exactly the versions of package.json, without the bundler and what it contains', async () => {
    const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const { dependencies, engines } = serverManifest('1.2.3', manifest)
    const { rolldown, 'swagger-ui-dist': swaggerUi, ...expected } = manifest.dependencies
    expect(dependencies).toEqual(expected)
    expect([rolldown, swaggerUi]).not.toContain(undefined)
    expect(engines).toEqual({ node: '>=24' })
  })
})

test('the writers of clients come with their runtimes, test kits and the document of the sandbox', () => {
  const found = codegenFiles(files)
  expect(found).toContain('generated/sandbox/openapi.json')
  expect(found).toContain('tools/codegen/targets/client/runtime/transport.ts')
  expect(found).toContain('tools/codegen/targets/python/runtime/errors.py')
  expect(found.filter((file) => /test/.test(file))).toEqual([])
})

test('the documents of the API are those in JSON and YAML and the .proto files', () => {
  const found = documentFiles(files)
  expect(found).toEqual(
    expect.arrayContaining(['generated/openapi.json', 'generated/openapi.3.1.yaml', 'generated/proto/auth.proto']),
  )
  expect(found.filter((file) => !/\.(?:json|yaml|proto)$/.test(file))).toEqual([])
})
