import { isIPv6 } from 'node:net'
import { once } from '../runtime/base/once.ts'
import { lazyHandler } from './grpc/lazy-handler.ts'
import type { PortHandler, RpcPort } from './grpc/port.ts'
import type { FrameworkFoundations, OpenFramework } from './open.ts'

/** The framework's services and the gateway. */
export interface Framework extends PortHandler {
  /**
   * Opens at once what cannot wait for the first request: a messaging server, and programs that are to be run.
   *
   * @throws Error naming the setting when it cannot
   */
  start(): Promise<void>
  /** Ends streams, so that the port can be drained. */
  endStreams(): void
  /** Lets go of what the services hold. After it nothing of them touches the store. */
  close(): Promise<void>
}

export interface FrameworkOptions extends Omit<FrameworkFoundations, 'stopping' | 'gatewayAddress'> {
  /** The port on which the services are served; undefined where GATEWAY_PORT is off. */
  readonly port: Pick<RpcPort, 'port'> | undefined
}

/**
 * The services are loaded with the first request: their protocols cost 0.1 s and 40 MB, which a server without callers
 * of them need not pay.
 *
 * @returns them, also as what answers requests to another port that are for the gateway
 */
export function createFramework(options: FrameworkOptions): Framework {
  const { config, log, port } = options
  const stopping = new AbortController()
  const gatewayAddress = port && localAddress(config.host, port.port)
  let opened: OpenFramework | undefined

  const open = once(async (): Promise<OpenFramework> => {
    const { openFramework } = await import('./open.ts')
    opened = await openFramework({ ...options, stopping: stopping.signal, gatewayAddress })
    return opened
  })

  const onFault = (failure: unknown) => log.error({ err: failure }, 'framework services failed to open')
  const handler = lazyHandler(() => opened?.door ?? open().then(({ door }) => door), onFault)
  return {
    ...handler,
    async start() {
      // A messaging server that cannot be used is to be missed at the start, not by the first caller.
      if (config.natsUrl !== undefined) await open()
      // What is to be run does not wait for somebody to call.
      if (config.runtime !== 'off') open().catch(onFault)
    },
    endStreams: () => stopping.abort(),
    async close() {
      stopping.abort()
      // Whoever is opening them still must not find the store closed.
      await open.idle()
      await opened?.close()
    },
  }
}

/** Where programs on this machine reach a port that listens on `host`. */
function localAddress(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  return `${isEverywhere ? '127.0.0.1' : isIPv6(host) ? `[${host}]` : host}:${port}`
}
