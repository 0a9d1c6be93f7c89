import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, watch } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Program, runProgram, startProgram } from '../../src/testing/program.ts'

/** A database with as many servers on it as a test starts. */
export interface Household {
  /** Starts a server; settings come on top of those of the household. */
  start(settings?: Record<string, string>): Promise<RunningServer>
  /** Makes an account without credits, by the command line, and a token of it for everything. */
  account(name: string): Promise<string>
  /** How often handlers have run, over all servers. */
  runs(): number
  /** Resolves once handlers have run so often. */
  reach(runs: number): Promise<void>
  stop(): Promise<void>
}

export interface RunningServer {
  readonly url: string
  readonly program: Program
}

export const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'

/** An empty database, and settings for servers on it that accept payments through this facilitator. */
export async function openHousehold(facilitatorUrl: string): Promise<Household> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-x402-'))
  const runsFile = join(dataDir, 'runs')
  const servers: RunningServer[] = []
  const common = {
    PORT: '0',
    HOST: '',
    BASE_URL: '',
    DATABASE_URL: '',
    ONEDOOR_CLOCK: '',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    RUNS_FILE: runsFile,
    X402_PAY_TO: payTo,
    X402_NETWORK: 'base-sepolia',
    X402_FACILITATOR_URL: facilitatorUrl,
    X402_FACILITATOR_TIMEOUT_S: '5',
    SHUTDOWN_TIMEOUT_S: '1',
    WELCOME_CREDITS: '0',
  }
  async function runCli(args: string[], input = ''): Promise<string> {
    const { code, stdout, stderr } = await runProgram({ args: ['src/cli.ts', ...args], env: common, input })
    if (code !== 0) throw new Error(`onedoor ${args.join(' ')} ended with exit code ${code}:\n${stderr}`)
    return stdout.trim()
  }
  const runs = () => (existsSync(runsFile) ? readFileSync(runsFile, 'utf8').trim().split('\n').length : 0)
  return {
    async start(settings = {}) {
      const script = join(import.meta.dirname, 'server-under-test.ts')
      const program = await startProgram({ args: [script], env: { ...common, ...settings } }, /listens on http/)
      const server = { program, url: program.readyLine.replace(/^.*listens on /, '').trim() }
      servers.push(server)
      return server
    },
    async account(name) {
      await runCli(['account', 'create', name, '--password-stdin'], 'a password for one run\n')
      return runCli(['token', 'create', name, '--services', 'all', '--actions'])
    },
    runs,
    async reach(wanted) {
      for await (const _ of watch(dataDir)) if (runs() >= wanted) return
    },
    async stop() {
      for (const { program } of servers) await program.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
