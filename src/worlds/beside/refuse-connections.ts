import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'

type Callback = (failure: Error) => void

/**
 * From now on this process makes no connections, sends no datagrams and finds no names: everything that a world tries fails as
 * on a machine without a network. To be called before other modules are loaded, which may take functions from those of Node.
 */
export function refuseConnections(): void {
  Socket.prototype.connect = function refuse(this: Socket) {
    process.nextTick(() => this.destroy(unreachable()))
    return this
  }
  const datagrams = dgram.Socket.prototype as unknown as Record<string, (...args: unknown[]) => unknown>
  datagrams.bind = function refuse(this: dgram.Socket) {
    process.nextTick(() => this.emit('error', unreachable()))
    return this
  }
  for (const name of ['connect', 'send', 'sendto']) {
    datagrams[name] = function refuse(this: dgram.Socket, ...args) {
      process.nextTick(callbackOf(args) ?? ((failure: Error) => this.emit('error', failure)), unreachable())
    }
  }
  const withCallback = (...args: unknown[]) => process.nextTick(callbackOf(args) ?? (() => undefined), unreachable())
  for (const part of [dns, dns.Resolver.prototype]) replaceQueries(part, withCallback)
  const withPromise = () => Promise.reject(unreachable())
  for (const part of [dns.promises, dns.promises.Resolver.prototype]) replaceQueries(part, withPromise)
  // Modules that have imported a function of Node by its name get the new one.
  syncBuiltinESMExports()
}

/** Functions that ask the resolver of the system, or a server for names. */
function replaceQueries(part: object, refuse: (...args: unknown[]) => unknown): void {
  for (const name of Object.getOwnPropertyNames(part)) {
    if (/^(?:lookup|resolve|reverse)/.test(name)) Object.assign(part, { [name]: refuse })
  }
}

function callbackOf(args: readonly unknown[]): Callback | undefined {
  const last = args.at(-1)
  return typeof last === 'function' ? (last as Callback) : undefined
}

function unreachable(): Error {
  return Object.assign(new Error('The sandbox makes no connections.'), { code: 'ENETUNREACH' })
}
