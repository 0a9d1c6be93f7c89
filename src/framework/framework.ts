import { isIPv6 } from 'node:net'
import { once } from '../runtime/base/once.ts'
import type { PartState } from '../runtime/store/readiness.ts'
import type { PortHandler, PortRequest, PortResponse, RpcPort } from './grpc/port.ts'
import { asRpcError } from './kernel/rpc-errors.ts'
import type { FrameworkDeps, OpenFramework } from './open.ts'

/** The framework's services and the gateway. */
export interface Framework extends PortHandler {
  /**
   * Opens what cannot wait for the first request: the connection to a messaging server, and programs.
   *
   * @throws Error naming the setting if that fails
   */
  start(): Promise<void>
  /** Whether the messaging server can be reached; ready without one. */
  messagingState(): PartState
  /** Does what is due by the clock; otherwise that happens in the background. */
  settle(): Promise<void>
  /** When something is due next, in epoch milliseconds; undefined if nothing is. */
  nextDue(): Promise<number | undefined>
  /** Ends streams, so that the port can be drained. */
  endStreams(): void
  /** Releases the services' resources. Afterwards they no longer use the store. */
  close(): Promise<void>
}

export interface FrameworkOptions extends Omit<FrameworkDeps, 'stopping' | 'gatewayAddress'> {
  /** The port of the services; undefined if GATEWAY_PORT is off. */
  readonly port: Pick<RpcPort, 'port'> | undefined
}

/**
 * Creates the framework. Its services are loaded with the first request: their protocols cost 0.1 s and 40 MB, which a
 * server without such callers need not pay.
 *
 * @returns the framework, which also handles requests for the gateway that arrive on another port
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
  const handler = createLazyHandler(() => opened?.door ?? open().then(({ door }) => door), onFault)
  return {
    ...handler,
    async start() {
      // An unusable messaging server must fail the start, not the first call.
      if (config.natsUrl !== undefined) await open()
      // Programs are started without waiting for a request.
      if (config.runtime !== 'off') open().catch(onFault)
    },
    messagingState: () =>
      (opened?.isMessagingConnected() ?? true)
        ? { isOk: true }
        : { isOk: false, reason: 'The messaging server cannot be reached.' },
    // Before the first request nobody waits for anything.
    settle: async () => opened?.settle(),
    nextDue: async () => opened?.nextDue(),
    endStreams: () => stopping.abort(),
    async close() {
      stopping.abort()
      // An opening in progress must not find the store closed.
      await open.idle()
      await opened?.close()
    },
  }
}

/** The address at which programs on this machine reach a port on `host`. */
function localAddress(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  return `${isEverywhere ? '127.0.0.1' : isIPv6(host) ? `[${host}]` : host}:${port}`
}

/**
 * Creates a handler that is loaded with the first request; requests that arrive meanwhile wait for it.
 *
 * @param load called with every request; returns the handler, or a promise of it while it is being loaded
 * @param onFault called with the error if it fails to load, or throws
 */
export function createLazyHandler(
  load: () => PortHandler | Promise<PortHandler>,
  onFault: (failure: unknown) => void,
): PortHandler {
  function withHandler(use: (handler: PortHandler) => void, give: (failure: unknown) => void): void {
    const fail = (failure: unknown) => {
      onFault(failure)
      give(failure)
    }
    // An exception here would end the process: nothing above catches it.
    try {
      const handler = load()
      if (handler instanceof Promise) handler.then(use).catch(fail)
      else use(handler)
    } catch (failure) {
      fail(failure)
    }
  }

  return {
    request: (req, res) =>
      withHandler(
        (handler) => handler.request(req, res),
        (failure) => refuse(req, res, failure),
      ),
    upgrade: (req, socket, head) =>
      withHandler(
        (handler) => handler.upgrade(req, socket, head),
        () => socket.destroy(),
      ),
  }
}

function refuse(req: PortRequest, res: PortResponse, failure: unknown): void {
  if (res.headersSent) return void res.destroy()
  res.statusCode = 500
  res.setHeader('content-type', 'application/json')
  if (req.httpVersionMajor < 2) res.setHeader('connection', 'close')
  res.end(JSON.stringify(asRpcError(failure, 'gateway').body))
}
