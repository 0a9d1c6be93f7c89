import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Forwards connections to a port of the loopback interface, which is all that a browser can use, to a Unix socket, which is all
 * that leads out of its network.
 */
export async function openForwarder(socketPath: string) {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const target = connect(socketPath)
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => one.destroy())
      one.once('close', () => {
        sockets.delete(one)
        // What is still queued for a slow reader is sent first.
        other.destroySoon()
      })
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
