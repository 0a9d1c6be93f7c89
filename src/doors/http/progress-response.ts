import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorBody } from '#runtime/base/errors.ts'
import type { Outcome } from '#runtime/calls/outcome.ts'
import { bodyTextOf } from '#runtime/calls/response.ts'
import { eventStreamHeaders } from '#runtime/live/server-sent-events.ts'
import { crossOriginHeaders } from '../../http/cors.ts'

const beatMs = 15_000
/** How much may wait for a client that does not read. */
const maxUnreadBytes = 1024 * 1024

/** Whether a client prefers server-sent events to JSON. */
export function wantsEvents(accept: string | undefined): boolean {
  if (accept === undefined) return false
  const weights = new Map(
    accept
      .toLowerCase()
      .split(',')
      .map((entry) => {
        const [type = '', ...parameters] = entry.split(';').map((part) => part.trim())
        const weight = parameters.find((each) => each.startsWith('q='))?.slice(2)
        return [type, weight === undefined ? 1 : Number(weight)] as const
      }),
  )
  const events = weights.get('text/event-stream') ?? 0
  return events > 0 && events >= (weights.get('application/json') ?? 0)
}

/**
 * The response to a call that reports its progress. Nothing is sent before the first event, so that a rejected call has
 * the status of its error.
 *
 * @param more headers of its operation, as alternating names and values
 */
export function progressResponse(
  req: IncomingMessage,
  res: ServerResponse,
  requestId: string,
  more: readonly string[] = [],
) {
  let beat: NodeJS.Timeout | undefined

  function begin(): void {
    if (beat || res.destroyed) return
    beat = setInterval(() => res.write(':\n\n'), beatMs).unref()
    res.once('close', () => clearInterval(beat))
    const cors = req.headers.origin === undefined ? [] : crossOriginHeaders
    res.writeHead(200, [...eventStreamHeaders, 'X-Request-Id', requestId, ...cors, ...more])
  }

  /** A client that is too far behind is disconnected. */
  function send(event: string, data: string): void {
    begin()
    if (res.destroyed) return
    res.write(`event: ${event}\ndata: ${data}\n\n`)
    if (res.writableLength > maxUnreadBytes) res.destroy()
  }

  return {
    get hasBegun(): boolean {
      return beat !== undefined
    },
    send: (event: string, data: object) => send(event, JSON.stringify(data)),
    /** Sends the outcome of the call, and ends. */
    end(outcome: Outcome): void {
      const data = outcome.error ? JSON.stringify(errorBody(outcome.error)) : bodyTextOf(outcome)
      send(outcome.error ? 'error' : 'answer', data)
      clearInterval(beat)
      res.end()
    },
  }
}
