import { connect, createServer, type Socket } from 'node:net'

/** A TCP relay in front of a server, which can be cut as if the server had stopped. */
export interface Relay {
  /** The address with the relay's host and port. */
  urlOf(address: string): string
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>
  /** Takes connections again, on the same port. */
  restore(): Promise<void>
}

/** @param target the address of the server, where the host may be the folder of PostgreSQL's socket file */
export async function openRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target)
  const isFolder = hostname.startsWith('%2F')
  const upstream = isFolder
    ? { path: `${decodeURIComponent(hostname)}/.s.PGSQL.${port}` }
    : { host: hostname, port: Number(port) }
  const open = new Set<Socket>()
  const server = createServer((inward) => {
    const outward = connect(upstream)
    for (const [from, to] of [
      [inward, outward],
      [outward, inward],
    ] as const) {
      open.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
    }
  })
  const listen = (own: number) => new Promise<void>((resolve) => server.listen(own, '127.0.0.1', resolve))
  await listen(0)
  const { port: own } = server.address() as { port: number }
  return {
    urlOf(address) {
      const url = new URL(address)
      url.hostname = '127.0.0.1'
      url.port = String(own)
      return url.href
    },
    cut() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of open) socket.destroy()
      return closed
    },
    restore: () => listen(own),
  }
}
