/**
 * Runs one of the project's TypeScript files on the project's Node, after installing what is missing:
 *
 *     node tools/setup/launch.mjs src/main.ts [arguments]
 *
 * This folder is plain JavaScript for Node 20, which is all that a fresh machine has. When the project's Node is already the
 * one running, as in every npm script after the first, the file is imported into this process: no second process, and
 * signals and exit codes are the file's own. Therefore a started file must not ask for `import.meta.main`.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundled } from './bundled.mjs'
import { projectEnv, projectNode, root, serverFlags } from './commands.mjs'
import { ensureProject } from './install.mjs'
import { SetupError, say } from './report.mjs'

const [entry, ...args] = process.argv.slice(2)
const file = resolve(root, entry ?? '')
const isServer = file === join(root, 'src', 'main.ts')
const isCommand = file === join(root, 'src', 'cli.ts')
const production = isServer || isCommand
/** The bundle that is started instead, of what loads the whole server. */
const joinedAs = isServer ? 'server' : isCommand && args[0] === 'sandbox' ? 'cli' : undefined

if (Number.parseInt(process.versions.node, 10) < 20) {
  fail(`Node ${process.versions.node} is too old to start with: install Node 20 or newer.`)
} else {
  try {
    endWithNpm()
    await ensureProject({ production })
    if (entry === undefined || !existsSync(file)) {
      throw new SetupError(
        `${entry ?? 'The file to run'} is not there: name a file of ${root}, for example src/main.ts.`,
      )
    }
    await run(joinedAs === undefined ? file : await bundled(file, join(root, '.cache', joinedAs)))
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    fail(error.message)
  }
}

/** @param {string} message */
function fail(message) {
  say(`\n${message}`)
  process.exitCode = 1
}

/**
 * npm passes a signal to the shell it started, and the shell exits without passing it to the command. A new parent therefore
 * counts as SIGTERM, so that nothing outlives its npm. (`npm start` replaces the shell by `exec` where possible, so that npm
 * also waits for the server to drain.)
 */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}

/** @param {string} file */
async function run(file) {
  const env = projectEnv(process.env)
  if (projectNode === process.execPath) {
    Object.assign(process.env, env)
    nodeModule.enableCompileCache(env.NODE_COMPILE_CACHE)
    process.argv.splice(1, process.argv.length - 1, file, ...args)
    await import(pathToFileURL(file).href)
    return
  }
  const child = spawn(projectNode, [...(joinedAs ? serverFlags : []), file, ...args], { env, stdio: 'inherit' })
  // A terminal sends Ctrl-C to the whole group, so the child has it already; other signals reach only this process.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`${projectNode} could not be started: ${error.message}`))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    // Ending by the same signal lets the caller see what happened.
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
