import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { initialDatabase, makeInitialDatabase } from '../../src/app/initial-database.ts'
import { startInOneChunk } from '../setup/bundle.mjs'
import { bundlePackage } from './bundle-package.ts'
import { run } from './commands.ts'
import { codegenFiles, serverFiles } from './contents.ts'

/** The oldest Node that runs the published code, which is not compiled for older ones. */
const leastNode = '>=24'

/** What a package is made from. */
export interface Sources {
  /** Absolute path of the repository. */
  readonly root: string
  /** Its files, as paths in it. */
  readonly files: readonly string[]
  readonly version: string
}

interface Manifest {
  readonly description: string
  readonly license: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

const readJson = async <T>(file: string) => JSON.parse(await readFile(file, 'utf8')) as T
const jsonOf = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

async function copyFiles(root: string, files: readonly string[], folder: string): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await copyFile(join(root, file), join(folder, file))
  }
}

/**
 * The part of swagger-ui-dist that is served, which the server's package contains: the rest is 10 MB of other builds, and a
 * dependency that reports each installation to a third party.
 */
const swaggerUi = {
  folder: 'third-party/swagger-ui',
  files: [
    'package.json',
    'LICENSE',
    'NOTICE',
    'swagger-ui.css',
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
  ],
}

/**
 * package.json of the server: the exact versions of the repository's, without what the package contains, and without what
 * joins the sources at `npm start`.
 */
export function serverManifest(version: string, { description, license, dependencies }: Manifest) {
  const { rolldown: _bundler, 'swagger-ui-dist': _contained, ...needed } = dependencies
  return {
    name: 'onedoor',
    version,
    description,
    license,
    type: 'module',
    engines: { node: leastNode },
    bin: { onedoor: 'onedoor.mjs' },
    imports: { '#codegen': '@onedoor/codegen', '#swagger-ui/*': `./${swaggerUi.folder}/*` },
    dependencies: needed,
  }
}

/**
 * Fills a folder with the package `onedoor`, the server and the command line. Its npm-shrinkwrap.json holds everything that
 * npm installs with it at the versions of package-lock.json, with which it was tested.
 *
 * @returns paths in the package of the programs that the server starts
 */
export async function makeServerPackage({ root, files, version }: Sources, folder: string): Promise<string[]> {
  await copyFiles(root, ['LICENSE', ...serverFiles(files)], folder)
  await copyFile(join(root, 'tools/release/onedoor.mjs'), join(folder, 'onedoor.mjs'))
  await copyFile(join(root, 'tools/release/server-readme.md'), join(folder, 'README.md'))
  await mkdir(join(folder, swaggerUi.folder), { recursive: true })
  for (const file of swaggerUi.files) {
    await copyFile(join(root, 'node_modules/swagger-ui-dist', file), join(folder, swaggerUi.folder, file))
  }
  const manifest = serverManifest(version, await readJson<Manifest>(join(root, 'package.json')))
  await writeFile(join(folder, 'package.json'), jsonOf(manifest))
  await writeShrinkwrap(root, folder, manifest)
  await makeInitialDatabase(join(folder, relative(root, initialDatabase)))
  const common = { root, folder }
  const chunks = 'chunks/server'
  const entries = ['src/main.ts']
  const programs = await bundlePackage({ ...common, entries, chunks, codeSplitting: startInOneChunk })
  // Apart, so that a worker or a call from the command line does not load the start of the server.
  const others = { ...common, entries: ['src/cli.ts', ...programs], chunks: 'chunks/programs' }
  const found = await bundlePackage(others)
  const missing = found.filter((program) => !programs.includes(program))
  if (missing.length > 0) throw new Error(`Only the command line starts ${missing.join(', ')}: bundle them as well.`)
  return programs.map((program) => program.replace(/\.ts$/, '.js'))
}

/** npm removes what the packages of `manifest` do not need from the lock file of the repository. */
async function writeShrinkwrap(root: string, folder: string, manifest: object): Promise<void> {
  const lock = await readJson<{ packages: Record<string, unknown> }>(join(root, 'package-lock.json'))
  lock.packages[''] = manifest
  await writeFile(join(folder, 'npm-shrinkwrap.json'), jsonOf(lock))
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--omit-lockfile-registry-resolved']
  await run('npm', ['install', '--package-lock-only', '--offline', ...quiet], { cwd: folder })
}

/** Fills a folder with the package `@onedoor/codegen`, the writers of clients. */
export async function makeCodegenPackage({ root, files, version }: Sources, folder: string): Promise<void> {
  const { license, devDependencies } = await readJson<Manifest>(join(root, 'package.json'))
  const manifest = {
    name: '@onedoor/codegen',
    version,
    description: 'Writes typed clients of OpenAPI documents with the conventions of Onedoor, for "onedoor sdk"',
    license,
    type: 'module',
    engines: { node: leastNode },
    exports: './tools/codegen/sdk.js',
    dependencies: { typescript: devDependencies.typescript },
  }
  await copyFiles(root, ['LICENSE', ...codegenFiles(files)], folder)
  await writeFile(join(folder, 'package.json'), jsonOf(manifest))
  await bundlePackage({ root, folder, entries: ['tools/codegen/sdk.ts'], chunks: 'chunks' })
}

/**
 * Packs a folder as npm publishes it.
 *
 * @param folder absolute path of a folder with a package.json
 * @param output absolute path of the folder for the archive
 * @returns the name of the archive
 */
export async function pack(folder: string, output: string): Promise<string> {
  const printed = await run('npm', ['pack', '--json', '--pack-destination', output], { cwd: folder })
  const [packed] = JSON.parse(printed) as { filename: string }[]
  if (packed === undefined) throw new Error(`npm pack packed nothing of ${folder}.`)
  return packed.filename
}
