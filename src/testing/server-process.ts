import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { DatabaseSettings } from './databases.ts'
import { joined } from './program.ts'

/** Programs that take the environment as JSON and print the address of the server that they are. */
const fixtures = {
  /** docs.write and text.classify print that they ran; with `stall` they never return. */
  stalling: fileURLToPath(new URL('../runtime/calls/idempotency/fixtures/stalling-server.ts', import.meta.url)),
  /** Hangs at the named step of a call to url.create, which it prints; without a step it serves short links. */
  writing: fileURLToPath(new URL('../runtime/calls/idempotency/fixtures/writing-server.ts', import.meta.url)),
  /** Hangs at the named step of a call to text.classify, which it prints. */
  metered: fileURLToPath(new URL('../runtime/money/fixtures/metered-server.ts', import.meta.url)),
}

export interface ServerProcessOptions {
  readonly fixture?: keyof typeof fixtures
  readonly stopsAt?: string
  readonly settings?: Readonly<Record<string, string>>
}

/** A server in its own process. */
export interface ServerProcess {
  readonly url: string
  /** The lines that it has printed after its address. */
  readonly printed: readonly string[]
  /** Resolves with the next line that it prints. */
  nextLine(): Promise<string>
  /** Kills it, as a power cut would. */
  kill(): Promise<void>
}

/**
 * Starts a server with stand-ins for all methods in its own process.
 *
 * @param options its program, that program's second argument, and for `stalling` and `writing` further environment variables
 */
export async function startServerProcess(
  database: DatabaseSettings,
  { fixture = 'stalling', stopsAt, settings = {} }: ServerProcessOptions = {},
): Promise<ServerProcess> {
  const { dataDir, databaseUrl } = database
  const environment = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), ...settings }
  const first = fixture === 'metered' ? database : environment
  const file = await joined(fixtures[fixture], `${fixture}-server`)
  const args = [file, JSON.stringify(first), ...(stopsAt ? [stopsAt] : [])]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const printed: string[] = []
  let wake = () => {}
  let isOver = false
  let read = 0
  createInterface({ input: child.stdout }).on('line', (line) => {
    printed.push(line)
    wake()
  })
  child.once('exit', () => {
    isOver = true
    wake()
  })
  async function nextLine(): Promise<string> {
    while (printed.length <= read) {
      if (isOver) throw new Error('The server process has ended')
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    read += 1
    return printed[read - 1] as string
  }
  const url = await nextLine()
  return {
    url,
    get printed() {
      return printed.slice(1)
    },
    nextLine,
    async kill() {
      if (isOver) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
