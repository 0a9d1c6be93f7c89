import { isIPv6 } from 'node:net'
import { once } from '#runtime/base/once.ts'
import { lazyHandler } from './grpc/lazy-handler.ts'
import { openRpcPort, type PortHandler, type RpcPort } from './grpc/port.ts'
import { gatewayPortOf } from './settings.ts'
import type { RpcWorld, RpcWorldOptions } from './world.ts'

/** The framework's services, the gateway, and the port that carries them. */
export interface Rpc extends PortHandler {
  /**
   * Listens.
   *
   * @returns the port that was really taken; undefined where GATEWAY_PORT is off
   * @throws Error naming the setting when it cannot
   */
  start(): Promise<number | undefined>
  /** Ends streams, lets running calls finish for at most `timeoutMs`, then cuts what is left. */
  drain(timeoutMs: number): Promise<void>
  /** Lets go of what the services hold. After it nothing of them touches the store. */
  close(): Promise<void>
}

/**
 * The services are loaded with the first request: their protocols cost 0.1 s and 40 MB, which a server without callers
 * of them need not pay.
 *
 * @returns them, also as what answers requests to another port that are for the gateway
 */
export function createRpc(options: Omit<RpcWorldOptions, 'stopping' | 'gatewayAddress'>): Rpc {
  const { config, log } = options
  const stopping = new AbortController()
  let port: RpcPort | undefined
  let world: RpcWorld | undefined

  function gatewayAddress(): string | undefined {
    if (!port) return undefined
    const { host } = config
    const isEverywhere = host === '0.0.0.0' || host === '::'
    return `${isEverywhere ? '127.0.0.1' : isIPv6(host) ? `[${host}]` : host}:${port.port}`
  }

  const open = once(async (): Promise<RpcWorld> => {
    const { openRpcWorld } = await import('./world.ts')
    world = await openRpcWorld({ ...options, stopping: stopping.signal, gatewayAddress })
    return world
  })

  const onFault = (failure: unknown) => log.error({ err: failure }, 'the services of the framework cannot be used')
  const handler = lazyHandler(() => world?.door ?? open().then(({ door }) => door), onFault)
  return {
    ...handler,
    async start() {
      // A messaging server that cannot be used is to be missed at the start, not by the first caller.
      if (config.natsUrl !== undefined) await open()
      const wanted = gatewayPortOf(config)
      if (wanted !== undefined) port = await openRpcPort(handler, { host: config.host, port: wanted })
      // What is to be run does not wait for somebody to call.
      if (config.runtime !== 'off') open().catch(onFault)
      return port?.port
    },
    async drain(timeoutMs) {
      stopping.abort()
      await port?.drain(timeoutMs)
    },
    async close() {
      stopping.abort()
      // Whoever is opening them still must not find the store closed.
      await open.idle()
      await world?.close()
    },
  }
}
