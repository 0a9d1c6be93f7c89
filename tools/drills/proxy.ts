import { Agent, createServer, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { closeServer, openOnLoopback } from '#testing/loopback.ts'

/** How often it checks each server: shorter than SHUTDOWN_DELAY_S. */
const checkEveryMs = 200

/** A proxy in front of several servers. */
export interface Proxy extends AsyncDisposable {
  readonly url: string
  /** How many servers take calls now. */
  ready(): number
  /** Resolves when this many do. */
  untilReady(count: number): Promise<void>
}

interface Backend {
  readonly url: string
  readonly agent: Agent
  isReady: boolean
}

/**
 * Sends requests in turn to the servers whose `/health/ready` returns 200, over connections that stay open. It never
 * repeats a request, so each one that a server drops fails for its caller.
 */
export async function openProxy(urls: readonly string[]): Promise<Proxy> {
  const backends: Backend[] = urls.map((url) => ({ url, agent: new Agent({ keepAlive: true }), isReady: false }))
  const ready = () => backends.filter(({ isReady }) => isReady)
  let turn = 0
  const server = createServer((req, res) => {
    turn += 1
    const backend = ready()[turn % ready().length]
    if (!backend) return void res.writeHead(503).end('no server is ready')
    const { method, headers, url = '/' } = req
    const outward = request(backend.url + url, { method, headers, agent: backend.agent }, (response) => {
      res.writeHead(response.statusCode as number, response.headers)
      response.on('error', () => res.destroy())
      response.pipe(res)
    })
    outward.on('error', () => (res.headersSent ? res.destroy() : res.writeHead(502).end('the server dropped the call')))
    res.on('close', () => outward.destroy())
    req.pipe(outward)
  })
  const check = async (backend: Backend) => {
    const response = await fetch(`${backend.url}/health/ready`).catch(() => undefined)
    await response?.arrayBuffer().catch(() => undefined)
    backend.isReady = response?.status === 200
  }
  const timer = setInterval(() => void Promise.all(backends.map(check)), checkEveryMs)
  return {
    url: await openOnLoopback(server),
    ready: () => ready().length,
    async untilReady(count) {
      while (ready().length !== count) await pause(checkEveryMs / 4)
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await closeServer(server)
      for (const { agent } of backends) agent.destroy()
    },
  }
}
