import { buildClient } from './client.ts'
import type { Operations } from './operation.ts'

/** Moving the clock of a world does all that is due by then. */
const timeoutMs = 300_000

/** An account of a world. */
interface Account {
  readonly username: string
  readonly token: string
}

/** What a world has besides its calls. */
export interface OpenWorld<Client, Own extends Account> extends AsyncDisposable {
  readonly name: string
  /** Address of its API and pages. */
  readonly baseUrl: string
  readonly accounts: readonly Own[]
  /** A client of an account; of none without a username. Throws for a username that the world does not have. */
  client(username?: string): Client
  /** What its callers did, as a workflow, a seed or a test. Rejects if the sandbox does. */
  recording(format: RecordingFormat): Promise<string>
  /** Ends the world and deletes everything in it. */
  delete(): Promise<void>
}

/** What a recording is written as: a workflow in Arazzo, a test in a language, or a seed in YAML. */
export type RecordingFormat = 'arazzo' | 'typescript' | 'python' | 'go' | 'seed'

interface Parts<Client> {
  createClient: (options: { baseUrl: string; token?: string }) => Client
  /** The operations of a sandbox itself. */
  worlds: Operations
  /** Those of a world, whose paths follow its address. */
  world: Operations
}

/** A new world of a sandbox, with its calls by family. Rejects if the sandbox refuses it, cannot be reached or started. */
export async function openWorld<Client>(
  { createClient, worlds, world }: Parts<Client>,
  options: { readonly address?: string } = {},
): Promise<OpenWorld<Client, Account>> {
  const { address = process.env.ONEDOOR_SANDBOX || (await started()), ...wanted } = options
  const sandbox = buildClient(worlds, { baseUrl: address, timeoutMs }) as unknown as Sandbox
  const { name, base_url: baseUrl, accounts } = await sandbox.worlds.create(wanted)
  const own = `${address.replace(/\/+$/, '')}/sandbox/worlds/${name}`
  const calls = buildClient(world, { baseUrl: own, timeoutMs })
  const end = () => sandbox.worlds.delete({ name })
  return {
    ...calls,
    name,
    baseUrl,
    accounts,
    client(username) {
      if (username === undefined) return createClient({ baseUrl })
      const account = accounts.find((each) => each.username === username)
      const known = accounts.map((each) => each.username).join(', ')
      if (!account) throw new TypeError(`The world has no account ${username}. Its accounts: ${known}`)
      return createClient({ baseUrl, token: account.token })
    },
    async recording(format) {
      const response = await fetch(`${own}/recording?format=${encodeURIComponent(format)}`)
      const text = await response.text()
      if (!response.ok) throw new Error(`The sandbox returned ${response.status}: ${text}`)
      return text
    },
    delete: end,
    [Symbol.asyncDispose]: end,
  }
}

interface Sandbox {
  worlds: {
    create(world: object): Promise<{ name: string; base_url: string; accounts: readonly Account[] }>
    delete(world: { name: string }): Promise<void>
  }
}

let running: Promise<string> | undefined

/** The address of the sandbox that this process has started, which ends with it. */
function started(): Promise<string> {
  running ??= start().catch((failure: unknown) => {
    running = undefined
    throw failure
  })
  return running
}

async function start(): Promise<string> {
  const { spawn } = await import('node:child_process')
  // Its input ends with this process, even if that is killed, as runners of tests do with their workers.
  const args = ['sandbox', '--port', '0', '--json', '--until-input-ends']
  const child = spawn('onedoor', args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const line = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.once('error', () => reject(new Error(missing)))
    child.once('exit', (code) => reject(new Error(`onedoor sandbox ended with exit code ${code}.`)))
    child.stdout.on('data', (piece) => {
      text += piece
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
  })
  // The process of the tests may end.
  child.unref()
  for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref(): void }).unref()
  return JSON.parse(line).url
}

const missing =
  'There is no command onedoor to start a sandbox with. Install it, or set ONEDOOR_SANDBOX to the address of one.'
