/**
 * `npm run vectors [-- typescript|python|go …]`: plays the table with the client of each language, or of those named,
 * and prints what differs. The exit code is 1 if a vector failed, or a language's program is not on this machine.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ensureGo, goEnv } from '../../tools/setup/go.mjs'
import { differencesOf } from './compare.ts'
import { scriptedServer } from './scripted-server.ts'
import { type Played, readVectors, tableFiles, type Vector } from './vector.ts'

const here = import.meta.dirname

/** The runner of each language: a program with its arguments, before the server's address and the files. */
const runners: { name: string; command: string[]; file: string; folder?: string }[] = [
  { name: 'typescript', command: [process.execPath, 'run-typescript.ts'], file: 'run-typescript.ts' },
  { name: 'python', command: ['python3', 'run_python.py', 'sync'], file: 'run_python.py' },
  { name: 'python async', command: ['python3', 'run_python.py', 'async'], file: 'run_python.py' },
  { name: 'go', command: ['go', 'run', '.'], file: 'go/main.go', folder: 'go' },
]
type Runner = (typeof runners)[number]

/** What the client of a runner made of the table. Throws if the program is missing or fails. */
async function playedBy({ command, folder = '.' }: Runner, baseUrl: string): Promise<Played[]> {
  const [program = '', ...args] = [...command, baseUrl, ...tableFiles]
  const env = program === 'go' ? goEnv(await ensureGo()) : process.env
  const child = spawn(program, args, { cwd: join(here, folder), env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const [printed, code] = await Promise.all([text(child.stdout), ended])
  if (code !== 0) throw new Error(`the runner ended with code ${code}`)
  return printed
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))
}

/** Prints what failed and the sum; true if nothing did. */
async function check(runner: Runner, vectors: readonly Vector[]): Promise<boolean> {
  const server = await scriptedServer(vectors)
  try {
    const played = await playedBy(runner, server.baseUrl)
    const failures = vectors.flatMap((vector, number) => {
      const found = differencesOf(
        vector,
        played.find(({ name }) => name === vector.name),
        server.findings(number),
      )
      return found.length > 0 ? [`✗ ${runner.name}: ${vector.name}\n    ${found.join('\n    ')}`] : []
    })
    for (const failure of failures) console.log(failure)
    console.log(`${runner.name}: ${vectors.length - failures.length} passed, ${failures.length} failed`)
    return failures.length === 0
  } catch (failure) {
    console.log(`${runner.name}: ${failure instanceof Error ? failure.message : failure}`)
    return false
  } finally {
    await server.close()
  }
}

const named = process.argv.slice(2)
const languages = new Set(runners.map(({ name }) => name.split(' ')[0] ?? ''))
const unknown = named.find((language) => !languages.has(language))
if (unknown) {
  console.error(`No client in ${unknown}. Languages: ${[...languages].join(', ')}`)
  process.exit(2)
}
const vectors = await readVectors()
const outcomes: boolean[] = []
for (const runner of runners) {
  const isNamed = named.includes(runner.name.split(' ')[0] ?? '')
  if (isNamed || (named.length === 0 && existsSync(join(here, runner.file))))
    outcomes.push(await check(runner, vectors))
}
process.exitCode = outcomes.every(Boolean) ? 0 : 1
