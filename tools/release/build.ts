import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { goModuleOf, wheelOf } from './archives.ts'
import { documentFiles, repositoryFiles } from './contents.ts'
import { makeCodegenPackage, makeServerPackage, pack } from './packages.ts'
import { type LockedPackage, sbomOf } from './sbom.ts'

const goFolder = 'generated/clients/go'

/** What was built: names of files in its folder. */
export interface Release {
  readonly version: string
  /** Absolute path. */
  readonly folder: string
  readonly server: string
  /** Paths in the server's package of the programs that it starts. */
  readonly programs: readonly string[]
  readonly codegen: string
  readonly client: string
  readonly wheel: string
  readonly go: { readonly file: string; readonly module: string }
  readonly sbom: string
}

/**
 * Builds everything that a release consists of.
 *
 * @param root absolute path of the repository
 * @param folder absolute path of the folder, which is made empty first
 * @throws Error that says which part cannot be built
 */
export async function buildRelease(root: string, folder: string, version: string): Promise<Release> {
  await rm(folder, { recursive: true, force: true })
  const files = await repositoryFiles(root)
  const sources = { root, files, version }
  const stage = (name: string) => join(folder, 'packages', name)
  for (const name of ['server', 'codegen']) await mkdir(stage(name), { recursive: true })
  const programs = await makeServerPackage(sources, stage('server'))
  await makeCodegenPackage(sources, stage('codegen'))
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const contained = { 'swagger-ui-dist': packages['node_modules/swagger-ui-dist'] as LockedPackage }
  const sbom = `onedoor-${version}.cdx.json`
  await writeFile(join(folder, sbom), await sbomOf(stage('server'), contained))
  const server = await pack(stage('server'), folder)
  const codegen = await pack(stage('codegen'), folder)
  const client = await pack(join(root, 'generated/client'), folder)
  await rm(join(folder, 'packages'), { recursive: true })
  const wheel = await wheelOf(await filesBelow(sources, 'generated/clients/python'))
  await writeFile(join(folder, wheel.name), wheel.bytes)
  const go = await buildGoModule(sources, folder)
  for (const file of documentFiles(files)) {
    const target = join(folder, file.replace('generated/', ''))
    await mkdir(dirname(target), { recursive: true })
    await copyFile(join(root, file), target)
  }
  await writeFile(join(folder, 'SHA256SUMS'), await checksums(folder))
  return { version, folder, server, programs, codegen, client, wheel: wheel.name, go, sbom }
}

type Sources = Parameters<typeof makeServerPackage>[0]

async function buildGoModule(sources: Sources, folder: string) {
  const files = await filesBelow(sources, goFolder)
  if (files.size === 0) throw new Error(`${goFolder} is missing: run npm run generate`)
  const { module, bytes } = await goModuleOf(files, sources.version)
  const file = `onedoor-go-${sources.version}.zip`
  await writeFile(join(folder, file), bytes)
  return { file, module }
}

/** Content of the files below a folder of the repository, by path in it. */
async function filesBelow({ root, files }: Sources, folder: string): Promise<Map<string, Buffer>> {
  const found = files.filter((file) => file.startsWith(`${folder}/`))
  const contents = await Promise.all(found.map((file) => readFile(join(root, file))))
  return new Map(found.map((file, index) => [file.slice(folder.length + 1), contents[index] as Buffer]))
}

/** All files of a release except its checksums, sorted, as paths in its folder. */
export async function releasedFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name))
  return files
    .map((file) => file.slice(folder.length + 1))
    .filter((file) => basename(file) !== 'SHA256SUMS')
    .sort()
}

/** A line for each file, as `sha256sum --check` reads it. */
async function checksums(folder: string): Promise<string> {
  const lines = (await releasedFiles(folder)).map(async (file) => {
    const digest = createHash('sha256')
      .update(await readFile(join(folder, file)))
      .digest('hex')
    return `${digest}  ${file}\n`
  })
  return (await Promise.all(lines)).join('')
}

/** Bytes of each file of a release. */
export async function releasedSizes(folder: string): Promise<[file: string, bytes: number][]> {
  return Promise.all(
    (await releasedFiles(folder)).map(
      async (file) => [file, (await stat(join(folder, file))).size] as [string, number],
    ),
  )
}
