import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { adviceFor } from './advice.mjs'
import { npm, projectNode, root, runQuietly, stopRunning, tail } from './commands.mjs'
import { fingerprint, lockedNodeVersion, treeDifferences } from './fingerprint.mjs'
import { withLock } from './lock.mjs'
import { SetupError, say, timed } from './report.mjs'

/** @param {string} dir */
const stampFile = (dir) => join(dir, 'node_modules', '.onedoor-setup.json')

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** @param {string} dir */
function wantedFingerprint(dir) {
  return fingerprint({
    lockText: readFileSync(join(dir, 'package-lock.json'), 'utf8'),
    packageText: readFileSync(join(dir, 'package.json'), 'utf8'),
    platform: process.platform,
    arch: process.arch,
  })
}

/**
 * @param {string} dir a folder with package.json and package-lock.json
 * @returns {{ node: string | undefined } | undefined} the present installation, if it matches the lock file; node: its
 * version of Node
 */
function currentInstallation(dir) {
  const stamp = readJson(stampFile(dir))
  return stamp?.fingerprint === wantedFingerprint(dir) ? { node: stamp.node } : undefined
}

/**
 * Installs exactly what the lock file of `dir` lists, unless it is already installed, and runs the install scripts that
 * package.json allows. Says what it does on standard error. Only one process at a time installs into a folder.
 *
 * @param {string} dir absolute path of a folder with package.json and package-lock.json
 * @returns {Promise<ReturnType<typeof currentInstallation>>} what is now installed
 * @throws {SetupError} when a file is missing or a step fails; the message says what to do
 */
export async function ensureInstalled(dir) {
  for (const name of ['package.json', 'package-lock.json']) {
    if (!existsSync(join(dir, name))) throw new SetupError(`${join(dir, name)} is missing: restore it from git.`)
  }
  const present = currentInstallation(dir)
  if (present !== undefined) return present
  const lock = join(dir, '.cache', 'setup.lock')
  const onWait = () => say('Another process is installing into this folder; waiting for it to finish.')
  await withLock(lock, () => installUnlessCurrent(dir), { onWait })
  return currentInstallation(dir)
}

