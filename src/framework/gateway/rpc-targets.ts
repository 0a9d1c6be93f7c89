import type { IncomingHttpHeaders } from 'node:http'
import { createRegistry, type DescMethod, type Registry } from '@bufbuild/protobuf'
import type { Transport } from '@connectrpc/connect'
import { CALLER_TOKEN_HEADER, forwardedMetadata, HOPS_HEADER } from '../kernel/forwarded.ts'
import { endpointOf, packageOf, pathOf } from '../kernel/host/host.ts'
import type { RpcCall } from '../kernel/rpc-call.ts'
import type { RpcCaller } from '../kernel/rpc-caller.ts'
import { errorIdOf, notFound, RpcError } from '../kernel/rpc-errors.ts'
import type { SharedMessage } from '../kernel/shared-message.ts'
import type { Described } from '../kernel/transcoding/transcode.ts'
import { metadataOf } from './forwarded-metadata.ts'
import type { GatewayOptions } from './gateway.ts'
import type { Reading, Target } from './gateway-path.ts'
import type { GatewayOperations } from './operation-calls.ts'
import { requestTimeoutMs } from './request-timeout.ts'

/** A method, ready to be called. */
export interface RpcTarget extends Described {
  readonly service: string
  /** The endpoint that admission checked. */
  readonly endpoint: string
  /** The name of the method in the log and the metrics: `/config.Config/Get`. */
  readonly name: string
  readonly transport: Transport
  /** Messages in whose place the method sends empty ones, in order; only of a method of this process. */
  readonly shared?: SharedMessage[]
  /** The metadata for the service. */
  readonly headers: Headers | undefined
  /** The timeout of a unary call, in milliseconds: the setting, or the caller's own if that is shorter. */
  readonly timeoutMs: number
  /** The caller's own timeout, the only one that streams have. */
  readonly callerTimeoutMs: number | undefined
}

interface TargetsOptions
  extends Pick<GatewayOptions, 'host' | 'services' | 'admission' | 'callerTokens' | 'timeoutMs'> {
  readonly operations: GatewayOperations
}

/** Finds the method that a path of the gateway means, if it is not an operation. */
export class Targets {
  readonly #options: TargetsOptions
  readonly #core: ReadonlyMap<string, ReadonlyMap<string, DescMethod>>
  readonly #registry: Registry

  constructor(options: TargetsOptions) {
    this.#options = options
    const { host } = options
    this.#core = coreMethods(host.methods)
    this.#registry = createRegistry(...host.methods.map(({ parent }) => parent.file))
  }

