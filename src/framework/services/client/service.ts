import {
  create,
  createRegistry,
  type DescMethod,
  type DescMethodStreaming,
  type DescMethodUnary,
  type Message as ProtoMessage,
  type Registry,
} from '@bufbuild/protobuf'
import type { HandlerContext, Transport } from '@connectrpc/connect'
import { PublishRequestSchema } from '#generated/proto/broker_pb.js'
import { Client, type Message, type Request } from '#generated/proto/client_pb.js'
import type { Discovery } from '../../discovery/service-discovery.ts'
import { serviceTransport } from '../../discovery/service-transport.ts'
import type { Admission } from '../../kernel/admission/admission.ts'
import { CALLER_TOKEN_HEADER, type CallerTokens, forwardedMetadata, HOPS_HEADER } from '../../kernel/forwarded.ts'
import type { CoreService, Host } from '../../kernel/host/host.ts'
import { callerOf, callOf, type RpcCall } from '../../kernel/rpc-call.ts'
import { errorIdOf, invalid, RpcError } from '../../kernel/rpc-errors.ts'
import { isProtobuf, mediaType, readPayload } from '../../kernel/transcoding/request-payload.ts'
import { requestMessage, responseBytes, responseJson } from '../../kernel/transcoding/transcode.ts'

const JSON_TYPE = 'application/json'

/** A message for the service as the caller sent it: JSON, or protobuf's binary form. */
interface Content {
  readonly contentType: string
  readonly body: Uint8Array
}

/** The core service `client`: calls services by name, in any process. */
export function clientService(options: ClientOptions): CoreService {
  return {
    name: 'client',
    register(router) {
      router.service(Client, {
        async call(request, context) {
          const target = await findTarget(options, request, context)
          if (target.method.methodKind !== 'unary') throw isStream(target)
          const contentType = contentTypeOf(request)
          const message = await messageOf(target, { contentType, body: request.body })
          return { body: answerOf(target, await callOnce(target, message, context), contentType) }
        },
        stream: (requests, context) => stream(options, requests, context),
        async publish(message, context) {
          const broker = { service: 'broker', endpoint: 'Broker.Publish' }
          await callOnce(await findTarget(options, broker, context), publication(message), context)
          return message
        },
      })
    },
  }
}

function publication({ topic, contentType, body }: Message): ProtoMessage {
  const header: Record<string, string> = contentType === '' ? {} : { 'content-type': contentType }
  return create(PublishRequestSchema, { topic, message: { header, body } })
}

async function callOnce(
  { method, transport, metadata }: Target,
  message: ProtoMessage,
  context: HandlerContext,
): Promise<ProtoMessage> {
  const answer = await transport.unary(
    method as DescMethodUnary,
    context.signal,
    context.timeoutMs(),
    metadata,
    message,
  )
  return answer.message
}

/** The first message names the endpoint; it and every further one carry a message for it. */
async function* stream(options: ClientOptions, requests: AsyncIterable<Request>, context: HandlerContext) {
  const incoming = requests[Symbol.asyncIterator]()
  const { value: first, done } = await incoming.next()
  if (done)
    throw invalid('client.stream', 'No message was sent. The first message must name the service and the endpoint.')
  const target = await findTarget(options, first, context)
  const contentType = contentTypeOf(first)
  const { method, transport, metadata } = target
  const opening = await messageOf(target, { contentType, body: first.body })
  if (method.methodKind === 'unary') {
    yield { body: answerOf(target, await callOnce(target, opening, context), contentType) }
    return
  }
  let refusal: unknown
  async function* messages(): AsyncGenerator<ProtoMessage> {
    yield opening
    // A method that streams only its responses reads one message: more would never be read.
    if (method.methodKind === 'server_streaming') return
    try {
      for (let next = await incoming.next(); !next.done; next = await incoming.next()) {
        checkSameTarget(first as Request, next.value)
        yield await messageOf(target, { contentType, body: next.value.body })
      }
    } catch (failure) {
      refusal = failure
      throw failure
    }
  }
  try {
    const { signal } = context
    const answers = await transport.stream(
      method as DescMethodStreaming,
      signal,
      context.timeoutMs(),
      metadata,
      messages(),
    )
    for await (const answer of answers.message) yield { body: answerOf(target, answer, contentType) }
  } catch (failure) {
    // A fault in a message of the caller arrives here as an aborted call.
    throw refusal ?? failure
  }
}

function checkSameTarget(first: Request, next: Request): void {
  for (const field of ['service', 'endpoint', 'contentType'] as const) {
    if (next[field] !== '' && next[field] !== first[field])
      throw invalid('client.stream', `The ${field} of a stream cannot change. Omit it after the first message.`)
  }
}

/** @throws RpcError 415 */
function contentTypeOf({ contentType }: Request): string {
  const type = contentType === '' ? JSON_TYPE : contentType
  if (isProtobuf(type) || mediaType(type) === JSON_TYPE) return type
  throw new RpcError(
    'unsupported_media_type',
    'client.call',
    'content_type must be application/json or application/protobuf.',
  )
}

/** @throws RpcError 400 for a body that does not fit the method */
async function messageOf(target: Target, { contentType, body }: Content): Promise<ProtoMessage> {
  const source = { verb: 'POST', query: '', contentType, contentEncoding: undefined, body: Buffer.from(body) }
  return requestMessage(target, await readPayload(source))
}

function answerOf(target: Target, message: ProtoMessage, contentType: string): Uint8Array {
  return isProtobuf(contentType) ? responseBytes(target, message) : Buffer.from(responseJson(target, message))
}

function isStream({ method, errorId }: Target): RpcError {
  return invalid(
    errorId,
    `${method.parent.name}.${method.name} is a streaming method. Call it with client.Client/Stream.`,
  )
}

interface ClientOptions {
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
interface Target {
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
async function findTarget(
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
    throw invalid('client.call', 'service must be the name of a service in lower case, such as greeter.')
  if (!ENDPOINT.test(endpoint))
    throw invalid('client.call', 'endpoint must be <Interface>.<Method>, such as Greeter.Hello.')
}
