import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { machineTimeMs } from '../base/machine-time.ts'
import { parseUrl } from '../base/parse-url.ts'
import { isWebPort } from './addresses.ts'

export interface FilteringProxyOptions {
  /**
   * Resolves the address to connect to for a host. Called for every connection, which goes to exactly the address returned:
   * it does not matter what the name resolves to later. Rejects for a host that is not allowed.
   */
  resolve(host: string): Promise<string>
  /** How many bytes it forwards to its client in total. */
  readonly maxBytes: number
  readonly maxConnections: number
  /** Called once when that limit is exceeded. */
  onExhausted?(): void
}

const connectTimeoutMs = 10_000
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
])

/** Opens a proxy for plain requests and for tunnels, which TLS and WebSockets use. */
export async function openFilteringProxy(options: FilteringProxyOptions): Promise<FilteringProxy> {
  const proxy = new FilteringProxy(options)
  await proxy.listen()
  return proxy
}

/** A proxy on this machine for one client, such as a page in a browser. It listens on a Unix socket in a private folder. */
export class FilteringProxy {
  /** The hosts that it refused to connect to, and the machine time of each. */
  readonly refused = new Map<string, number>()
  readonly #options: FilteringProxyOptions
  readonly #server = createServer({ keepAliveTimeout: 5000 })
  readonly #sockets = new Set<Duplex>()
  #folder = ''
  #bytes = 0
  #isClosed = false

  constructor(options: FilteringProxyOptions) {
    this.#options = options
    this.#server.maxConnections = options.maxConnections
    this.#server.on('connection', (socket) => this.#hold(socket))
    this.#server.on('request', (req, res) => void this.#pass(req, res))
    this.#server.on('connect', (req, socket, head) => void this.#tunnel(req, socket, head))
    this.#server.on('upgrade', (_req, socket) => socket.destroy())
    this.#server.on('clientError', (_error, socket) => socket.destroy())
  }

  /** The path of the Unix socket on which it listens. */
  get socketPath(): string {
    return join(this.#folder, 'proxy')
  }

  /** Whether it has stopped because its byte limit was reached. */
  get isExhausted(): boolean {
    return this.#bytes > this.#options.maxBytes
  }

  async listen(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'onedoor-proxy-'))
    try {
      await once(this.#server.listen(this.socketPath), 'listening')
    } catch (failure) {
      await rm(this.#folder, { recursive: true, force: true })
      throw failure
    }
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#server.close()
    this.#cut()
    await rm(this.#folder, { recursive: true, force: true })
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Connects to a host at its current address. */
  async #connect(host: string, port: string): Promise<Socket> {
    const bare = host.replace(/^\[(.*)\]$/, '$1')
    if (this.isExhausted || !isWebPort(port)) throw this.#refusal(bare)
    const address = await this.#options.resolve(bare).catch(() => {
      throw this.#refusal(bare)
    })
    // The lookup may have taken longer than the visit.
    if (this.#isClosed || this.isExhausted) throw new Error('the proxy has closed')
    return new Promise((resolve, reject) => {
      const socket = connect({ host: address, port: Number(port) })
      this.#hold(socket)
      socket.setTimeout(connectTimeoutMs, () => socket.destroy(new Error('timeout')))
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.setTimeout(0)
        socket.on('data', (chunk: Buffer) => this.#count(chunk.length))
        resolve(socket)
      })
    })
  }

  async #tunnel(req: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on('error', () => client.destroy())
    try {
      const url = parseUrl(`http://${req.url ?? ''}`)
      if (!url) throw new Error('malformed')
      const server = await this.#connect(url.hostname, url.port || '80')
      server.on('error', () => client.destroy())
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      server.write(head)
      server.pipe(client)
      client.pipe(server)
      client.once('close', () => server.destroy())
      server.once('close', () => client.destroy())
    } catch {
      client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')
    }
  }

  async #pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = parseUrl(req.url ?? '')
    if (url?.protocol !== 'http:') return void res.writeHead(403).end()
    try {
      const socket = await this.#connect(url.hostname, url.port || '80')
      const headers = Object.fromEntries(Object.entries(req.headers).filter(([name]) => !hopByHop.has(name)))
      const target = `${url.pathname}${url.search}`
      const onward = request({
        createConnection: () => socket,
        method: req.method,
        path: target,
        headers: { ...headers, host: url.host, connection: 'close' },
        setHost: false,
      })
      onward.on('error', () => res.destroy())
      onward.on('response', (answer) => passOn(answer, res))
      // Without a response the connection ends as well, for example after a switch to another protocol.
      onward.on('close', () => res.headersSent || res.destroy())
      res.on('close', () => socket.destroy())
      req.pipe(onward)
    } catch {
      if (!res.headersSent) res.writeHead(403, { 'content-length': 0 })
      res.end()
    }
  }

  #hold(socket: Duplex): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
  }

  #count(bytes: number): void {
    const wasExhausted = this.isExhausted
    this.#bytes += bytes
    if (!this.isExhausted || wasExhausted) return
    this.#cut()
    this.#options.onExhausted?.()
  }

  #refusal(host: string): Error {
    if (this.refused.size < 100 && !this.refused.has(host)) this.refused.set(host, machineTimeMs())
    return new Error(`${host} is refused`)
  }
}

/** Forwards a response. One that cannot be written, such as with the status 000, is aborted. */
function passOn(answer: IncomingMessage, res: ServerResponse): void {
  const headers = Object.entries(answer.headers).filter(([name]) => !hopByHop.has(name))
  answer.on('error', () => res.destroy())
  try {
    res.writeHead(answer.statusCode ?? 0, Object.fromEntries(headers))
  } catch {
    res.destroy()
    return
  }
  answer.pipe(res)
}
