import type { IncomingHttpHeaders } from 'node:http'
import { createRegistry, type DescMethod, type Registry } from '@bufbuild/protobuf'
import type { Transport } from '@connectrpc/connect'
import type { ServiceCaller } from '../discovery/discovery.ts'
import type { Admission } from '../kernel/admission.ts'
import type { RpcCall } from '../kernel/call.ts'
import type { RpcCaller } from '../kernel/caller.ts'
import { errorIdOf } from '../kernel/endpoints.ts'
import { RpcError } from '../kernel/errors.ts'
import { forwardedMetadata, HOPS_HEADER } from '../kernel/forwarded.ts'
import { endpointOf, type Host, packageOf, pathOf } from '../kernel/host.ts'
import type { Described } from '../kernel/transcode.ts'
import type { GatewayOperations } from './operation-calls.ts'
import { metadataOf } from './passed-on.ts'
import type { Reading, Target } from './paths.ts'

/** A method that is ready to be called. */
export interface RpcTarget extends Described {
  readonly service: string
  /** As admission was asked for it. */
  readonly endpoint: string
  /** `/config.Config/Get`: what the log and the metrics know the method by. */
  readonly name: string
  readonly transport: Transport
  /** What the service is told beside the message. */
  readonly headers: Headers | undefined
  /** How long it may take for one answer, in milliseconds. Streams may last. */
  readonly timeoutMs: number
}

export interface TargetsOptions {
  readonly host: Pick<Host, 'methods' | 'transport'>
  readonly services: ServiceCaller
  readonly admission: Admission
  readonly operations: GatewayOperations
  /** How long an endpoint may take for one answer, in milliseconds. */
  readonly timeoutMs: number
}

/** How the gateway finds what a path means, other than an operation. */
export interface Targets {
  /**
   * Lets the caller in and finds the method. What the names of the tool families and of the framework's own services
   * mean is the same everywhere: nobody can register a service over them.
   *
   * @param headers those of the request: a service is told them but for credentials
   * @throws RpcError of admission, then 404 for a service or an endpoint that is not there
   */
  find(reading: Reading, call: RpcCall, headers: IncomingHttpHeaders): Promise<RpcTarget>
}

export function createTargets({ host, services, admission, operations, timeoutMs }: TargetsOptions): Targets {
  const core = coreMethods(host.methods)
  const registry: Registry = createRegistry(...host.methods.map(({ parent }) => parent.file))

  const isOurs = ({ service }: Target) => core.has(service) || operations.endpoints(service).length > 0

  async function admit(target: Target, call: RpcCall): Promise<RpcCaller> {
    call.caller = await admission.admit({ ...target, ...call })
    return call.caller
  }

  async function own(target: Target, call: RpcCall): Promise<RpcTarget> {
    const { service, endpoint } = target
    const method = core.get(service)?.get(endpoint.toLowerCase())
    if (!method) throw unknownEndpoint(target, [...operations.endpoints(service), ...coreEndpoints(service)])
    await admit({ service, endpoint: endpointOf(method) }, call)
    return {
      method,
      registry,
      errorId: errorIdOf(service, endpointOf(method)),
      service,
      endpoint: endpointOf(method),
      name: pathOf(method),
      transport: host.transport(call),
      headers: undefined,
      timeoutMs,
    }
  }

  function coreEndpoints(service: string): string[] {
    return [...(core.get(service)?.values() ?? [])].map(endpointOf)
  }

  async function registered(target: Target, call: RpcCall, headers: IncomingHttpHeaders): Promise<RpcTarget> {
    const { service, endpoint } = target
    const caller = await admit(target, call)
    const found = await services.find(caller.namespace, service, endpoint)
    return {
      ...found,
      errorId: errorIdOf(service, endpoint),
      service,
      endpoint,
      name: pathOf(found.method),
      headers: toldBy(headers, caller, call.requestId),
      timeoutMs,
    }
  }

  /**
   * The reading of a path that has two: that by the table where such a service is registered. Only who is let in by one
   * of them may find that out.
   */
  async function decided(table: Target, product: Target, call: RpcCall): Promise<Target> {
    const refusal = await admit(product, call).then(
      () => undefined,
      (failure: unknown) => failure,
    )
    if (refusal !== undefined) {
      const isByRule = refusal instanceof RpcError && refusal.code === 'permission_denied'
      if (!isByRule || !(await isLetIn(table, call))) throw refusal
    }
    const { namespace } = call.caller as RpcCaller
    if (await isRegistered(namespace, table.service)) return table
    if (refusal !== undefined) throw refusal
    return product
  }

  function isLetIn(target: Target, call: RpcCall): Promise<boolean> {
    return admit(target, call).then(
      () => true,
      () => false,
    )
  }

  async function isRegistered(namespace: string, service: string): Promise<boolean> {
    try {
      await services.opener(namespace, service)
      return true
    } catch (failure) {
      if (failure instanceof RpcError && failure.code === 'not_found') return false
      throw failure
    }
  }

  return {
    async find({ table, product }, call, headers) {
      const ours = [table, product].find((target) => target && isOurs(target))
      if (ours) return own(ours, call)
      const target = product ? await decided(table, product, call) : table
      return registered(target, call, headers)
    },
  }
}

/** What a service is told: the caller's headers, and above them who that is. */
function toldBy(headers: IncomingHttpHeaders, caller: RpcCaller, requestId: string): Headers {
  const metadata = metadataOf(headers)
  const hops = headers[HOPS_HEADER]
  for (const [name, value] of forwardedMetadata(caller, requestId, typeof hops === 'string' ? hops : null)) {
    metadata.set(name, value)
  }
  return metadata
}

/** By service, then by endpoint in small letters. */
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
  return new RpcError(
    'not_found',
    errorIdOf(service, endpoint),
    `The service ${service} has no endpoint ${endpoint}, in any namespace. It has: ${names}.`,
  )
}
