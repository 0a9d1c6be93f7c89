import type { ServerResponse } from 'node:http'
import type { Message } from '@bufbuild/protobuf'
import { checkAnnouncedSize, readBody } from '../../doors/http/body.ts'
import { asRpcError, RpcError } from '../kernel/errors.ts'
import { maxMessageBytes } from '../kernel/host/host.ts'
import { isLines, LINES_TYPE, linesOf } from '../kernel/transcoding/lines.ts'
import { isProtobuf, parsedJson, readPayload } from '../kernel/transcoding/payload.ts'
import { answerBytes, answerJson, requestMessage } from '../kernel/transcoding/transcode.ts'
import { commonHeaders, type Exchange, writeAnswer } from './answers.ts'
import { invokeStream, invokeUnary } from './invoke.ts'
import type { RpcTarget } from './targets.ts'

/** The outcome of a stream whose response began with 200: `200`, or the status of the error in the last line. */
const STATUS_TRAILER = 'Stream-Status'

/** How long a stream can still fail with an HTTP status of its own, in milliseconds; then the response begins with 200. */
const beginningMs = 200

/**
 * Calls the method over plain HTTP: one message for a message, or a line of JSON for every message of a stream.
 *
 * @param query of the request, without the `?`
 * @param signal aborts when the caller is gone
 * @throws RpcError if the response has not begun
 * @returns the error that a stream ended with after its response had begun
 */
export async function answerCall(
  exchange: Exchange,
  target: RpcTarget,
  query: string,
  signal: AbortSignal,
): Promise<RpcError | undefined> {
  const { req } = exchange
  const contentType = req.headers['content-type']
  const kind = target.method.methodKind
  const takesStream = kind === 'client_streaming' || kind === 'bidi_streaming'
  if (kind !== 'unary' && isProtobuf(contentType) && req.method !== 'GET') {
    throw new RpcError(
      'unsupported_media_type',
      target.errorId,
      `${target.errorId} is a streaming method: send JSON, or call it over gRPC.`,
    )
  }
  if (takesStream && isLines(contentType)) return streamed(exchange, target, lineMessages(exchange, target), signal)
  const message = await onlyMessage(exchange, target, query)
  if (kind !== 'unary') return streamed(exchange, target, one(message), signal)
  writeMessage(exchange, target, await invokeUnary(target, message, signal))
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
  for await (const line of linesOf(req, maxMessageBytes, target.errorId)) yield messageOfJson(target, line)
}

/** @throws RpcError 400 */
export function messageOfJson(target: RpcTarget, json: Buffer): Message {
  return requestMessage(target, { kind: 'fields', query: undefined, body: parsedJson(json) })
}

function writeMessage(exchange: Exchange, target: RpcTarget, message: Message): void {
  const contentType = exchange.req.headers['content-type']
  if (isProtobuf(contentType)) writeAnswer(exchange, 200, contentType as string, answerBytes(target, message))
  else writeAnswer(exchange, 200, 'application/json', answerJson(target, message))
}

async function streamed(
  exchange: Exchange,
  target: RpcTarget,
  messages: AsyncIterable<Message>,
  signal: AbortSignal,
): Promise<RpcError | undefined> {
  const answers = await invokeStream(target, messages, signal)
  if (target.method.methodKind === 'client_streaming') {
    for await (const answer of answers) writeMessage(exchange, target, answer)
    return undefined
  }
  return writeLines(exchange, target, answers)
}

async function writeLines(
  exchange: Exchange,
  target: RpcTarget,
  answers: AsyncIterable<Message>,
): Promise<RpcError | undefined> {
  const iterator = answers[Symbol.asyncIterator]()
  const { res } = exchange
  let next = iterator.next()
  await begun(next)
  if (res.destroyed) return undefined
  res.writeHead(200, [...commonHeaders(exchange, LINES_TYPE), 'Trailer', STATUS_TRAILER])
  res.flushHeaders()
  try {
    for (let result = await next; !result.done; result = await next) {
      await writeLine(res, answerJson(target, result.value))
      next = iterator.next()
    }
    endLines(res, 200)
    return undefined
  } catch (failure) {
    const error = asRpcError(failure, target.errorId)
    if (!res.destroyed) await writeLine(res, JSON.stringify(error.body))
    endLines(res, error.status)
    return error
  } finally {
    void iterator.return?.().then(undefined, () => undefined)
  }
}

/**
 * Waits for the first message, or until it is clear that it takes time. A failure until then gets its own status.
 */
async function begun(first: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, beginningMs)
  try {
    await Promise.race([first, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves when the client can take more: a slow reader slows the service down, and nothing accumulates here. */
function writeLine(res: ServerResponse, json: string): Promise<void> {
  if (res.destroyed || res.write(`${json}\n`)) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      res.off('drain', done)
      res.off('close', done)
      resolve()
    }
    res.once('drain', done)
    res.once('close', done)
  })
}

function endLines(res: ServerResponse, status: number): void {
  if (res.destroyed) return
  res.addTrailers({ [STATUS_TRAILER]: String(status) })
  res.end()
}
