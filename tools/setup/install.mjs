import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { adviceFor } from './advice.mjs'
import { nodeFolder, npm, packagedNode, projectNode, root, runQuietly, stopRunning, tail } from './commands.mjs'
import { fingerprint, hasTools, treeDifferences } from './fingerprint.mjs'
import { withLock } from './lock.mjs'
import { SetupError, say, timed } from './report.mjs'

/** The C headers in the `node` package's builds for Linux and macOS. */
const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
const build = `${prefix}-${process.platform}-${process.arch}`
const packagedHeaders = join(nodeFolder, 'node_modules', 'node', 'node_modules', build, 'include')

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** @param {string} dir */
const stampFile = (dir) => join(dir, 'node_modules', '.onedoor-setup.json')

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
 * @param {string} dir
 * @param {boolean} production
 */
function isCurrent(dir, production) {
  const stamp = readJson(stampFile(dir))
  return stamp?.fingerprint === wantedFingerprint(dir) && (production || stamp.isComplete)
}

/**
 * Installs the packages of the project, and Node where the machine's own is too old.
 *
 * @param {{ production: boolean }} options see ensureInstalled
 * @throws {SetupError} see ensureInstalled
 */
export async function ensureProject({ production }) {
  const needsNode = projectNode === packagedNode
  if (needsNode) await ensureInstalled(nodeFolder)
  await ensureInstalled(root, { production })
  // A third of the package, which only compiling sqlite3 needs.
  rmSync(packagedHeaders, { recursive: true, force: true })
  if (!needsNode) return
  const link = join(root, 'node_modules', '.bin', 'node')
  if (process.platform === 'win32') return writeFileSync(`${link}.cmd`, `@"${packagedNode}" %*\r\n`)
  if (existsSync(link)) return
  // By renaming, because another process may do the same.
  symlinkSync(relative(dirname(link), packagedNode), `${link}.${process.pid}`)
  renameSync(`${link}.${process.pid}`, link)
}

/**
 * Installs exactly what the lock file of `dir` lists, unless it is already installed, and runs the install scripts that
 * package.json allows. Reports progress on standard error. Only one process at a time installs into a folder.
 *
 * @param {string} dir absolute path of a folder with package.json and package-lock.json
 * @param {{ production?: boolean }} [options] production: dependencies suffice, without devDependencies; a complete
 * installation stays complete
 * @throws {SetupError} if a file is missing or a step fails; the message says what to do
 */
export async function ensureInstalled(dir, { production = false } = {}) {
  for (const name of ['package.json', 'package-lock.json']) {
    if (!existsSync(join(dir, name))) throw new SetupError(`${join(dir, name)} is missing: restore it from git.`)
  }
  if (isCurrent(dir, production)) return
  const onWait = () => say('Another process is installing into this folder; waiting for it to finish.')
  await withLock(join(dir, '.cache', 'setup.lock'), () => installUnlessCurrent(dir, production), { onWait })
}

/**
 * @param {string} dir
 * @param {boolean} production
 */
