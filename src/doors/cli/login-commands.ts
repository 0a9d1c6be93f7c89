import type { Command } from 'commander'
import { CallFailure } from './calls/call-failure.ts'
import { addressOf, type Connection, connectionOf, loginFile, removeLogin, writeLogin } from './calls/saved-login.ts'
import type { CliOptions } from './cli-options.ts'
import { rendered } from './output/render.ts'
import { note, printable, readLine, readSecret, type Terminal, UsageError, writeJson } from './output/terminal.ts'

/** Adds `login`. */
export function addLoginCommand(command: Command, options: CliOptions): void {
  command
    .option('--url <address>', 'address of the server (default: ONEDOOR_URL, the saved one, or http://localhost:8080)')
    .addHelpText(
      'after',
      `
The token is read without being shown, or from the first line of standard input. It is tested before it is saved, in a
file that only you can read.

Examples:
  onedoor login --url https://onedoor.example
  onedoor token create alice --services all --actions | onedoor login`,
    )
    .action((flags: { url?: string }) => login(options, flags.url))
}

/** Adds `logout`. */
export function addLogoutCommand(command: Command, { terminal, env }: CliOptions): void {
  command.description('delete the saved token; it stays valid until it expires or is revoked').action(async () => {
    const wasThere = await removeLogin(env)
    terminal.stdout.write(wasThere ? `Removed the login in ${loginFile(env)}.\n` : 'No login was saved.\n')
    if (env.ONEDOOR_TOKEN) note(terminal, 'ONEDOOR_TOKEN is still set, so commands will still use it.')
  })
}

/** Adds `whoami`. */
export function addWhoamiCommand(command: Command, { terminal, env }: CliOptions): void {
  command.option('--json', 'as JSON').action(async (flags: { json?: true }) => {
    const connection = await connectionOf(env)
    const caller = connection.token === undefined ? {} : await callerOf(connection)
    const shown = { server: connection.url, ...caller }
    if (connection.token === undefined)
      note(terminal, 'No token is set, so calls are anonymous. Sign in with: onedoor login')
    if (flags.json || !terminal.stdout.isTTY) writeJson(terminal, shown)
    else terminal.stdout.write(`${rendered(shown, undefined)}\n`)
  })
}

async function login({ terminal, env }: CliOptions, given: string | undefined): Promise<void> {
  const url = given === undefined ? (await connectionOf(env)).url : addressOf('--url', given)
  note(terminal, `Signing in at ${url}${given === undefined ? ' (--url names another server)' : ''}.`)
  const token = await askToken(terminal)
  if (token === '') throw new UsageError('The token is empty. Type it, or send it as the first line of standard input.')
  const caller = await callerOf({ url, token })
  const file = await writeLogin(env, { url, token })
  terminal.stdout.write(`${greetingOf(caller)} Saved in ${file}.\n`)
  if (url.startsWith('http:') && !isThisMachine(url)) {
    note(
      terminal,
      'The token will be sent unencrypted to another machine, because the address begins with http://. Use https:// if possible.',
    )
  }
  if (env.ONEDOOR_URL || env.ONEDOOR_TOKEN) {
    note(terminal, 'ONEDOOR_URL and ONEDOOR_TOKEN, if set, take precedence over the saved login.')
  }
}

function greetingOf({ username }: Caller): string {
  return `You are ${printable(username ?? 'nobody')}.`
}

async function askToken(terminal: Terminal): Promise<string> {
  const line = terminal.stdin.isTTY ? await readSecret(terminal, 'Token: ') : await readLine(terminal)
  return line.trim()
}

function isThisMachine(url: Connection['url']): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}

/** The caller as the server identifies it by a credential. */
interface Caller {
  /** Absent for a call without a credential. */
  readonly username?: string
  readonly [fact: string]: unknown
}

/**
 * Asks the server who is calling.
 *
 * @throws CallFailure when it does not respond, or does not accept the token
 */
async function callerOf({ url, token }: Connection): Promise<Caller> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/whoami`, { headers }).catch((error: Error) => {
    const reason = error.cause instanceof Error && error.cause.message ? error.cause.message : error.message
    throw new CallFailure(`No response from ${url}: ${reason}.`, false, error)
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null) {
    throw new CallFailure(`${url} does not respond like a Onedoor server.`, false, body)
  }
  if (response.ok) return body as Caller
  const { error } = body as { error?: unknown }
  throw new CallFailure(typeof error === 'string' ? error : `${url} returned ${response.status}.`, false, body)
}
