import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clockFrom } from '../src/runtime/base/clock.ts'
import { mainFile, runProgram, startProgram } from '../src/testing/program.ts'
import { announceConversation } from './conversation.ts'
import { startExampleCarrier } from './example-carrier.ts'
import { addExampleDevice, startExamplePush } from './example-device.ts'
import { startExampleMail } from './example-mail.ts'
import { startExampleModel } from './example-model.ts'
import { inviteFrom, postAs } from './example-people.ts'

/** ONEDOOR_CLOCK of the server that runs the examples: years ahead, so that no example waits for a day. */
export const clockAhead = '+4000d'

/** The time of that server plus `laterMs`, RFC 3339. */
export function timeAhead(laterMs = 0): string {
  return new Date(clockFrom(clockAhead).now() + laterMs).toISOString()
}

/** Tokens of one account that together allow everything. */
export interface Credentials {
  /** For every service. */
  services: string
  /** For the agent, the inbox and work. */
  product: string
}

/** The one of the two that opens an operation. */
export function tokenFor({ services, product }: Credentials, { capability }: { capability: string | undefined }) {
  return capability ? product : services
}

/** The real server on an empty SQLite database, with one account and a model that returns examples. */
export interface RealServer {
  baseUrl: string
  /** The address of the gateway and the core services. */
  gatewayUrl: string
  credentials: Credentials
  /** The name of the account, and its password for the pages. */
  username: string
  password: string
  stop(): Promise<void>
}

/**
 * Starts the server as an operator does, and makes an account and a token by the command line.
 *
 * @param settings environment variables beside those that isolate it
 */
export async function startRealServer(settings: Readonly<Record<string, string>> = {}): Promise<RealServer> {
  const [model, push, carrier] = [await startExampleModel(), await startExamplePush(), await startExampleCarrier()]
  const mail = await startExampleMail()
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-contract-'))
  // Blank counts as not set, so that settings of this machine do not affect the tests.
  const env = {
    PORT: '0',
    HOST: '',
    BASE_URL: '',
    DATABASE_URL: '',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    // Needs no network: providers answer with their examples.
    PROVIDERS: 'examples',
    ...model.settings('openai'),
    ...push.settings,
    ...carrier.settings,
    ...mail.settings,
    ...settings,
  }
  const removeData = async () => {
    await model.stop()
    await push.stop()
    await carrier.stop()
    await mail.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const server = await mainFile()
    .then((file) => startProgram({ args: [file], env }, /listens on http/))
    .catch(async (failure) => {
      await removeData()
      throw failure
    })
  async function stop() {
    await server.stop()
    await removeData()
  }
  try {
    const cli = (args: string[], input = '') => printedBy(args, env, input)
    const [username, password] = ['contract', 'a password for one run']
    await cli(['account', 'create', username, '--password-stdin'], `${password}\n`)
    await announceConversation(dataDir, username)
    await addExampleDevice(dataDir, username)
    await mail.bringTo(username)
    const create = (...what: string[]) => cli(['token', 'create', username, ...what, '--actions'])
    const credentials = {
      services: await create('--services', 'all'),
      product: await create('--capabilities', 'agent,inbox,work'),
    }
    const baseUrl = server.readyLine.replace(/^.*listens on /, '').trim()
    await cli(['account', 'create', 'omar', '--password-stdin'], `${password}\n`)
    await inviteFrom(baseUrl, await cli(['token', 'create', 'omar', '--services', 'groups', '--actions']), username)
    await postAs(baseUrl, 'omar', password)
    const gatewayUrl = /^ +Gateway +(\S+)/m.exec(server.output())?.[1] ?? ''
    return { baseUrl, gatewayUrl, credentials, username, password, stop }
  } catch (failure) {
    await stop()
    throw failure
  }
}

async function printedBy(args: string[], env: Record<string, string>, input: string): Promise<string> {
  const { code, stdout, stderr } = await runProgram({ args: ['src/cli.ts', ...args], env, input })
  if (code !== 0) throw new Error(`onedoor ${args.join(' ')} ended with exit code ${code}:\n${stderr}`)
  return stdout.trim()
}
