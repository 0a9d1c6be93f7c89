import type { Readable } from 'node:stream'
import { RpcError } from '../rpc-errors.ts'
import { mediaType } from './request-payload.ts'

/** The media type of a stream of messages, one JSON document per line. */
export const LINES_TYPE = 'application/x-ndjson'

const linesTypes = new Set([LINES_TYPE, 'application/ndjson', 'application/jsonl', 'application/x-jsonlines'])
const newline = 0x0a

/** Whether a body of this Content-Type has one JSON document per line. */
export function isLines(contentType: string | undefined): boolean {
  return linesTypes.has(mediaType(contentType))
}

/**
 * The lines of a body as they arrive, without blank ones. Reads no further than its consumer.
 *
 * @throws RpcError 413 for a line over `capBytes`, 400 for an incomplete body
 */
export async function* linesOf(body: Readable, capBytes: number, errorId: string): AsyncGenerator<Buffer> {
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
    if (size > capBytes) throw new RpcError('too_large', errorId, `A line is larger than ${capBytes} bytes.`)
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
    throw new RpcError('invalid_argument', errorId, 'The connection broke off before the body was complete.', {
      cause: failure,
    })
  }
  const last = take()
  if (!isBlank(last)) yield last
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09)
}
