import {
  create,
  type DescMethodStreaming,
  type DescMethodUnary,
  type Message as ProtoMessage,
} from '@bufbuild/protobuf'
import type { HandlerContext } from '@connectrpc/connect'
import { PublishRequestSchema } from '#generated/proto/broker_pb.js'
import { Client, type Message, type Request } from '#generated/proto/client_pb.js'
import type { CoreService } from '../../kernel/host/host.ts'
import { RpcError } from '../../kernel/rpc-errors.ts'
import { isProtobuf, mediaType, readPayload } from '../../kernel/transcoding/request-payload.ts'
import { requestMessage, responseBytes, responseJson } from '../../kernel/transcoding/transcode.ts'
import { type ClientOptions, findTarget, type Target } from './target.ts'

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
    throw new RpcError(
      'invalid_argument',
      'client.stream',
      'The first message names service and endpoint, but none was sent.',
    )
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
      throw new RpcError(
        'invalid_argument',
        'client.stream',
        `A stream has one ${field}: leave it out after the first message.`,
      )
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
  return new RpcError(
    'invalid_argument',
    errorId,
    `${method.parent.name}.${method.name} streams: call it with client.Client/Stream.`,
  )
}
