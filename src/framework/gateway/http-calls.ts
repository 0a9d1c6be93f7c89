import type { Readable } from 'node:stream'
import type { Message } from '@bufbuild/protobuf'
import { checkAnnouncedSize, readBody } from '../../http/body.ts'
import { sendPieces } from '../../http/pieces.ts'
import { maxMessageBytes } from '../kernel/host/host.ts'
import { asRpcError, RpcError, tooLarge } from '../kernel/rpc-errors.ts'
import { isProtobuf, mediaType, parsedJson, readPayload } from '../kernel/transcoding/request-payload.ts'
import { requestMessage, responseBytes, responseJson } from '../kernel/transcoding/transcode.ts'
import { invokeStream, invokeUnary } from './invoke.ts'
import { commonHeaders, type Exchange, writeAnswer } from './responses.ts'
import { responsesInOrder } from './responses-in-order.ts'
import type { RpcTarget } from './rpc-targets.ts'

/** The outcome of a stream whose response began with 200: `200`, or the status of the error in the last line. */
const STATUS_TRAILER = 'Stream-Status'

/** How often an idle stream sends an empty line, so that proxies and clients do not consider it dead. */
export const usualHeartbeatMs = 15_000

/** How long a stream can still fail with its own HTTP status, in milliseconds; then the response begins with 200. */
const beginningMs = 200

interface CallTimes {
  /** Aborts when the caller has disconnected. */
  readonly signal: AbortSignal
  /** After how long without a message a stream sends an empty line. */
  readonly heartbeatMs: number
}

/**
 * Calls the method over plain HTTP: one message for a message, or a line of JSON for every message of a stream.
 *
 * @param query of the request, without the `?`
 * @throws RpcError if the response has not begun
 * @returns the error that a stream ended with after its response had begun
 */
export async function answerCall(
  exchange: Exchange,
  target: RpcTarget,
  query: string,
  times: CallTimes,
): Promise<RpcError | undefined> {
  const { req } = exchange
  const contentType = req.headers['content-type']
  const kind = target.method.methodKind
  const acceptsStream = kind === 'client_streaming' || kind === 'bidi_streaming'
  if (kind !== 'unary' && isProtobuf(contentType) && req.method !== 'GET') {
    throw new RpcError(
      'unsupported_media_type',
      target.errorId,
      `${target.errorId} is a streaming method. Send JSON, or call it over gRPC.`,
    )
  }
  if (acceptsStream && isLines(contentType)) return streamed(exchange, target, lineMessages(exchange, target), times)
  const message = await onlyMessage(exchange, target, query)
  if (kind !== 'unary') return streamed(exchange, target, one(message), times)
  writeMessage(exchange, target, await invokeUnary(target, message, times.signal))
  return undefined
}

async function onlyMessage({ req }: Exchange, target: RpcTarget, query: string): Promise<Message> {
  const verb = req.method ?? 'GET'
  const hasBody = verb !== 'GET' && verb !== 'HEAD'
  const body = hasBody ? await wholeBody(req, target.errorId) : Buffer.alloc(0)
  const { 'content-type': contentType, 'content-encoding': contentEncoding } = req.headers
  const payload = await readPayload({ verb, query, contentType, contentEncoding, body })
  return requestMessage(target, payload)
}

async function wholeBody(req: Exchange['req'], errorId: string): Promise<Buffer> {
  try {
    checkAnnouncedSize(req, maxMessageBytes, errorId)
    return await readBody(req, maxMessageBytes, errorId)
  } catch (failure) {
    throw asRpcError(failure, errorId)
  }
}

async function* one(message: Message): AsyncGenerator<Message> {
  yield message
}

async function* lineMessages({ req }: Exchange, target: RpcTarget): AsyncGenerator<Message> {
  for await (const line of linesOf(req, maxMessageBytes, target.errorId)) yield await messageOfJson(target, line)
}

/** @throws RpcError 400 */
export async function messageOfJson(target: RpcTarget, json: Buffer): Promise<Message> {
  return requestMessage(target, { kind: 'fields', query: undefined, body: await parsedJson(json) })
}

function writeMessage(exchange: Exchange, target: RpcTarget, message: Message): void {
  const contentType = exchange.req.headers['content-type']
  if (isProtobuf(contentType)) writeAnswer(exchange, 200, contentType as string, responseBytes(target, message))
  else writeAnswer(exchange, 200, 'application/json', responseJson(target, message))
}

