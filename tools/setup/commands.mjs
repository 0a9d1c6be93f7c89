import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const onWindows = process.platform === 'win32'

/**
 * @param {string} path
 * @param {string} folder
 */
function isBelow(path, folder) {
  return path === folder || path.startsWith(folder + sep)
}

/** The repository's folder, without a trailing separator. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** The folder of the `node` package, apart from the project's packages so that `npm ci` neither replaces nor installs it. */
export const nodeFolder = join(root, 'tools', 'setup', 'node')

/** The Node of that package; it exists only where it has been needed. */
export const packagedNode = join(nodeFolder, 'node_modules', 'node', 'bin', onWindows ? 'node.exe' : 'node')

/** The Node that the project runs on: the machine's if it is new enough, otherwise the packaged one. */
export const projectNode =
  Number.parseInt(process.versions.node, 10) >= 24 && !isBelow(process.execPath, root) ? process.execPath : packagedNode

/**
 * Node's flags for the server. Nearly everything allocated during a start stays alive: Node's initial young generation of 1 MB
 * would be collected ten times before the server listens, a seventh of the start's processor time. With 8 MB an idle server
 * needs no more memory, and a busy one 7 MB more. And Node would let the memory grow to a multiple of what is in use before it collects
 * garbage: 650 MB under the load of long lists, and 470 MB with growth by half.
 */
export const serverFlags = ['--min-semi-space-size=8', '--heap-growing-percent=50']

/**
 * Node's compile cache. Without it every start strips the types of every file again, a third of its time, and the server never
 * releases the 25 MB of memory used for it.
 */
export const compileCache = join(root, 'node_modules', '.cache', 'compiled')

/** @param {NodeJS.ProcessEnv} env */
const foldersOfPath = (env) => (env.PATH ?? '').split(delimiter)

/**
 * Node's pool has 12 threads: eight read the database at most, the others do what waits for files, names and passwords. Threads
 * share two arenas of glibc's memory: with one arena each, 6 MB more stay unused.
 */
export const poolAndMemory = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '12' }

/**
 * The environment for the project's own commands: its tools come first in PATH, and compiled code is cached between starts.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function projectEnv(env) {
  const bin = join(root, 'node_modules', '.bin')
  const folders = [bin, ...foldersOfPath(env).filter((folder) => folder !== bin)]
  return { NODE_COMPILE_CACHE: compileCache, ...poolAndMemory, ...env, PATH: folders.join(delimiter) }
}

/**
 * The environment for npm itself. npm must not run on the Node of this folder, which it may be about to replace, nor use
 * that Node's folder as its prefix, because then it ignores the machine's npmrc.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function npmEnv(env) {
  const ofPrefix = ['npm_config_prefix', 'npm_config_global_prefix', 'npm_config_globalconfig']
  const kept = Object.entries(env).filter(([name, value]) => !ofPrefix.includes(name) || !isBelow(value ?? '', root))
  const folders = foldersOfPath(env).filter((folder) => !isBelow(folder, root))
  return { ...Object.fromEntries(kept), PATH: folders.join(delimiter) }
}

/** @type {import('node:child_process').ChildProcess | undefined} */
let running

/** Once set, the promise of a stopped command never settles, so that no next step begins. */
let isStopping = false

/**
 * Ends the running command, if any, and waits for its exit: npm ignores SIGTERM while it unpacks.
 *
 * @returns {Promise<void>}
 */
export async function stopRunning() {
  isStopping = true
  const child = running
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const patience = setTimeout(() => child.kill('SIGKILL'), 2000)
  await gone
  clearTimeout(patience)
}

/**
 * Runs a command quietly.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, log?: string, shell?: boolean }} options log: the file to
 *   which output is appended; without it output is dropped
 * @returns {Promise<number>} the exit code; 1 if a signal ended it, 127 if it could not be started
 */
export async function runQuietly(command, args, { cwd, env, log, shell = false }) {
  const output = log === undefined ? 'ignore' : openSync(log, 'a')
  try {
    return await new Promise((resolve) => {
      running = spawn(command, args, { cwd, env, shell, stdio: ['ignore', output, output] })
      running.on('error', () => resolve(127))
      running.on('exit', (code) => isStopping || resolve(code ?? 1))
    })
  } finally {
    running = undefined
    if (output !== 'ignore') closeSync(output)
  }
}

/**
 * Runs the npm in PATH with its output in the log. It reports errors and the output of scripts even if this command was
 * started by a silent npm, which passes its silence on in the environment.
 *
 * @param {string[]} args
 * @param {{ cwd: string, log: string, settings: NodeJS.ProcessEnv }} options settings: more environment variables
 * @returns {Promise<number>} the exit code
 */
export function npm(args, { cwd, log, settings }) {
  const env = { ...npmEnv(process.env), ...settings }
  const shown = ['--loglevel=error', '--foreground-scripts']
  return runQuietly(onWindows ? 'npm.cmd' : 'npm', [...args, ...shown], { cwd, env, log, shell: onWindows })
}

/**
 * @param {string} file
 * @param {number} lines
 * @returns {string} the last lines of a log
 */
export function tail(file, lines) {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n')
}
