import { spawn } from 'node:child_process'
import { accessSync, closeSync, constants, existsSync, openSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const onWindows = process.platform === 'win32'

/** The repository's folder, without a trailing separator. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** The Node that the project runs on, from the `node` package; it does not exist before the first installation. */
export const projectNode = join(root, 'node_modules', 'node', 'bin', onWindows ? 'node.exe' : 'node')

/**
 * @param {string} path
 * @param {string} folder
 */
const isBelow = (path, folder) => path === folder || path.startsWith(folder + sep)

/**
 * Flags of Node for the server. Nearly all that a start allocates stays: a young generation of 1 MB, with which Node begins,
 * would be collected ten times before the server listens, for a seventh of the start's processor time. With 8 MB an idle server
 * takes no more memory, and one under load 7 MB more.
 */
export const serverFlags = ['--min-semi-space-size=8']

/** @param {NodeJS.ProcessEnv} env */
function pathKey(env) {
  return Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
}

/**
 * Node's compile cache. Without it every start strips the types of every file again, which costs the server a third of
 * its start-up time and 25 MB of memory that it never releases.
 */
export const compileCache = join(root, 'node_modules', '.cache', 'compiled')

/**
 * The environment in which the project's own commands run: its Node and its tools come first in PATH, and compiled code
 * is cached between starts. Of glibc's memory the threads share two arenas: with one for each, 6 MB more stay unused.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function projectEnv(env) {
  const key = pathKey(env)
  const bin = join(root, 'node_modules', '.bin')
  const others = (env[key] ?? '').split(delimiter).filter((folder) => folder !== bin)
  return { NODE_COMPILE_CACHE: compileCache, MALLOC_ARENA_MAX: '2', ...env, [key]: [bin, ...others].join(delimiter) }
}

/**
 * The environment for npm itself. npm must not run on the Node below node_modules, which it is about to replace, nor
 * take that Node's folder for its prefix, because then it does not see the machine's own npmrc.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function npmEnv(env) {
  const modules = join(root, 'node_modules')
  const key = pathKey(env)
  const ofPrefix = ['npm_config_prefix', 'npm_config_global_prefix', 'npm_config_globalconfig']
  const kept = Object.entries(env).filter(([name, value]) => !ofPrefix.includes(name) || !isBelow(value ?? '', modules))
  const path = (env[key] ?? '').split(delimiter).filter((folder) => !isBelow(folder, modules))
  return { ...Object.fromEntries(kept), [key]: path.join(delimiter) }
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * How to call npm: the npm that started this command, otherwise the one in PATH.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ command: string, prefix: string[], shell: boolean }}
 */
function npmCommand(env) {
  const script = env.npm_execpath
  if (script?.endsWith('.js') && existsSync(script)) {
    const name = onWindows ? 'node.exe' : 'node'
    const folders = (env[pathKey(env)] ?? '').split(delimiter).filter((folder) => folder !== '')
    const inPath = folders.map((folder) => join(folder, name)).find(isExecutable)
    return { command: inPath ?? process.execPath, prefix: [script], shell: false }
  }
  return { command: onWindows ? 'npm.cmd' : 'npm', prefix: [], shell: onWindows }
}

/** @type {import('node:child_process').ChildProcess | undefined} */
let running

/** Set permanently: a promise for a stopped command never settles, so that no next step begins. */
let isStopping = false

/**
 * Ends the command that is running, if any, and waits until it is gone: npm ignores a polite signal while it unpacks.
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
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, log?: string, shell?: boolean }} options log: file that takes the
 *   command's output, after what it already holds; without it the output is dropped
 * @returns {Promise<number>} the exit code; 1 when a signal ended it, 127 when it could not be started
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
 * Runs npm with its output in the log, on the Node it was started with. Errors are written and scripts are shown even
 * when this command was started by a silent npm, which passes its silence on in the environment.
 *
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, log: string }} options see runQuietly
 * @returns {Promise<number>} the exit code
 */
export function npm(args, { cwd, env, log }) {
  const clean = npmEnv(env)
  const { command, prefix, shell } = npmCommand(clean)
  const shown = ['--loglevel=error', '--foreground-scripts']
  return runQuietly(command, [...prefix, ...args, ...shown], { cwd, env: clean, log, shell })
}

/**
 * @param {string} file
 * @param {number} lines
 * @returns {string} the last lines of a log
 */
export function tail(file, lines) {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n')
}
