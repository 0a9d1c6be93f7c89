import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { ensureGo } from '../setup/go.mjs'
import { outcomeOf, run } from './commands.ts'

const startLimitMs = 120_000
const stopLimitMs = 30_000

/** A folder of somebody who has nothing of this repository. */
export interface Place {
  /** Absolute path. */
  readonly folder: string
  /** Runs a program of the machine or of the packages in this folder. See `run`. */
  run(program: string, args: readonly string[], options?: RunIn): Promise<string>
  /** Runs a program that may fail. See `outcomeOf`. */
  outcome(program: string, args: readonly string[], options?: RunIn): ReturnType<typeof outcomeOf>
  /** Variables for programs in it. */
  readonly env: NodeJS.ProcessEnv
  [Symbol.asyncDispose](): Promise<void>
}

interface RunIn {
  /** Added to those of the place. */
  readonly env?: NodeJS.ProcessEnv
  readonly input?: string
}

/** How this machine reaches registries and prints text. */
const passed =
  /^(?:https?_proxy|no_proxy|npm_config_registry|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|PIP_\w+|LANG|LC_\w+|TMPDIR)$/i

/** Where the machine has the headers of Node: with them, compiling sqlite3 needs no download. */
function headersOfNode(): NodeJS.ProcessEnv {
  const prefixes = [dirname(dirname(process.execPath)), '/usr', '/usr/local']
  const found = prefixes.find((prefix) => existsSync(join(prefix, 'include/node/node_api.h')))
  return found === undefined ? {} : { npm_config_nodedir: found }
}

/**
 * An empty folder outside of the repository, with its own home, for programs that find Node but none of the
 * repository's tools.
 *
 * @param root absolute path of the repository
 */
export async function emptyPlace(root: string): Promise<Place> {
  const go = await ensureGo()
  const base = await mkdtemp(join(tmpdir(), 'onedoor-release-'))
  const folder = join(base, 'empty')
  const home = join(base, 'home')
  for (const each of [folder, home]) await mkdir(each)
  const others = (process.env.PATH ?? '').split(delimiter).filter((each) => !each.includes('node_modules'))
  const { HOME: ownHome = home } = process.env
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => passed.test(name))),
    PATH: [dirname(go), dirname(process.execPath), ...others].join(delimiter),
    HOME: home,
    npm_config_cache: process.env.npm_config_cache ?? join(ownHome, '.npm'),
    npm_config_userconfig: process.env.npm_config_userconfig ?? join(ownHome, '.npmrc'),
    npm_config_update_notifier: 'false',
    GOCACHE: join(root, '.cache/go-build'),
    GOTOOLCHAIN: 'local',
    JOBS: 'max',
    ...headersOfNode(),
  }
  const inPlace = ({ env: more = {}, ...rest }: RunIn = {}) => ({ cwd: folder, env: { ...env, ...more }, ...rest })
  return {
    folder,
    env,
    run: (program, args, options) => run(program, args, inPlace(options)),
    outcome: (program, args, options) => outcomeOf(program, args, inPlace(options)),
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true }),
  }
}

/** A server that was started from an installed package. */
export interface InstalledServer {
  readonly url: string
  /** Milliseconds from the command to the first response. */
  readonly firstResponseMs: number
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts the server as its command does, on free ports, with example data for its providers, and waits for its first
 * response.
 *
 * @param signal ends the wait, by default after two minutes
 * @throws Error with what it printed if it ends or is not ready in time; it is stopped then
 */
export async function startInstalled(
  { folder, env }: Pick<Place, 'folder' | 'env'>,
  signal = AbortSignal.timeout(startLimitMs),
): Promise<InstalledServer> {
  const settings = {
    PORT: '0',
    GATEWAY_PORT: '0',
    BASE_URL: '',
    PROVIDERS: 'examples',
    LOG_LEVEL: 'error',
    NEWS_FEEDS: '',
  }
  const started = performance.now()
  const child = spawn(join(folder, 'node_modules/.bin/onedoor'), [], {
    cwd: folder,
    env: { ...env, ...settings },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const ended = once(child, 'exit')
  const stop = () => stopped(child, ended)
  try {
    const url = await addressOf(child, ended, signal)
    const response = await fetch(`${url}/health/ready`, { signal })
    if (!response.ok) throw new Error(`/health/ready returned ${response.status}`)
    return { url, firstResponseMs: performance.now() - started, [Symbol.asyncDispose]: stop }
  } catch (failure) {
    await stop()
    throw failure
  }
}

type ChildWithErrors = ChildProcessByStdio<null, null, Readable>

/** The address in what a server prints. @throws Error with that if it ends first, or the signal is aborted */
function addressOf(child: ChildWithErrors, ended: Promise<unknown[]>, signal: AbortSignal): Promise<string> {
  const lines: string[] = []
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The installed server ${why}:\n${lines.join('\n')}`))
    signal.addEventListener('abort', () => fail('is not ready in time'))
    createInterface(child.stderr).on('line', (line) => {
      lines.push(line)
      const [, found] = /listens on (\S+)/.exec(line) ?? []
      if (found !== undefined) resolve(found)
    })
    ended.then(([code]) => fail(`ended with exit code ${code}`), reject)
  })
}

/** Ends a server, at last by force: a check must not wait for one that hangs. */
async function stopped(child: ChildWithErrors, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
  // One that could not be started has said so.
  await ended.catch(() => undefined)
  clearTimeout(force)
}

/** Bytes of all files below a folder, as they are on disk. */
export async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  let sum = 0
  for (const each of entries) if (each.isFile()) sum += (await stat(join(each.parentPath, each.name))).blocks * 512
  return sum
}