async function streamed(
  exchange: Exchange,
  target: RpcTarget,
  messages: AsyncIterable<Message>,
  { signal, heartbeatMs }: CallTimes,
): Promise<RpcError | undefined> {
  if (target.method.methodKind === 'client_streaming') {
    for await (const answer of await invokeStream(target, messages, signal)) writeMessage(exchange, target, answer)
    return undefined
  }
  return writeLines(
    exchange,
    target,
    opened(() => invokeStream(target, messages, signal)),
    heartbeatMs,
  )
}

/** The responses from the beginning of the call: many services send their headers only with the first message. */
async function* opened(invoke: () => Promise<AsyncIterable<Message>>): AsyncGenerator<Message> {
  yield* await invoke()
}

async function writeLines(
  exchange: Exchange,
  target: RpcTarget,
  answers: AsyncIterable<Message>,
  heartbeatMs: number,
): Promise<RpcError | undefined> {
  const iterator = answers[Symbol.asyncIterator]()
  const { res } = exchange
  let next: Promise<IteratorResult<Message>> | undefined = iterator.next()
  await within(next, beginningMs)
  if (res.destroyed) {
    void iterator.return?.().then(undefined, () => undefined)
    return undefined
  }
  res.writeHead(200, [...commonHeaders(exchange, LINES_TYPE), 'Trailer', STATUS_TRAILER])
  res.flushHeaders()
  let error: RpcError | undefined
  /**
   * The next line, an empty one if nothing comes; undefined at the end. The message is not kept in memory while it is
   * sent.
   */
  async function nextLine(): Promise<string | Buffer | undefined> {
    next ??= iterator.next()
    const result = await within(next, heartbeatMs)
    if (result === undefined) return '\n'
    next = undefined
    return result.done ? undefined : responsesInOrder.line(target, result.value)
  }
  async function* lines(): AsyncGenerator<string | Buffer> {
    try {
      for (let line = await nextLine(); line !== undefined; line = await nextLine()) yield line
      res.addTrailers({ [STATUS_TRAILER]: '200' })
    } catch (failure) {
      error = asRpcError(failure, target.errorId)
      yield `${JSON.stringify(error.body)}\n`
      res.addTrailers({ [STATUS_TRAILER]: String(error.status) })
    } finally {
      void iterator.return?.().then(undefined, () => undefined)
    }
  }
  await sendPieces(res, lines())
  return error
}

/** The result, or undefined if it takes longer. The caller receives a later failure with its next call. */
async function within<Result>(result: Promise<Result>, timeMs: number): Promise<Result | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, timeMs, undefined)
  // A rejection between two calls must not count as unhandled.
  result.catch(() => undefined)
  try {
    return await Promise.race([result, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The media type of a stream of messages, one JSON document per line. */
const LINES_TYPE = 'application/x-ndjson'

const linesTypes = new Set([LINES_TYPE, 'application/ndjson', 'application/jsonl', 'application/x-jsonlines'])
const newline = 0x0a

/** Whether a body of this Content-Type has one JSON document per line. */
function isLines(contentType: string | undefined): boolean {
  return linesTypes.has(mediaType(contentType))
}

/**
 * The lines of a body as they arrive, without blank ones. Reads no further than its consumer.
 *
 * @throws RpcError 413 for a line over `capBytes`, 400 for an incomplete body
 */
async function* linesOf(body: Readable, capBytes: number, errorId: string): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  const take = () => {
    const line = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
    parts = []
    size = 0
    return line
  }
  const add = (part: Buffer) => {
    size += part.length
    if (size > capBytes) throw tooLarge(errorId, `A line is larger than ${capBytes} bytes.`)
    parts.push(part)
  }
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      let from = 0
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
        add(chunk.subarray(from, end))
        const line = take()
        if (!isBlank(line)) yield line
        from = end + 1
      }
      if (from < chunk.length) add(chunk.subarray(from))
    }
  } catch (failure) {
    if (failure instanceof RpcError) throw failure
    throw new RpcError('invalid_argument', errorId, 'The connection was closed before the body was complete.', {
      cause: failure,
    })
  }
  const last = take()
  if (!isBlank(last)) yield last
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09)
}
