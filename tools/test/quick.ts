import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** How test files get what takes long: servers, databases, browsers, programs. Other helpers in src/testing only read. */
const slowImports =
  /testing\/(?!(?:import-graph|long-functions|all-of|zip|problems|stand-ins|any-character)\.ts)[\w-]+\.ts'|node:child_process|readme-commands\.ts'/

/** Others that take seconds of processor time: they generate everything, compile packages, draw or start threads. */
const slowFiles = new Set([
  'spec/lint/rules/boolean-name.test.ts',
  'src/handlers/images/raster/studio.test.ts',
  'src/runtime/outbound/models/schemas/untrusted-schemas.test.ts',
  'tools/codegen/targets/client/client-package.test.ts',
  'tools/codegen/targets/proto.test.ts',
  'tools/codegen/targets/python/python-package.test.ts',
])

/** Of those that start a server, these run whatever has changed: its start and stop, and one family whole. */
const always = ['src/app/server.test.ts', 'src/handlers/notes/notes.test.ts']

/** What opens pages in Chromium, kills servers or makes backups is too slow even where it has changed. */
const slowest = /testing\/(?:browser|server-process|backups)\.ts'|readme-commands\.ts'/
const slowestNames =
  /crashes|killed-server|\/cli\.test|runtime\/local\.test|processes|provider-faults|^contract-tests\//

/** Tests of what has changed that start servers or databases: the first ones in the order of their paths. */
const maxChanged = 12

/** The folder that a changed file belongs to, as far as tests of it are concerned: a family, or a part of another layer. */
function placeOf(path: string): string | undefined {
  const family = /^spec\/(?:services\/)?([\w-]+)(?:\.[\w.-]*tsp|\/)/.exec(path)?.[1]
  return family ? `src/handlers/${family}` : /^(?:src\/(?:\w+\/)?[\w-]+|tools\/[\w-]+)(?=\/)/.exec(path)?.[0]
}

/**
 * What the quick loop runs: all tests that start neither a server nor a database, and those that do only of the families
 * and folders in which something has changed.
 *
 * @param root the project's folder
 * @param changed the paths of changed files, below it
 * @returns the test files, and what is left to `npm test`
 */
export function chosenForQuick(root: string, changed: readonly string[]): { files: string[]; left: string } {
  const all = globSync('{src,spec,tools,bench,contract-tests}/**/*.test.ts', {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  }).sort()
  const places = new Set(changed.flatMap((path) => placeOf(path) ?? []))
  const texts = new Map(all.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const isLight = (file: string) => !slowFiles.has(file) && !slowImports.test(texts.get(file) ?? '')
  const isTried = (file: string) => !slowest.test(texts.get(file) ?? '') && !slowestNames.test(file)
  const light = all.filter((file) => isLight(file) && !slowestNames.test(file))
  const rest = all.filter((file) => !light.includes(file) && !always.includes(file) && isTried(file))
  const own = rest.filter((file) => changed.includes(file))
  const near = rest.filter((file) => [...places].some((place) => file.startsWith(`${place}/`)))
  const files = [...new Set([...light, ...always, ...[...new Set([...own, ...near])].slice(0, maxChanged)])]
  const left =
    `${all.length - files.length} of ${all.length} test files are left to npm test: PostgreSQL, pages in Chromium, ` +
    'killed servers, and servers of what has not changed.'
  return { files, left }
}