/** @param {string} dir */
async function installUnlessCurrent(dir) {
  if (currentInstallation(dir) !== undefined) return
  const log = join(dir, '.cache', 'setup.log')
  writeFileSync(log, '')
  // Not `once`: Ctrl-C under npm arrives twice, and an unhandled second one would end this before the lock is released.
  const stop = async () => {
    await stopRunning()
    process.exit(130)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    await install(dir, log)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}

/**
 * @param {string} dir
 * @param {string} log
 */
async function install(dir, log) {
  const wanted = wantedFingerprint(dir)
  const lockFile = readJson(join(dir, 'package-lock.json')) ?? {}
  const hiddenLockFile = join(dir, 'node_modules', '.package-lock.json')
  const fresh = !existsSync(hiddenLockFile)
  const modules = join(relative(root, dir), 'node_modules')
  say(fresh ? `Installing dependencies into ${modules}; this is done once.` : `Checking ${modules}.`)
  if (treeDifferences(lockFile, readJson(hiddenLockFile)).length > 0) {
    await timed('packages, exactly as in package-lock.json', () =>
      // Without the include, NODE_ENV=production would leave out the Node and the tools that everything runs on.
      npmOrFail(['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'], dir, log),
    )
  }
  await runAllowedScripts(dir, log)
  writeFileSync(stampFile(dir), JSON.stringify({ fingerprint: wanted, node: lockedNodeVersion(lockFile) }))
  say('Ready.')
}

/**
 * Install scripts run only for the packages that package.json names in allowScripts, whichever npm is used (older ones
 * would run all). The `node` package comes first: it brings the Node and the C headers that the others build with.
 *
 * @param {string} dir
 * @param {string} log
 */
async function runAllowedScripts(dir, log) {
  const manifest = readJson(join(dir, 'package.json')) ?? {}
  const isThere = (/** @type {string} */ name) => existsSync(join(dir, 'node_modules', name, 'package.json'))
  const allowed = Object.entries(manifest.allowScripts ?? {}).flatMap(([name, is]) => (is === true ? [name] : []))
  const scripted = allowed.filter(isThere)
  if (scripted.includes('node')) await installNode(dir, log, manifest.devDependencies?.node)
  const others = scripted.filter((name) => name !== 'node' && name !== 'sqlite3')
  if (others.length > 0) await npmOrFail(['rebuild', ...others], dir, log)
  if (scripted.includes('sqlite3')) await installSqlite(dir, log)
}

/**
 * @param {string} dir
 * @param {string} log
 * @param {string} version
 */
async function installNode(dir, log, version) {
  const probe = `process.exit(process.versions.node === '${version}' ? 0 : 1)`
  const runs = async () => (await runQuietly(projectNode, ['--eval', probe], { cwd: dir, env: process.env })) === 0
  if (await runs()) return
  await timed(`Node ${version}`, () => npmOrFail(['rebuild', 'node'], dir, log))
  if (await runs()) return
  throw new SetupError(
    `Node ${version} was installed but does not run on this machine (${process.platform} ${process.arch}). ` +
      'Its builds need glibc 2.28 or newer on Linux; Alpine and other musl systems are not supported.',
  )
}

/**
 * The compiled sqlite3 is kept in .cache as well, because compiling takes a minute and npm ci removes it whenever any
 * dependency changes.
 *
 * @param {string} dir
 * @param {string} log
 */
async function installSqlite(dir, log) {
  const version = readJson(join(dir, 'node_modules', 'sqlite3', 'package.json'))?.version
  const built = join(dir, 'node_modules', 'sqlite3', 'build', 'Release', 'node_sqlite3.node')
  const kept = join(dir, '.cache', 'setup', `sqlite3-${version}-${process.platform}-${process.arch}.node`)
  const probe = "new (require('sqlite3').Database)(':memory:', (error) => process.exit(error ? 1 : 0))"
  const works = async (/** @type {{ log?: string }} */ output = {}) =>
    (await runQuietly(projectNode, ['--eval', probe], { cwd: dir, env: process.env, ...output })) === 0
  if (await works()) return
  if (existsSync(kept)) {
    mkdirSync(dirname(built), { recursive: true })
    copyFileSync(kept, built)
    if (await works()) return
    rmSync(kept)
  }
  await timed('sqlite3, compiled on this machine where no prebuilt one can be fetched (about a minute)', () =>
    npmOrFail(['rebuild', 'sqlite3'], dir, log, compilingEnv()),
  )
  if (!(await works({ log }))) {
    throw new SetupError(`sqlite3 was built but cannot be loaded:\n${tail(log, 15)}\nThe whole log is ${log}`)
  }
  mkdirSync(dirname(kept), { recursive: true })
  copyFileSync(built, kept)
}

/**
 * node-gyp downloads Node's headers unless it is told where they are; the `node` package's Linux and macOS builds
 * carry them, so that compiling needs no other network than the registry. It compiles one file at a time unless told otherwise.
 *
 * @returns {NodeJS.ProcessEnv}
 */
function compilingEnv() {
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  const home = join(root, 'node_modules', 'node', 'node_modules', `${prefix}-${process.platform}-${process.arch}`)
  const hasHeaders = existsSync(join(home, 'include', 'node', 'node_api.h'))
  return { JOBS: 'max', ...process.env, ...(hasHeaders && { npm_config_nodedir: home }) }
}

/**
 * @param {string[]} args
 * @param {string} dir
 * @param {string} log
 * @param {NodeJS.ProcessEnv} [env]
 */
async function npmOrFail(args, dir, log, env = process.env) {
  const code = await npm(args, { cwd: dir, env, log })
  if (code === 0) return
  const output = readFileSync(log, 'utf8')
  throw new SetupError(
    `${tail(log, 15)}\n\n\`npm ${args.join(' ')}\` in ${dir} ended with exit code ${code}.\n` +
      `${adviceFor(output)}\nThe whole log is ${log}`,
  )
}