async function installUnlessCurrent(dir, production) {
  if (isCurrent(dir, production)) return
  const log = join(dir, '.cache', 'setup.log')
  writeFileSync(log, '')
  // Not `once`: Ctrl-C under npm arrives twice, and the second one would end this before the lock is released.
  const stop = async () => {
    await stopRunning()
    process.exit(130)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    const wanted = wantedFingerprint(dir)
    const isComplete = await installPackages(dir, log, production)
    await runAllowedScripts(dir, log)
    writeFileSync(stampFile(dir), JSON.stringify({ fingerprint: wanted, isComplete }))
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}

/**
 * @param {string} dir
 * @param {string} log
 * @param {boolean} production
 * @returns {Promise<boolean>} whether the devDependencies are installed
 */
async function installPackages(dir, log, production) {
  const lockFile = readJson(join(dir, 'package-lock.json')) ?? {}
  const readInstalled = () => readJson(join(dir, 'node_modules', '.package-lock.json'))
  const installed = readInstalled()
  const isComplete = !production || hasTools(lockFile, installed)
  const differences = () => treeDifferences(lockFile, readInstalled(), isComplete)
  const differing = differences()
  if (differing.length === 0) return isComplete
  const modules = join(relative(root, dir), 'node_modules')
  const flags = ['--ignore-scripts', isComplete ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund']
  await timed(`packages of package-lock.json, into ${modules}`, async () => {
    // Unlike `npm ci`, this removes nothing from below a running server.
    if (installed && differing.every((place) => installed.packages[place] === undefined)) {
      await npmOrFail(['install', '--no-save', ...flags], dir, log)
    }
    if (differences().length > 0) await npmOrFail(['ci', ...flags], dir, log)
  })
  return isComplete
}

/**
 * Install scripts run only for the packages that package.json lists in allowScripts, with any version of npm: older ones
 * would run all.
 *
 * @param {string} dir
 * @param {string} log
 */
async function runAllowedScripts(dir, log) {
  const allowed = Object.entries(readJson(join(dir, 'package.json'))?.allowScripts ?? {})
  const names = allowed.flatMap(([name, isAllowed]) => (isAllowed === true ? [name] : []))
  const scripted = names.filter((name) => existsSync(join(dir, 'node_modules', name, 'package.json')))
  if (scripted.includes('node')) await installNode(log)
  if (scripted.includes('sqlite3')) await installSqlite(dir, log)
  const others = scripted.filter((name) => name !== 'node' && name !== 'sqlite3')
  if (others.length > 0) await npmOrFail(['rebuild', ...others], dir, log)
}

/** @param {string} log */
async function installNode(log) {
  const { version } = readJson(join(nodeFolder, 'node_modules', 'node', 'package.json'))
  await timed(`Node ${version}`, () => npmOrFail(['rebuild', 'node'], nodeFolder, log))
  if ((await runQuietly(packagedNode, ['--version'], { cwd: nodeFolder, env: process.env, log })) === 0) return
  throw new SetupError(
    `Node ${version} was installed but does not run on this machine (${process.platform} ${process.arch}). ` +
      'Its builds need glibc 2.28 or newer on Linux; Alpine and other musl systems are not supported.',
  )
}

/**
 * The compiled sqlite3 is also stored in .cache, because compiling takes a minute and `npm ci` removes it whenever any
 * dependency changes.
 *
 * @param {string} dir
 * @param {string} log
 */
async function installSqlite(dir, log) {
  const version = readJson(join(dir, 'node_modules', 'sqlite3', 'package.json'))?.version
  const built = join(dir, 'node_modules', 'sqlite3', 'build')
  const binary = join(built, 'Release', 'node_sqlite3.node')
  const stored = join(dir, '.cache', 'setup', `sqlite3-${version}-${process.platform}-${process.arch}.node`)
  const probe = "new (require('sqlite3').Database)(':memory:', (error) => process.exit(error ? 1 : 0))"
  const works = async () =>
    (await runQuietly(projectNode, ['--eval', probe], { cwd: dir, env: process.env, log })) === 0
  const restore = async () => {
    if (!existsSync(stored)) return false
    // 20 MB of what the compiler leaves behind.
    rmSync(built, { recursive: true, force: true })
    mkdirSync(dirname(binary), { recursive: true })
    copyFileSync(stored, binary)
    return await works()
  }
  if ((await works()) || (await restore())) return
  const settings = await compilerSettings()
  await timed('sqlite3, compiled here unless a prebuilt one can be fetched (about a minute)', () =>
    npmOrFail(['rebuild', 'sqlite3'], dir, log, settings),
  )
  mkdirSync(dirname(stored), { recursive: true })
  copyFileSync(binary, stored)
  if (await restore()) return
  rmSync(stored)
  throw new SetupError(`sqlite3 was built but cannot be loaded:\n${tail(log, 15)}\nThe full log is ${log}`)
}

/**
 * node-gyp downloads Node's headers unless it receives a folder. Any version's will do, because sqlite3 uses only the stable
 * Node-API; taken from the machine's Node or the `node` package, compiling needs no network. It compiles one file at a time
 * by default.
 *
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function compilerSettings() {
  const places = [packagedHeaders, join(dirname(dirname(process.execPath)), 'include')]
  const find = () => places.find((place) => existsSync(join(place, 'node', 'node_api.h')))
  if (find() === undefined) {
    rmSync(join(nodeFolder, 'node_modules'), { recursive: true, force: true })
    await ensureInstalled(nodeFolder)
  }
  const headers = find()
  return { JOBS: 'max', ...(headers && { npm_config_nodedir: dirname(headers) }) }
}

/**
 * @param {string[]} args
 * @param {string} dir
 * @param {string} log
 * @param {NodeJS.ProcessEnv} [settings]
 */
async function npmOrFail(args, dir, log, settings = {}) {
  const code = await npm(args, { cwd: dir, log, settings })
  if (code === 0) return
  throw new SetupError(
    `${tail(log, 15)}\n\n\`npm ${args.join(' ')}\` in ${dir} ended with exit code ${code}.\n` +
      `${adviceFor(readFileSync(log, 'utf8'))}\nThe full log is ${log}`,
  )
}
