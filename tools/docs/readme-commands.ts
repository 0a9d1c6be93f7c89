import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SETTINGS } from '../../src/app/config.ts'
import { mainFile, startProgram } from '../../src/testing/program.ts'

const root = join(import.meta.dirname, '../..')

/** A command or program in a page, and the output it shows. */
export interface GuideStep {
  readonly language: 'sh' | 'js'
  readonly code: string
  /** As shown in the page; empty if it shows none. */
  readonly output: string
}

/** The steps of a page: its `sh` and `js` blocks, each with the `text` or `json` block that follows it. */
export function guideSteps(markdown: string): GuideStep[] {
  const blocks = [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({
    language: language as string,
    text: (text as string).trimEnd(),
  }))
  return blocks.flatMap(({ language, text }, index) => {
    if (language !== 'sh' && language !== 'js') return []
    const next = blocks[index + 1]
    const output = next?.language === 'text' || next?.language === 'json' ? next.text : ''
    return [{ language, code: text, output }]
  })
}

/**
 * The shell command for a step. A module is written into the folder, where it finds the client under its published
 * name.
 *
 * @param name file name for a module, without its extension
 */
export function commandOf({ language, code }: GuideStep, folder: string, name: string): string {
  if (language === 'sh') return code
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, code)
  return `node '${file}'`
}

/** Makes the client importable as `@onedoor/client` for modules in that folder. */
export function linkClient(folder: string): void {
  mkdirSync(join(folder, 'node_modules/@onedoor'), { recursive: true })
  symlinkSync(join(root, 'generated/client'), join(folder, 'node_modules/@onedoor/client'))
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
export async function startServerProcess(dataDir: string, last = /No account yet/): Promise<StartedServer> {
  const env = { PORT: '0', HOST: '', BASE_URL: '', DATABASE_URL: '', DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
  const { output, stop } = await startProgram({ args: [await mainFile()], env }, last)
  const printed = output()
  const baseUrl = /^Onedoor listens on (\S+)$/m.exec(printed)?.[1] as string
  const gatewayUrl = /^ +Gateway +(\S+)/m.exec(printed)?.[1] ?? ''
  return { output: printed, baseUrl, gatewayUrl, stop }
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
