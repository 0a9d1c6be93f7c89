import type { DescMethod } from '@bufbuild/protobuf'
import {
  Code,
  ConnectError,
  type ConnectRouter,
  type ContextValues,
  createConnectRouter,
  createContextValues,
  type HandlerContext,
  type Interceptor,
  type StreamResponse,
  type Transport,
  type UnaryResponse,
} from '@connectrpc/connect'
import { createAsyncIterable, type UniversalHandler } from '@connectrpc/connect/protocol'
import { createTransport } from '@connectrpc/connect/protocol-connect'
import { compressionBrotli, compressionGzip } from '@connectrpc/connect-node'
import type { Admission } from '../admission/admission.ts'
import type { Standing } from '../admission/standing.ts'
import { codeName, connectErrorOf, rpcErrorOf } from '../grpc-errors/grpc-status.ts'
import { callKey, callOf, type RpcCall } from '../rpc-call.ts'
import { errorIdOf, RpcError } from '../rpc-errors.ts'
import type { RpcRecorder } from './rpc-record.ts'

export { callerOf, streamOpened } from '../rpc-call.ts'

/** The largest message, in either direction; larger data is streamed in pieces. */
export const maxMessageBytes = 4 * 1024 * 1024

/** One service of the framework as the doors serve it. */
export interface CoreService {
  /** `config`: the protobuf package, and the name by which the gateway and tokens know it. */
  readonly name: string
  /**
   * Adds its interfaces: `router.service(Config, { async get(request, context) { const caller = callerOf(context) … } })`.
   * Handlers throw RpcError.
   */
  register(router: ConnectRouter): void
  /** Its streams handle the stop of the server themselves, as they send a last message then. */
  readonly endsOwnStreams?: true
}

export interface HostOptions {
  /** Services whose every call needs admission. */
  readonly services: readonly CoreService[]
  /** Services that are open to everyone, or authorize callers themselves. */
  readonly open: readonly CoreService[]
  readonly admission: Pick<Admission, 'admit'>
  /** Ends streams whose callers are no longer authorized. */
  readonly standing: Pick<Standing, 'watch'>
  readonly record: RpcRecorder
  /** Ends streams when the server stops: a listening client would keep it from stopping. */
  readonly stopping: AbortSignal
}

/** A streamed response. */
interface RecordedStream {
  readonly method: DescMethod
  readonly call: RpcCall
  /** Ends it, for any reason. */
  readonly signal: AbortSignal
  /** The caller has disconnected. */
  readonly caller: AbortSignal
  /** Aborted with the error when the caller is no longer authorized. */
  readonly lost: AbortController
}

/** Serves services over gRPC, gRPC-Web and Connect, depending on the request. */
export class Host {
  readonly #options: HostOptions
  /** By the path of their method: `/config.Config/Get`. */
  readonly handlers: ReadonlyMap<string, UniversalHandler>
  /** The methods of guarded services, for doors that find them by name. */
  readonly methods: readonly DescMethod[]
  readonly #openTypes: ReadonlySet<string>
  /** Interfaces whose streams handle the stop of the server themselves. */
  readonly #endingOwnStreams: ReadonlySet<string>

