import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import type { Environment } from '#runtime/base/environment.ts'
import { UsageError } from '../output/terminal.ts'

const DEFAULT_URL = 'http://localhost:8080'

/** A server and the token for it. */
interface Login {
  readonly url: string
  readonly token: string
}

/** The file that `onedoor login` writes: below XDG_CONFIG_HOME, or ~/.config if that is not set. */
export function loginFile(env: Environment): string {
  const given = env.XDG_CONFIG_HOME
  // The XDG specification ignores paths that are not absolute.
  const folder = given && isAbsolute(given) ? given : join(env.HOME || homedir(), '.config')
  return join(folder, 'onedoor', 'login.json')
}

/** @returns undefined without a saved login. Throws when the file cannot be read or is damaged. */
async function readLogin(env: Environment): Promise<Login | undefined> {
  const file = loginFile(env)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new Error(`The saved login in ${file} cannot be read: ${error.message}.`)
  })
  if (text === undefined) return undefined
  const login = loginIn(text)
  if (!login) throw new Error(`${file} is damaged. Sign in again with: onedoor login`)
  return login
}

function loginIn(text: string): Login | undefined {
  try {
    const { url, token } = JSON.parse(text)
    return typeof url === 'string' && typeof token === 'string' ? { url, token } : undefined
  } catch {
    return undefined
  }
}

/** Saves a login. Other users can never read the file. */
export async function writeLogin(env: Environment, login: Login): Promise<string> {
  const file = loginFile(env)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.${process.pid}`
  await writeFile(fresh, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  await chmod(fresh, 0o600)
  await rename(fresh, file)
  return file
}

/** @returns whether there was one */
export async function removeLogin(env: Environment): Promise<boolean> {
  return rm(loginFile(env)).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false
      throw error
    },
  )
}

/** The server to call, and the token to call it with. */
export interface Connection {
  readonly url: string
  /** Undefined calls anonymously. */
  readonly token: string | undefined
}

/**
 * The server and token of the environment, or else those of the saved login. A saved token is sent only to the server that it was
 * saved for.
 *
 * @throws UsageError when ONEDOOR_URL is not an address
 */
export async function connectionOf(env: Environment): Promise<Connection> {
  const saved = env.ONEDOOR_URL && env.ONEDOOR_TOKEN ? undefined : await readLogin(env)
  const url = env.ONEDOOR_URL ? addressOf('ONEDOOR_URL', env.ONEDOOR_URL) : (saved?.url ?? DEFAULT_URL)
  return { url, token: env.ONEDOOR_TOKEN || (saved?.url === url ? saved.token : undefined) }
}

/**
 * Normalizes an address for comparing and saving: without a trailing slash.
 *
 * @param name where it comes from
 * @throws UsageError
 */
export function addressOf(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.search || url.hash) {
    throw new UsageError(
      `${name} must be the http:// or https:// address of a server, such as ${DEFAULT_URL}; it is "${text}".`,
    )
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}
