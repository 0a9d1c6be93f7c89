import { Socket } from 'node:net'

/** From now on this process makes no connections: everything that a world tries fails as on a machine without a network. */
export function refuseConnections(): void {
  Socket.prototype.connect = function refuse(this: Socket) {
    const failure = Object.assign(new Error('The sandbox makes no connections.'), { code: 'ENETUNREACH' })
    process.nextTick(() => this.destroy(failure))
    return this
  }
}
