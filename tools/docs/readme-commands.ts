import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SETTINGS } from '../../src/app/config.ts'
import { mainFile } from '../../src/testing/program.ts'

const root = join(import.meta.dirname, '../..')

/** A command in a page, and the output it shows. */
export interface ShownCommand {
  readonly command: string
  readonly output: string
}

/** Every `sh` block of a page, with the `text` or `json` block that follows it. */
export function shownCommands(markdown: string): ShownCommand[] {
  const blocks = [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({
    language,
    text: (text as string).trimEnd(),
  }))
  return blocks.flatMap(({ language, text }, index) => {
    if (language !== 'sh') return []
    const next = blocks[index + 1]
    return [{ command: text, output: next && next.language !== 'sh' ? next.text : '' }]
  })
}

/** Replaces what differs from run to run by placeholders. */
export function withoutRunData(text: string, baseUrl: string): string {
  return text
    .replaceAll(baseUrl, 'http://127.0.0.1:8080')
    .replace(/^( +Gateway +)\S+/gm, '$1http://127.0.0.1:8081')
    .replace(/^( +Data +).*$/gm, '$1DIRECTORY')
    .replace(/\bod_[\w-]+/g, 'TOKEN')
    .replace(/\/setup\?token=[\w-]+/g, '/setup?token=SECRET')
    .replace(/\b([a-z]+)_[0-9a-hjkmnp-tv-z]{26}\b/g, '$1_ID')
    .replace(/~\d{13}~/g, '~TIME~')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:\d{6})?Z/g, 'TIME')
    .trim()
}

/** The environment of someone who has set only the data directory. */
function environmentOf(dataDir: string): NodeJS.ProcessEnv {
  const unset = Object.fromEntries(Object.values(SETTINGS).map(({ name }) => [name, '']))
  return { ...process.env, ...unset, DATA_DIR: dataDir }
}

/** A running `npm start`. */
export interface StartedServer {
  /** What it printed until it was ready. */
  readonly output: string
  readonly baseUrl: string
  readonly gatewayUrl: string
  stop(): Promise<void>
}

/**
 * Starts the server as `npm start` does, from its sources joined into few files, on a free port.
 *
 * @param last its last output: how to get started, unless the data already has an account
 */
export async function startServerProcess(dataDir: string, last = /No account yet.*\n/): Promise<StartedServer> {
  const file = await mainFile()
  const child = spawn(process.execPath, [file], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '',
      BASE_URL: '',
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  let output = ''
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code}:\n${output}`)))
    child.stderr.on('data', (chunk) => {
      output += chunk
      const baseUrl = /^Onedoor listens on (\S+)$/m.exec(output)?.[1]
      if (!baseUrl || !last.test(output)) return
      const gatewayUrl = /^ +Gateway +(\S+)/m.exec(output)?.[1] ?? ''
      resolve({ output, baseUrl, gatewayUrl, stop: () => stop(child, ended) })
    })
  })
}

function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGTERM')
  return ended
}

/**
 * Stand-ins for the commands a page uses, in a folder that comes first in PATH: `npm run -s onedoor --` without the
 * installation check, which the test run has already done, `npx buf` from any folder, and curl, which not every machine
 * has.
 */
export function writeStandIns(folder: string): void {
  const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`)}'`
  const node = quoted(process.execPath)
  const scripts = {
    npm: `[ "$1 $2 $3 $4" = "run -s onedoor --" ] || { echo "unexpected: npm $*"; exit 1; }
shift 4
exec ${node} ${quoted(join(root, 'src/cli.ts'))} "$@"`,
    npx: `[ "$1" = buf ] || { echo "unexpected: npx $*"; exit 1; }
shift
exec ${node} ${quoted(join(root, 'node_modules/@bufbuild/buf/bin/buf'))} "$@"`,
    curl: `exec ${node} ${quoted(join(import.meta.dirname, 'curl.ts'))} "$@"`,
  }
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
}

/**
 * Runs commands in one shell, one after the other.
 *
 * @returns the output of each, standard error included
 */
export function runInShell(commands: readonly string[], binaries: string, dataDir: string): Promise<string[]> {
  const mark = '\u001e'
  const script = ['exec 2>&1', ...commands.flatMap((command) => [command, `printf '${mark}'`])].join('\n')
  const env = { ...environmentOf(dataDir), PATH: `${binaries}:${process.env.PATH}` }
  const child = spawn('sh', ['-c', script], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve(output.split(mark).slice(0, -1)))
  })
}
