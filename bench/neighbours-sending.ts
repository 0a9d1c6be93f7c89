import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** What all attacks share: connections, and what came of them. */

/** How often each status was returned; 0 for a connection that broke. */
export const statuses: Record<number, number> = {}
export const sockets = new Set<Socket>()
const over = new AbortController()

export const isOver = (): boolean => over.signal.aborted

export function note(status: number): void {
  statuses[status] = (statuses[status] ?? 0) + 1
}

export interface Sent {
  readonly method?: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 })

/** One request, read to its end. */
export function send(url: string, { method = 'GET', path, headers = {}, body }: Sent): Promise<void> {
  return new Promise((resolve) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const req = request(`${url}${path}`, { agent, method, headers: { ...type, ...headers } }, (res) => {
      note(res.statusCode ?? 0)
      res.on('close', resolve)
      res.resume()
    })
    req.on('error', () => {
      note(0)
      resolve()
    })
    req.end(body)
  })
}

/** Callers that continue as soon as they have their response; rejected ones wait a little, as real ones must. */
export async function repeatedly(atOnce: number, one: (index: number) => Promise<void>): Promise<void> {
  let count = 0
  const caller = async () => {
    while (!isOver()) {
      await one(count++)
      await pause(5)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
}

/** A connection that sends and never reads. All send the same buffer to save memory. */
export function unread(url: string, ...sent: readonly (string | Buffer)[]): void {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  sockets.add(socket)
  socket.on('error', () => undefined)
  socket.pause()
  for (const bytes of sent) socket.write(bytes)
}

export function head(method: string, path: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\nHost: bench\r\n${lines.join('')}\r\n`
}

export async function hold(count: number, open: () => void): Promise<void> {
  for (let index = 0; index < count && !isOver(); index++) {
    open()
    await pause(2)
  }
  while (!isOver()) await pause(50)
}

/** Ends all attacks. */
export function endAttacks(): void {
  over.abort()
  for (const socket of sockets) socket.destroy()
  agent.destroy()
}