  constructor(options: HostOptions) {
    this.#options = options
    const { services, open } = options
    const router = createConnectRouter({
      acceptCompression: [compressionGzip, compressionBrotli],
      readMaxBytes: maxMessageBytes,
      writeMaxBytes: maxMessageBytes,
      requestGate: (context) => this.#admit(context),
      interceptors: [(next) => this.#outcomes(next)],
    })
    const opened = open.map((service) => ({ service, methods: registered(router, service) }))
    this.#openTypes = typesOf(opened.flatMap(({ methods }) => methods))
    this.#endingOwnStreams = typesOf(opened.flatMap(({ service, methods }) => (service.endsOwnStreams ? methods : [])))
    for (const service of services) checkPackage(service, registered(router, service))
    this.handlers = new Map(router.handlers.map((handler) => [handler.requestPath, handler]))
    this.methods = router.handlers
      .map(({ method }) => method)
      .filter(({ parent }) => !this.#openTypes.has(parent.typeName))
  }

  /** Calls a service within this process, for a door that has created the call. */
  readonly transport = (call: RpcCall): Transport => createInProcessTransport(this.handlers, this.valuesOf(call))

  /** The context values with which a handler finds the call. */
  readonly valuesOf = (call: RpcCall): ContextValues => createContextValues().set(callKey, call)

  /** Runs before the request body is read. */
  async #admit(context: HandlerContext): Promise<void> {
    const { method } = context
    const call = callOf(context)
    context.responseHeader.set('x-request-id', call.requestId)
    if (call.fault) throw this.#failed(call.fault, method, call)
    call.isQuiet = this.#openTypes.has(method.parent.typeName)
    if (call.caller || call.isQuiet) return
    const { requestId, authorization, namespace, clientAddress } = call
    const [service, endpoint] = [packageOf(method), endpointOf(method)]
    try {
      call.caller = await this.#options.admission.admit({
        requestId,
        authorization,
        namespace,
        service,
        endpoint,
        clientAddress,
      })
    } catch (failure) {
      throw this.#failed(failure, method, call)
    }
  }

  /** Records the failure and returns the error for the caller. */
  #failed(failure: unknown, method: DescMethod, call: RpcCall, signal?: AbortSignal): ConnectError {
    if (signal?.aborted && !isDeadline(signal.reason)) {
      this.#note(call, method, Code.Canceled)
      return new ConnectError('the caller cancelled the call', Code.Canceled)
    }
    const error = connectErrorOf(rpcErrorOf(failure, errorIdOf(packageOf(method), endpointOf(method))))
    this.#note(call, method, error.code, failure)
    return error
  }

  #note(call: RpcCall, method: DescMethod, code: Code | 'ok', failure?: unknown): void {
    this.#options.record(call, pathOf(method), code === 'ok' ? code : codeName(code), failure)
  }

  /** Wraps every handler: maps its failures to one kind of error, and does not wait for it once the call is aborted. */
  #outcomes(next: Parameters<Interceptor>[0]): Parameters<Interceptor>[0] {
    return async (request) => {
      const { method } = request
      const call = callOf({ values: request.contextValues, method })
      const sends = method.methodKind === 'server_streaming' || method.methodKind === 'bidi_streaming'
      const endsWithServer = sends && !this.#endingOwnStreams.has(method.parent.typeName)
      const lost = new AbortController()
      const signal = endsWithServer
        ? AbortSignal.any([request.signal, this.#options.stopping, lost.signal])
        : sends
          ? AbortSignal.any([request.signal, lost.signal])
          : request.signal
      let response: UnaryResponse | StreamResponse
      try {
        response = await untilAborted(next({ ...request, signal } as typeof request), request.signal)
      } catch (failure) {
        throw this.#failed(failure, method, call, request.signal)
      }
      if (!response.stream) {
        this.#note(call, method, 'ok')
        return response
      }
      const message = this.#recorded(response.message, { method, call, signal, caller: request.signal, lost })
      return { ...response, message } as typeof response
    }
  }

  /** Passes the messages of a stream on, watches its caller, and records how it ends. */
  async *#recorded<Message>(
    messages: AsyncIterable<Message>,
    { method, call, signal, caller, lost }: RecordedStream,
  ): AsyncGenerator<Message> {
    const iterator = messages[Symbol.asyncIterator]()
    const request = { ...call, service: packageOf(method), endpoint: endpointOf(method) }
    const endWatch = call.caller && this.#options.standing.watch(request, (refusal) => lost.abort(refusal))
    let isEnded = false
    try {
      for (;;) {
        const { done, value } = await untilAborted(iterator.next(), signal)
        if (done) break
        yield value
      }
      isEnded = true
      if (lost.signal.aborted) throw lost.signal.reason
      if (this.#options.stopping.aborted && signal.aborted) throw stopped(method)
      this.#note(call, method, 'ok')
    } catch (failure) {
      const isStopped = this.#options.stopping.aborted && signal.reason === this.#options.stopping.reason
      throw this.#failed(isStopped ? stopped(method) : failure, method, call, caller)
    } finally {
      endWatch?.()
      this.#note(call, method, Code.Canceled)
      // Not awaited: the handler may be waiting for something other than the signal.
      if (!isEnded) void Promise.resolve(iterator.return?.()).catch(() => undefined)
    }
  }
}

/** Adds the service to the router and returns its methods. */
function registered(router: ConnectRouter, service: CoreService): DescMethod[] {
  const before = router.handlers.length
  service.register(router)
  return router.handlers.slice(before).map(({ method }) => method)
}

function typesOf(methods: readonly DescMethod[]): ReadonlySet<string> {
  return new Set(methods.map(({ parent }) => parent.typeName))
}

/** Admission goes by the package: a method of another package would be guarded by that one's rules. */
function checkPackage({ name }: CoreService, methods: readonly DescMethod[]): void {
  const foreign = methods.find((method) => packageOf(method) !== name)
  if (methods.length > 0 && !foreign) return
  throw new Error(`The service ${name} registers ${foreign ? pathOf(foreign) : 'no method'}`)
}

function stopped(method: DescMethod): RpcError {
  const id = errorIdOf(packageOf(method), endpointOf(method))
  return new RpcError('unavailable', id, 'The server is stopping. Try again.')
}

function isDeadline(reason: unknown): boolean {
  return reason instanceof ConnectError && reason.code === Code.DeadlineExceeded
}

/** The result, or a rejection as soon as the signal aborts. */
async function untilAborted<Value>(result: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let onAbort: (() => void) | undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([result, aborted])
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort)
  }
}

/** `config` of `config.Config`. */
export function packageOf({ parent }: DescMethod): string {
  return parent.typeName.slice(0, parent.typeName.lastIndexOf('.'))
}

/** `Config.Get` */
export function endpointOf({ parent, name }: DescMethod): string {
  return `${parent.name}.${name}`
}

/** `/config.Config/Get` */
export function pathOf({ parent, name }: DescMethod): string {
  return `/${parent.typeName}/${name}`
}

/** Only the path of the URL is used. */
const baseUrl = 'http://in-process'
const unlimited = Number.MAX_SAFE_INTEGER

/**
 * Creates a transport to handlers of this process. They find `values` in their context, as in a call through a door.
 *
 * @param handlers by the path of their method
 */
function createInProcessTransport(handlers: ReadonlyMap<string, UniversalHandler>, values: ContextValues): Transport {
  return createTransport({
    baseUrl,
    useBinaryFormat: true,
    interceptors: [],
    acceptCompression: [],
    sendCompression: null,
    compressMinBytes: unlimited,
    readMaxBytes: unlimited,
    writeMaxBytes: unlimited,
    async httpClient({ url, method, header, body, signal = new AbortController().signal }) {
      const path = new URL(url).pathname
      const handler = handlers.get(path)
      if (!handler) throw new ConnectError(`this server has no method ${path}`, Code.Unimplemented)
      const response = await handler({
        httpVersion: '2.0',
        url,
        method,
        header,
        body: body ?? createAsyncIterable([]),
        signal,
        contextValues: values,
      })
      return {
        status: response.status,
        header: new Headers(response.header),
        body: response.body ?? createAsyncIterable([]),
        trailer: new Headers(response.trailer),
      }
    },
  })
}
