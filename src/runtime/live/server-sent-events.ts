import type { LiveStream } from './types.ts'

/**
 * The headers of server-sent events. Proxies are told to pass them on as they come: `no-transform` keeps them from
 * compressing, which gathers, and nginx gathers unless X-Accel-Buffering says no.
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

/**
 * A stream as server-sent events. A stream that the server ends says so with an event `end`, and with `retry` when to come
 * back. The stream is closed when the reader leaves.
 */
export async function* eventStreamText(stream: LiveStream): AsyncGenerator<string, void> {
  try {
    yield `retry: ${stream.retryMs}\n\n`
    for await (const item of stream) {
      yield item === 'beat' ? ':\n\n' : `id: ${item.id}\nevent: ${item.event}\ndata: ${item.data}\n\n`
    }
    const { end, retryMs } = stream
    if (end === 'stopping') yield `retry: ${retryMs}\nevent: end\ndata: {"reason":"stopping"}\n\n`
    if (end === 'lost') yield 'event: end\ndata: {"reason":"lost"}\n\n'
  } finally {
    stream.close()
  }
}
