/**
 * `npm run image`: builds the images of the server from a clean clone of the commit, on a Debian that is made of packages
 * because no registry of images is needed, and runs them. `--arm64` builds for that processor, with QEMU. The last line is
 * `N passed, N failed`.
 */
import { mkdir, mkdtemp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createReport, type Report } from '../../contract-tests/report.ts'
import { root } from '../command.ts'
import { run } from '../release/commands.ts'
import { currentVersion } from '../release/versions.ts'
import { type Architecture, type BaseImages, makeBaseImages } from './base-images.ts'
import { allowArm64 } from './binfmt.ts'
import { browserCheck } from './browser-check.ts'
import { containerChecks } from './container-checks.ts'
import { type Engine, openEngine } from './engine.ts'
import { differences, type Image, imageFaults, megabyte } from './image-faults.ts'
import { installCheck } from './install-check.ts'
import { checkChecks } from './self-check.ts'

interface Build {
  readonly engine: Engine
  /** Absolute path of the clone. */
  readonly clone: string
  readonly architecture: Architecture
  readonly bases: BaseImages
  readonly version: string
  readonly revision: string
  /** Absolute path of what npm has downloaded on this machine. */
  readonly npmCache: string
  /** Seconds since 1970, of the commit. */
  readonly timestamp: string
}

/** Builds an image, and returns its digest. */
async function build(options: Build, name: string, target: readonly string[] = []): Promise<Image> {
  const { engine, clone, architecture, bases, npmCache, revision, timestamp } = options
  const values = Object.entries({ ...bases, REVISION: revision }).flatMap(([key, value]) => [
    '--build-arg',
    `${key}=${value}`,
  ])
  await engine.buildah(
    // Neither needs rights that the container around this may lack.
    ...['build', '--isolation', 'chroot', '--arch', architecture, '--pull-never'],
    // The format of Open Containers has no health check.
    ...['--format', 'docker', '--timestamp', timestamp, '--volume', `${npmCache}:/root/.npm`, ...values, ...target],
    ...['--file', join(clone, 'deploy/Dockerfile'), '--tag', name, join(clone, '.cache/release')],
  )
  const [image] = JSON.parse(await engine.podman(['image', 'inspect', name])) as Image[]
  if (image === undefined) throw new Error(`There is no image ${name}.`)
  return image
}

/** Clones the commit, and builds the release in it. */
async function cleanRelease(clone: string): Promise<void> {
  await run('git', ['clone', '--quiet', '--no-hardlinks', root, clone], { cwd: root })
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'))
  // The link is the one file that differs.
  await run(process.execPath, ['tools/release/run.ts', '--dirty'], { cwd: clone })
}

async function checkImages(report: Report, options: Build): Promise<void> {
  const { version, revision, architecture } = options
  const started = performance.now()
  const image = await build(options, 'onedoor')
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.log(`${architecture} image: ${(image.Size / megabyte).toFixed(0)} MB, built in ${seconds} s, ${image.Digest}`)
  await report.check('the configuration of the image', () => {
    const faults = imageFaults(image, version, revision)
    if (image.Architecture !== architecture) faults.push(`The image is for ${image.Architecture}.`)
    if (faults.length > 0) throw new Error(faults.join('\n'))
  })
  for (const [name, check] of Object.entries(containerChecks)) {
    await report.check(name, () => check(options.engine, 'localhost/onedoor'))
  }
  if (architecture !== hostArchitecture) return
  await checkChecks(report, options.engine, 'localhost/onedoor')
  await report.check('a second build makes the same image', async () => {
    const differing = differences(image, await build(options, 'onedoor-again'))
    if (differing.length > 0) throw new Error(`They differ in ${differing.join(', ')}.`)
  })
  await report.check('deploy/install.sh installs and upgrades a server, and keeps its data and settings', async () => {
    await installCheck(options.engine, options.bases.NODE, options.clone, options.npmCache)
  })
  await report.check('the image with Chromium reads a page', async () => {
    const larger = await build(options, 'onedoor-chromium', ['--target', 'with-chromium'])
    console.log(`with Chromium: ${(larger.Size / megabyte).toFixed(0)} MB`)
    const faults = imageFaults(larger, version, revision, Number.POSITIVE_INFINITY)
    if (faults.length > 0) throw new Error(faults.join('\n'))
    await browserCheck(options.engine, 'localhost/onedoor-chromium')
  })
}

const { values } = parseArgs({ options: { arm64: { type: 'boolean', default: false } } })
const hostArchitecture: Architecture = process.arch === 'arm64' ? 'arm64' : 'amd64'
const architecture = values.arm64 ? 'arm64' : hostArchitecture
const cache = join(root, '.cache/image')
await mkdir(cache, { recursive: true })
const folder = await mkdtemp(join(tmpdir(), 'onedoor-image-'))
const report = createReport()
try {
  const engine = await openEngine(folder)
  if (architecture !== hostArchitecture) await allowArm64()
  const bases = await makeBaseImages(engine, architecture, cache)
  const clone = join(folder, 'clone')
  await cleanRelease(clone)
  const git = async (...args: string[]) => (await run('git', args, { cwd: clone })).trim()
  const [revision, timestamp] = [
    await git('rev-parse', 'HEAD'),
    await git('show', '--no-patch', '--format=%ct', 'HEAD'),
  ]
  const npmCache = (await run('npm', ['config', 'get', 'cache'], { cwd: root })).trim()
  const version = await currentVersion(clone)
  await checkImages(report, { engine, clone, architecture, bases, npmCache, version, revision, timestamp })
} catch (failure) {
  await report.check('the image can be built', () => Promise.reject(failure))
} finally {
  // Files of the images belong to other users, and overlays are mounted below.
  await run('sh', ['-c', `umount -R ${folder}/images/overlay 2>/dev/null; rm -rf ${folder}`], { cwd: '/' })
}
process.exitCode = report.close() ? 0 : 1
