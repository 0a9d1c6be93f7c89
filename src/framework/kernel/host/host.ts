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
import type { UniversalHandler } from '@connectrpc/connect/protocol'
import { compressionBrotli, compressionGzip } from '@connectrpc/connect-node'
import type { Admission } from '../admission/admission.ts'
import type { Standing } from '../admission/standing.ts'
import { callKey, callOf, type RpcCall } from '../call.ts'
import { errorIdOf } from '../endpoints.ts'
import { RpcError } from '../errors.ts'
import { codeName, connectErrorOf, rpcErrorOf } from '../grpc-errors/status.ts'
import { inProcessTransport } from './in-process.ts'
import type { RpcRecorder } from './record.ts'

export { callerOf, requestIdOfCall, streamOpened } from '../call.ts'

/** What a message may hold, in and out; larger things are streamed in pieces. */
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
  /** Its streams end by themselves when the server stops: they have something to say then. */
  readonly seesTheStop?: true
}

export interface HostOptions {
  /** Services whose every call admission decides about. */
  readonly services: readonly CoreService[]
  /** Services that are open to everybody, or see themselves to who calls. */
  readonly open: readonly CoreService[]
  readonly admission: Pick<Admission, 'admit'>
  /** Ends streams of those who may not hold them any more. */
  readonly standing: Pick<Standing, 'watch'>
  readonly record: RpcRecorder
  /** Ends streams when the server stops: a client that listens would keep it from stopping. */
  readonly stopping: AbortSignal
}

export interface Host {
  /** By the path of their method: `/config.Config/Get`. */
  readonly handlers: ReadonlyMap<string, UniversalHandler>
  /** The methods of guarded services, for doors that find them by name. */
  readonly methods: readonly DescMethod[]
  /** Calls a service within this process, for a door that has made the call. */
  transport(call: RpcCall): Transport
  /** What a handler is to find of a call. */
  valuesOf(call: RpcCall): ContextValues
}

/** An answer that streams. */
interface RecordedStream {
  readonly method: DescMethod
  readonly call: RpcCall
  /** Ends it, for whichever reason. */
  readonly signal: AbortSignal
  /** The caller has gone. */
  readonly caller: AbortSignal
  /** Aborted with the refusal when the caller may not hold it any more. */
  readonly lost: AbortController
}

/** Serves services over gRPC, gRPC-Web and Connect, whichever a request speaks. */
export function createHost(options: HostOptions): Host {
  return new ConnectHost(options)
}

class ConnectHost implements Host {
  readonly handlers: ReadonlyMap<string, UniversalHandler>
  readonly methods: readonly DescMethod[]
  readonly #admission: HostOptions['admission']
  readonly #standing: HostOptions['standing']
  readonly #record: RpcRecorder
  readonly #stopping: AbortSignal
  readonly #openTypes: ReadonlySet<string>
  /** Interfaces whose streams end by themselves when the server stops. */
  readonly #seeingTheStop: ReadonlySet<string>

  constructor({ services, open, admission, standing, record, stopping }: HostOptions) {
    this.#admission = admission
    this.#standing = standing
    this.#record = record
    this.#stopping = stopping
    const router = createConnectRouter({
      acceptCompression: [compressionGzip, compressionBrotli],
      readMaxBytes: maxMessageBytes,
      writeMaxBytes: maxMessageBytes,
      requestGate: (context) => this.#admit(context),
      interceptors: [(next) => this.#outcomes(next)],
    })
    const opened = open.map((service) => ({ service, methods: registered(router, service) }))
    this.#openTypes = typesOf(opened.flatMap(({ methods }) => methods))
    this.#seeingTheStop = typesOf(opened.flatMap(({ service, methods }) => (service.seesTheStop ? methods : [])))
    for (const service of services) checkPackage(service, registered(router, service))
    this.handlers = new Map(router.handlers.map((handler) => [handler.requestPath, handler]))
    this.methods = router.handlers
      .map(({ method }) => method)
      .filter(({ parent }) => !this.#openTypes.has(parent.typeName))
  }

  readonly transport = (call: RpcCall): Transport => inProcessTransport(this.handlers, this.valuesOf(call))

  readonly valuesOf = (call: RpcCall): ContextValues => createContextValues().set(callKey, call)

  /** Runs before anything of the request's body is read. */
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
      call.caller = await this.#admission.admit({
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

  /** Records the failure and returns the error that the caller gets. */
  #failed(failure: unknown, method: DescMethod, call: RpcCall, signal?: AbortSignal): ConnectError {
    if (signal?.aborted && !isDeadline(signal.reason)) {
      this.#note(call, method, Code.Canceled)
      return new ConnectError('the caller gave up', Code.Canceled)
    }
    const error = connectErrorOf(rpcErrorOf(failure, errorIdOf(packageOf(method), endpointOf(method))))
    this.#note(call, method, error.code, failure)
    return error
  }

  #note(call: RpcCall, method: DescMethod, code: Code | 'ok', failure?: unknown): void {
    this.#record(call, pathOf(method), code === 'ok' ? code : codeName(code), failure)
  }

  /** Wraps every handler: its failures become one kind of error, and an abandoned call is not waited for. */
  #outcomes(next: Parameters<Interceptor>[0]): Parameters<Interceptor>[0] {
    return async (request) => {
      const { method } = request
      const call = callOf({ values: request.contextValues, method })
      const sends = method.methodKind === 'server_streaming' || method.methodKind === 'bidi_streaming'
      const endsWithServer = sends && !this.#seeingTheStop.has(method.parent.typeName)
      const lost = new AbortController()
      const signal = endsWithServer
        ? AbortSignal.any([request.signal, this.#stopping, lost.signal])
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

  /** The messages of a stream, watched and recorded until it ends. */
  async *#recorded<Message>(
    messages: AsyncIterable<Message>,
    { method, call, signal, caller, lost }: RecordedStream,
  ): AsyncGenerator<Message> {
    const iterator = messages[Symbol.asyncIterator]()
    const request = { ...call, service: packageOf(method), endpoint: endpointOf(method) }
    const endWatch = call.caller && this.#standing.watch(request, (refusal) => lost.abort(refusal))
    let isEnded = false
    try {
      for (;;) {
        const { done, value } = await untilAborted(iterator.next(), signal)
        if (done) break
        yield value
      }
      isEnded = true
      if (lost.signal.aborted) throw lost.signal.reason
      if (this.#stopping.aborted && signal.aborted) throw stopped(method)
      this.#note(call, method, 'ok')
    } catch (failure) {
      const isStopped = this.#stopping.aborted && signal.reason === this.#stopping.reason
      throw this.#failed(isStopped ? stopped(method) : failure, method, call, caller)
    } finally {
      endWatch?.()
      this.#note(call, method, Code.Canceled)
      // A handler that waits for something else than the signal is not waited for.
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

/** Admission goes by the package: a method of another one would be guarded by the rules of that. */
function checkPackage({ name }: CoreService, methods: readonly DescMethod[]): void {
  const foreign = methods.find((method) => packageOf(method) !== name)
  if (methods.length > 0 && !foreign) return
  throw new Error(`The service ${name} registers ${foreign ? pathOf(foreign) : 'no method'}`)
}

function stopped(method: DescMethod): RpcError {
  const id = errorIdOf(packageOf(method), endpointOf(method))
  return new RpcError('unavailable', id, 'The server is stopping; call again, it or another one will answer.')
}

function isDeadline(reason: unknown): boolean {
  return reason instanceof ConnectError && reason.code === Code.DeadlineExceeded
}

/** The result, or a rejection as soon as the caller gave up or its deadline passed. */
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
