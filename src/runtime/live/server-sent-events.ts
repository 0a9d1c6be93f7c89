import type { LiveEvent, LiveStream } from './types.ts'

/**
 * The headers of server-sent events. They make proxies forward events immediately: `no-transform` prevents compression,
 * which buffers, and nginx buffers without X-Accel-Buffering.
 */
export const eventStreamHeaders: readonly string[] = [
  'Content-Type',
  'text/event-stream; charset=utf-8',
  'Cache-Control',
  'no-store, no-transform',
  'X-Accel-Buffering',
  'no',
  'X-Content-Type-Options',
  'nosniff',
]

/** The bytes of an event, shared by all readers of its channel and encoded for the first of them. */
const encoded = new WeakMap<LiveEvent, Uint8Array>()

function bytesOf(event: LiveEvent): Uint8Array {
  const known = encoded.get(event)
  if (known) return known
  const bytes = Buffer.from(`id: ${event.id}\nevent: ${event.event}\ndata: ${event.data}\n\n`)
  encoded.set(event, bytes)
  return bytes
}

/**
 * A stream as server-sent events. If the server ends the stream, it sends an event `end`, with the time to reconnect
 * in `retry`. The stream is closed when the reader disconnects.
 */
export async function* eventStreamText(stream: LiveStream): AsyncGenerator<string | Uint8Array, void> {
  try {
    yield `retry: ${stream.retryMs}\n\n`
    for await (const item of stream) {
      yield item === 'beat' ? ':\n\n' : bytesOf(item)
    }
    const { end, retryMs } = stream
    if (end === 'stopping') yield `retry: ${retryMs}\nevent: end\ndata: {"reason":"stopping"}\n\n`
    if (end === 'lost' || end === 'over') yield `event: end\ndata: {"reason":"${end}"}\n\n`
  } finally {
    stream.close()
  }
}
