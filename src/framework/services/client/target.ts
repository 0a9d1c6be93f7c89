import { createRegistry, type DescMethod, type Registry } from '@bufbuild/protobuf'
import type { HandlerContext, Transport } from '@connectrpc/connect'
import type { Discovery } from '../../discovery/service-discovery.ts'
import { serviceTransport } from '../../discovery/service-transport.ts'
import type { Admission } from '../../kernel/admission/admission.ts'
import { CALLER_TOKEN_HEADER, type CallerTokens, forwardedMetadata, HOPS_HEADER } from '../../kernel/forwarded.ts'
import type { Host } from '../../kernel/host/host.ts'
import { callerOf, callOf, type RpcCall } from '../../kernel/rpc-call.ts'
import { errorIdOf, RpcError } from '../../kernel/rpc-errors.ts'

export interface ClientOptions {
  readonly admission: Pick<Admission, 'admit'>
  /** Finds the services that users have registered. */
  readonly services: Discovery
  /** The services of this server, including this one: read with each call. */
  readonly core: () => Pick<Host, 'handlers' | 'methods' | 'transport'>
  /** Undefined if services do not receive a token that identifies their caller. */
  readonly callerTokens?: CallerTokens | undefined
  /** How long a service may take to respond, in milliseconds. */
  readonly timeoutMs: number
}

/** An authorized endpoint, ready to be called. */
export interface Target {
  readonly method: DescMethod
  readonly registry: Registry
  readonly transport: Transport
  /** The metadata for the service. */
  readonly metadata: Headers
  readonly errorId: string
  /** The messages are known in JSON only. */
  readonly isUndescribed?: boolean
}

const SERVICE = /^[a-z0-9]([a-z0-9.-]{0,62}[a-z0-9])?$/
const ENDPOINT = /^[A-Za-z_][A-Za-z0-9_]*\.[A-Za-z_][A-Za-z0-9_]*$/
const noTypes = createRegistry()

/**
 * Finds what a message names, for its sender: the caller needs the same permission as for a direct call, in the
 * namespace of this call.
 *
 * @throws RpcError 400 for invalid names, 403, 404, 412 for a circular call
 */
export async function findTarget(
  { admission, services, core, callerTokens, timeoutMs }: ClientOptions,
  { service, endpoint }: { service: string; endpoint: string },
  context: HandlerContext,
): Promise<Target> {
  checkNames(service, endpoint)
  const errorId = errorIdOf(service, endpoint)
  const call = callOf(context)
  const { namespace } = callerOf(context)
  const hops = context.requestHeader.get(HOPS_HEADER)
  const admitted = () => admission.admit({ ...call, namespace, service, endpoint })
  const { handlers, methods, transport } = core()
  const method = handlers.get(`/${service}.${endpoint.replace('.', '/')}`)?.method
  if (!method) {
    const caller = await admitted()
    const metadata = forwardedMetadata(caller, call.requestId, hops)
    const token = await callerTokens?.of(caller, service)
    if (token !== undefined) metadata.set(CALLER_TOKEN_HEADER, token)
    return { ...(await services.find(namespace, service, endpoint)), metadata, errorId }
  }
  const { requestId, authorization, clientAddress } = call
  const inner: RpcCall = { requestId, authorization, namespace, clientAddress, startedAt: performance.now() }
  // The open ones authorize callers themselves.
  if (methods.includes(method)) inner.caller = await admitted()
  const metadata = forwardedMetadata(inner.caller ?? callerOf(context), requestId, hops)
  return {
    method,
    registry: noTypes,
    transport: serviceTransport(service, transport(inner), timeoutMs),
    metadata,
    errorId,
  }
}

function checkNames(service: string, endpoint: string): void {
  if (!SERVICE.test(service))
    throw new RpcError(
      'invalid_argument',
      'client.call',
      'service must be the name of a service in lower case, such as greeter.',
    )
  if (!ENDPOINT.test(endpoint))
    throw new RpcError(
      'invalid_argument',
      'client.call',
      'endpoint must be <Interface>.<Method>, such as Greeter.Hello.',
    )
}
