import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../command.ts'
import { run } from '../release/commands.ts'
import type { Engine } from './engine.ts'

/** Debian's names of processors, which are also those of images. */
export type Architecture = 'amd64' | 'arm64'

/** The images that the Dockerfile starts from, by its arguments. */
export type BaseImages = Readonly<Record<'BASE' | 'NODE', string>>

const suite = 'bookworm'
/** What images of Debian with `slim` in their names do without. */
const notInSlim = ['usr/share/doc', 'usr/share/info', 'usr/share/locale', 'usr/share/man', 'var/cache', 'var/log']

/**
 * Makes what the Dockerfile takes from a registry, from packages of Debian and npm: a slim Debian, and the same with Node, its
 * headers and npm. Archives that an earlier run made are used again.
 *
 * @param cache absolute path of the folder for archives
 */
export async function makeBaseImages(engine: Engine, architecture: Architecture, cache: string): Promise<BaseImages> {
  const system = await debianArchive(engine, architecture, cache)
  const node = await nodeFolder(architecture, cache)
  const [base, withNode] = [`test-base-${architecture}`, `test-node-${architecture}`]
  const make = async (from: string, name: string, fill: (container: string) => Promise<unknown>) => {
    const container = (await engine.buildah('from', '--arch', architecture, '--pull-never', from)).trim()
    await fill(container)
    await engine.buildah('commit', '--quiet', '--rm', '--timestamp', '0', container, name)
    return `localhost/${name}`
  }
  const BASE = await make('scratch', base, (container) => engine.buildah('add', '--quiet', container, system, '/'))
  const NODE = await make(BASE, withNode, async (container) => {
    await engine.buildah('add', '--quiet', container, node, '/usr/local')
    await trustAsHere(engine, container)
  })
  return { BASE, NODE }
}

/** Lets npm in the container trust the authorities that this machine adds to Node's own: a proxy may stand before the registry. */
async function trustAsHere(engine: Engine, container: string): Promise<void> {
  const { NODE_EXTRA_CA_CERTS: file } = process.env
  if (file === undefined) return
  const copy = '/usr/local/share/extra-authorities.pem'
  await engine.buildah('copy', '--quiet', container, file, copy)
  await engine.buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${copy}`, container)
}

/** Makes an archive of a slim Debian, or returns that of an earlier run. */
export async function debianArchive(
  engine: Pick<Engine, 'mmdebstrap'>,
  architecture: Architecture,
  cache: string,
): Promise<string> {
  const file = join(cache, `${suite}-${architecture}.tar`)
  if (existsSync(file)) return file
  const emptied = notInSlim.map((folder) => `"$1"/${folder}/*`).join(' ')
  await engine.mmdebstrap(
    // QEMU is checked by running it.
    ...['--skip=check/qemu', '--variant=apt', `--architectures=${architecture}`],
    ...['--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr', '--include=usr-is-merged'],
    ...['--aptopt=APT::Install-Recommends "false"', `--customize-hook=rm -rf ${emptied}`],
    ...[suite, `${file}.partial.tar`],
  )
  await rename(`${file}.partial.tar`, file)
  return file
}

/** A folder with `bin`, `include` and `lib` as Node's own archives have them. */
async function nodeFolder(architecture: Architecture, cache: string): Promise<string> {
  const lock = await readFile(join(root, 'tools/setup/node/package-lock.json'), 'utf8')
  const version: string = JSON.parse(lock).packages['node_modules/node'].version
  const folder = join(cache, `node-${version}-${architecture}`)
  if (existsSync(folder)) return folder
  const partial = `${folder}.partial`
  await rm(partial, { recursive: true, force: true })
  const npm = (await run('npm', ['--version'], { cwd: cache })).trim()
  const unpack = async (name: string, target: string, ...parts: string[]) => {
    await mkdir(target, { recursive: true })
    const [packed] = JSON.parse(await run('npm', ['pack', '--json', name], { cwd: cache }))
    const file = join(cache, packed.filename)
    await run('tar', ['-xzf', file, '--strip-components', '1', ...parts], { cwd: target })
    await rm(file)
  }
  const processor = architecture === 'amd64' ? 'x64' : 'arm64'
  await unpack(`node-linux-${processor}@${version}`, partial, 'package/bin', 'package/include')
  await unpack(`npm@${npm}`, join(partial, 'lib/node_modules/npm'))
  for (const name of ['npm', 'npx']) {
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(partial, 'bin', name))
  }
  await rename(partial, folder)
  return folder
}
