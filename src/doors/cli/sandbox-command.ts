import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { parseTime } from '../../runtime/base/clock.ts'
import type { Environment } from '../../runtime/base/environment.ts'
import type { CliOptions, Sandbox } from './cli-options.ts'
import { UsageError } from './output/terminal.ts'

interface Flags {
  readonly host: string
  readonly port: number
  readonly clock?: number
  readonly seed?: string
  readonly openDocs?: true
  readonly json?: true
  readonly untilInputEnds?: true
}

/** Adds `sandbox`. */
export function addSandboxCommand(command: Command, options: CliOptions): void {
  command
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 for any that is free', portOf, 8090)
    .option('--clock <time>', 'time at which the clock of each world starts, such as 2027-03-01T09:00:00Z', timeOf)
    .option(
      '--seed <file>',
      'what each world starts with: a file in YAML or JSON, or the name of a ready seed, such as week',
    )
    .option('--open-docs', 'open the docs in a browser')
    .option('--json', 'print the address and the accounts as one line of JSON')
    .option('--until-input-ends', 'also end when standard input does, and so with the program that wrote to it')
    .addHelpText(
      'after',
      `
Each world has its own records, clock and faults. The address of a world is the address of the sandbox followed by
/w/NAME; the header X-Onedoor-World also names one. A name that is used for the first time creates a world. The tokens are
valid in every world. The settings of a server are not used, and the command fails if DATA_DIR is not empty.

Examples:
  onedoor sandbox
  onedoor sandbox --port 0 --json --clock 2027-03-01T09:00:00Z`,
    )
    .action((flags: Flags) => run(options, flags))
}

/** Serves until a signal, or the end of its input, ends it. */
async function run({ terminal, env, startSandbox }: CliOptions, flags: Flags): Promise<void> {
  await refuseDataOf(env)
  const { json, clock, seed, openDocs, untilInputEnds, host, port } = flags
  // From the beginning: a reader of what it prints may end it at once.
  const ends = [once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process, 'SIGHUP')]
  if (untilInputEnds) ends.push(once(terminal.stdin.resume(), 'close'))
  const sandbox = await startSandbox({
    host,
    port,
    startMs: clock,
    seed: seed === undefined ? undefined : await seedOf(seed),
  })
  if (json) writeLine(terminal, sandbox)
  else terminal.stdout.write(introductionOf(sandbox))
  if (openDocs) openInBrowser(`${sandbox.url}/docs`)
  await Promise.race(ends)
  await sandbox.stop()
}

/** A sandbox could be mistaken for the server whose data is in DATA_DIR. @throws UsageError if that folder has files */
async function refuseDataOf({ DATA_DIR }: Environment): Promise<void> {
  if (!DATA_DIR) return
  const isFree = await readdir(DATA_DIR).then(
    (names) => names.length === 0,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT',
  )
  if (isFree) return
  throw new UsageError(
    `DATA_DIR: ${DATA_DIR} is not empty, so it may be the folder of a server, which a sandbox does not use. Unset DATA_DIR to start a sandbox.`,
  )
}

/** The text of a file, or the name of a ready seed. */
async function seedOf(given: string): Promise<string> {
  if (!/[./\\]/.test(given)) return given
  return await readFile(given, 'utf8').catch((failure: Error) => {
    throw new UsageError(`--seed: ${given} cannot be read: ${failure.message}`)
  })
}

/** Its address is printed in any case, so a machine without a browser needs no message. */
function openInBrowser(url: string): void {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open'
  spawn(program, [url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
}

function writeLine(terminal: CliOptions['terminal'], { url, accounts }: Sandbox): void {
  terminal.stdout.write(`${JSON.stringify({ url, accounts })}\n`)
}

function introductionOf({ url, accounts }: Sandbox): string {
  const rows = accounts.map(({ username, token }) => `  ${username.padEnd(6)} ${token}`)
  return `The sandbox listens on ${url}
  Docs         ${url}/docs
  Sandbox      ${url}/sandbox
  Worlds       ${url}/w/NAME
  API document ${url}/sandbox/openapi.json
Accounts of every world, with their tokens (password: ${accounts[0]?.password}):
${rows.join('\n')}
Press Ctrl-C to end it; nothing is kept.
`
}

function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('It must be a number from 0 to 65535.')
  return port
}

function timeOf(text: string): number {
  const time = parseTime(text)
  if (time === undefined) throw new InvalidArgumentError('It must be an RFC 3339 time, such as 2027-03-01T09:00:00Z.')
  return time
}