  async #admit(target: Target, call: RpcCall): Promise<RpcCaller> {
    call.caller = await this.#options.admission.admit({ ...target, ...call })
    return call.caller
  }

  /** @throws RpcError 400 */
  #timeouts(headers: IncomingHttpHeaders): Pick<RpcTarget, 'timeoutMs' | 'callerTimeoutMs'> {
    const callerTimeoutMs = requestTimeoutMs(headers)
    const { timeoutMs } = this.#options
    return { callerTimeoutMs, timeoutMs: Math.min(timeoutMs, callerTimeoutMs ?? timeoutMs) }
  }

  async #own(target: Target, call: RpcCall, requestHeaders: IncomingHttpHeaders): Promise<RpcTarget> {
    const { service, endpoint } = target
    const method = this.#core.get(service)?.get(endpoint.toLowerCase())
    if (!method)
      throw unknownEndpoint(target, [...this.#options.operations.endpoints(service), ...this.#coreEndpoints(service)])
    await this.#admit({ service, endpoint: endpointOf(method) }, call)
    const shared: SharedMessage[] = []
    if (method.methodKind === 'server_streaming') call.sendShared = (one) => shared.push(one)
    return {
      method,
      registry: this.#registry,
      errorId: errorIdOf(service, endpointOf(method)),
      service,
      endpoint: endpointOf(method),
      name: pathOf(method),
      transport: this.#options.host.transport(call),
      shared,
      headers: undefined,
      ...this.#timeouts(requestHeaders),
    }
  }

  #coreEndpoints(service: string): string[] {
    return [...(this.#core.get(service)?.values() ?? [])].map(endpointOf)
  }

  async #registered(target: Target, call: RpcCall, headers: IncomingHttpHeaders): Promise<RpcTarget> {
    const { service, endpoint } = target
    const caller = await this.#admit(target, call)
    const found = await this.#options.services.find(caller.namespace, service, endpoint)
    call.service = service
    const metadata = headersFor(headers, caller, call.requestId)
    const token = await this.#options.callerTokens?.of(caller, service)
    if (token !== undefined) metadata.set(CALLER_TOKEN_HEADER, token)
    return {
      ...found,
      errorId: errorIdOf(service, endpoint),
      service,
      endpoint,
      name: pathOf(found.method),
      headers: metadata,
      ...this.#timeouts(headers),
    }
  }

  /**
   * The meaning of a path that can be read in two ways: the one by the table if such a service is registered. Only a
   * caller who is admitted to one of them learns which.
   */
  async #decided(table: Target, product: Target, call: RpcCall): Promise<Target> {
    const refusal = await this.#admit(product, call).then(
      () => undefined,
      (failure: unknown) => failure,
    )
    if (refusal !== undefined) {
      const isByRule = refusal instanceof RpcError && refusal.code === 'permission_denied'
      if (!isByRule || !(await this.#isAdmitted(table, call))) throw refusal
    }
    const { namespace } = call.caller as RpcCaller
    if (await this.#options.services.isRegistered(namespace, table.service)) return table
    if (refusal !== undefined) throw refusal
    return product
  }

  #isAdmitted(target: Target, call: RpcCall): Promise<boolean> {
    return this.#admit(target, call).then(
      () => true,
      () => false,
    )
  }

  /**
   * Admits the caller and finds the method. The names of the tool families and of the framework's own services mean the
   * same in every namespace: no service can be registered under them.
   *
   * @param headers those of the request, which are passed on to a service except for credentials
   * @throws RpcError of admission, or 404 for an unknown service or endpoint
   */
  async find({ table, product }: Reading, call: RpcCall, headers: IncomingHttpHeaders): Promise<RpcTarget> {
    const ours = [table, product].find((target) => target && this.#isOurs(target))
    if (ours) return this.#own(ours, call, headers)
    const target = product ? await this.#decided(table, product, call) : table
    return this.#registered(target, call, headers)
  }

  #isOurs({ service }: Target): boolean {
    return this.#core.has(service) || this.#options.operations.endpoints(service).length > 0
  }
}

/** The metadata for a service: the caller's headers, overridden by the caller's account. */
function headersFor(headers: IncomingHttpHeaders, caller: RpcCaller, requestId: string): Headers {
  const metadata = metadataOf(headers)
  for (const [name, value] of forwardedMetadata(caller, requestId, headers[HOPS_HEADER])) metadata.set(name, value)
  return metadata
}

/** By service, then by endpoint in lower case. */
function coreMethods(methods: readonly DescMethod[]): ReadonlyMap<string, ReadonlyMap<string, DescMethod>> {
  const byService = new Map<string, Map<string, DescMethod>>()
  for (const method of methods) {
    const service = packageOf(method)
    const endpoints = byService.get(service) ?? new Map<string, DescMethod>()
    byService.set(service, endpoints.set(endpointOf(method).toLowerCase(), method))
  }
  return byService
}

function unknownEndpoint({ service, endpoint }: Target, known: readonly string[]): RpcError {
  const names = known.toSorted().join(', ')
  return notFound(
    errorIdOf(service, endpoint),
    `The service ${service} has no endpoint ${endpoint} in any namespace. Its endpoints are: ${names}.`,
  )
}
