import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net'

async function listen(server: NetServer): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Makes a server listen on a free port of 127.0.0.1. @returns its URL */
export async function openOnLoopback(server: Server): Promise<string> {
  return `http://127.0.0.1:${await listen(server)}`
}

/** Closes a server and its connections. */
export async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

/** Below the ports that systems give to outgoing connections, and to servers that do not name one. */
const chosenPorts = { from: 10_240, to: 32_767 }
const handedOut = new Set<number>()

/**
 * A port that was free a moment ago, for programs that cannot choose one themselves. No program gets it by chance
 * before it is used, and this process does not get it twice.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(chosenPorts.from, chosenPorts.to + 1)
    if (handedOut.has(port)) continue
    handedOut.add(port)
    if (await isPortFree(port)) return port
  }
}

/** Whether nothing listens on a port of 127.0.0.1. */
export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer()
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  if (isListening) await once(server.close(), 'close')
  return isListening
}
