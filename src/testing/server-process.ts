import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { DatabaseSettings } from './databases.ts'

const fixture = fileURLToPath(new URL('../runtime/idempotency/fixtures/stalling-server.ts', import.meta.url))

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string
  /** Every line that it has printed after its address. */
  readonly printed: readonly string[]
  /** Resolves with the next line that it prints. */
  nextLine(): Promise<string>
  /** Ends it as a power cut does. */
  kill(): Promise<void>
}

/**
 * Starts the server as a process of its own, with stand-ins for all methods; docs.write and text.classify print that
 * they ran, and never answer where `stalls` is set.
 *
 * @param settings further environment variables
 */
export async function startServerProcess(
  { dataDir, databaseUrl }: DatabaseSettings,
  { stalls = false, settings = {} }: { stalls?: boolean; settings?: Readonly<Record<string, string>> } = {},
): Promise<ServerProcess> {
  const environment = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), ...settings }
  const args = [fixture, JSON.stringify(environment), ...(stalls ? ['stall'] : [])]
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
      if (isOver) throw new Error('the server process has ended')
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
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
