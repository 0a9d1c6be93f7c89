import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Different ports of 127.0.0.1 on which nothing listens now, for programs that cannot take any free one. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
