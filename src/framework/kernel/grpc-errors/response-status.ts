import { decodeBinaryHeader, encodeBinaryHeader } from '@connectrpc/connect'
import type { UniversalClientResponse } from '@connectrpc/connect/protocol'
import { findTrailerError } from '@connectrpc/connect/protocol-grpc'
import { withReadableText } from './readable-text.ts'

const MESSAGE = 'grpc-message'
const DETAILS = 'grpc-status-details-bin'
/** The number of `message` in google.rpc.Status. */
const STATUS_MESSAGE_FIELD = 2

/**
 * The response with its gRPC status made readable. A service may send percent signs or bytes that do not decode to UTF-8,
 * and details that are not base64: without this the status would be lost along with the message.
 */
export function withReadableStatus(response: UniversalClientResponse): UniversalClientResponse {
  repair(response.header)
  return { ...response, body: thenRepair(response.body, response.trailer) }
}

/** Passes on errors that readers throw into the body to abort a call. */
function thenRepair(body: AsyncIterable<Uint8Array>, trailer: Headers): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const inner = body[Symbol.asyncIterator]()
      return {
        async next() {
          const result = await inner.next()
          if (result.done) repair(trailer)
          return result
        },
        ...(inner.throw
          ? { throw: (error: unknown) => inner.throw?.(error) as Promise<IteratorResult<Uint8Array>> }
          : {}),
      }
    },
  }
}

function repair(headers: Headers): void {
  const message = headers.get(MESSAGE)
  if (message !== null && !isDecodable(message)) headers.set(MESSAGE, encodeURIComponent(decodedLeniently(message)))
  const details = headers.get(DETAILS)
  if (details === null || isReadable(details)) return
  headers.delete(DETAILS)
  try {
    const readable = withReadableText(decodeBinaryHeader(details), [STATUS_MESSAGE_FIELD])
    headers.set(DETAILS, encodeBinaryHeader(readable))
    if (!isReadable(headers.get(DETAILS) as string)) headers.delete(DETAILS)
  } catch {
    // They are not a message: the code remains.
  }
}

function isReadable(details: string): boolean {
  try {
    findTrailerError(new Headers({ [DETAILS]: details }))
    return true
  } catch {
    return false
  }
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Decodes percent escapes to bytes and the bytes as UTF-8, with U+FFFD for invalid ones. */
function decodedLeniently(text: string): string {
  const bytes: number[] = []
  for (let index = 0; index < text.length; index++) {
    const escaped = /^%([0-9a-f]{2})/i.exec(text.slice(index, index + 3))
    if (escaped) {
      bytes.push(Number.parseInt(escaped[1] as string, 16))
      index += 2
    } else {
      bytes.push(text.charCodeAt(index) & 0xff)
    }
  }
  return new TextDecoder().decode(Uint8Array.from(bytes))
}
