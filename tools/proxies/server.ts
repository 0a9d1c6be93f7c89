import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { startExampleModel } from '../../contract-tests/example-model.ts'
import { mainFile, runProgram, startProgram } from '../../src/testing/program.ts'
import { domain } from './programs.ts'

/** Longer than any proxy waits by default: nginx and HAProxy's own sample 60 s. */
const longCallMs = 65_000

/** The path of BASE_URL. The server also serves every address without it. */
export const basePath = '/hub'

/** A server behind proxies on this machine. */
export interface ServerBehind {
  /** Host and port. */
  readonly address: string
  /** Host and port of GATEWAY_PORT. */
  readonly gateway: string
  /** Allows everything. */
  readonly token: string
  /** Everything it has printed: its log. */
  output(): string
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts the server as self-hosting.md says for one behind a proxy, with a model that takes `longCallMs` to respond. */
export async function startBehind(ownPort: number, gatewayPort: number): Promise<ServerBehind> {
  await using stack = new AsyncDisposableStack()
  const model = stack.adopt(await startExampleModel(), (each) => each.stop())
  const slow = createServer(async (req, res) => {
    const body = await text(req)
    await delay(longCallMs)
    const headers = { 'content-type': 'application/json', authorization: String(req.headers.authorization) }
    const response = await fetch(model.url + req.url, { method: 'POST', headers, body })
    res.writeHead(response.status, { 'content-type': 'application/json' }).end(await response.text())
  }).listen(0, '127.0.0.1')
  await once(slow, 'listening')
  stack.defer(() => void slow.close())
  const dataDir = stack.adopt(await mkdtemp(join(tmpdir(), 'onedoor-proxies-')), (folder) =>
    rm(folder, { recursive: true, force: true }),
  )
  const { port } = slow.address() as { port: number }
  const settings = model.settings('openai')
  const env = {
    ...{
      PORT: String(ownPort),
      HOST: '127.0.0.1',
      GATEWAY_PORT: String(gatewayPort),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PROVIDERS: 'examples',
    },
    ...{ BASE_URL: `https://${domain}${basePath}`, GATEWAY_HOST: `gateway.${domain}`, TRUSTED_PROXIES: '127.0.0.1' },
    ...{ NEWS_FEEDS: 'none', LOG_LEVEL: 'info', LIMIT_ACCOUNT_PER_MINUTE: 'off', ...settings },
    MODEL_BASE_URL: String(settings.MODEL_BASE_URL).replace(model.url, `http://127.0.0.1:${port}`),
    MODEL_TIMEOUT_S: '120',
  }
  const program = stack.adopt(await startProgram({ args: [await mainFile()], env }, /No account yet/), (each) =>
    each.stop(),
  )
  const cli = async (words: string, input = '') => {
    const { code, stdout, stderr } = await runProgram({ args: ['src/cli.ts', ...words.split(' ')], env, input })
    if (code !== 0) throw new Error(`onedoor ${words} ended with exit code ${code}:\n${stderr}`)
    return stdout.trim()
  }
  await cli('account create alice --password-stdin', 'correct horse battery\n')
  const token = await cli('token create alice --services all --actions')
  const kept = stack.move()
  return {
    address: `127.0.0.1:${ownPort}`,
    gateway: `127.0.0.1:${gatewayPort}`,
    token,
    output: program.output,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
