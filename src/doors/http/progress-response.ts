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
 */
export class ProgressResponse {
  readonly #req: IncomingMessage
  readonly #res: ServerResponse
  readonly #requestId: string
  #beat: NodeJS.Timeout | undefined
  #hasBegun = false

  constructor(req: IncomingMessage, res: ServerResponse, requestId: string) {
    this.#req = req
    this.#res = res
    this.#requestId = requestId
  }

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  send(event: string, data: object): void {
    this.#begin()
    this.#write(event, JSON.stringify(data))
  }

  /** Sends the outcome of the call, and ends. */
  end(outcome: Outcome): void {
    const data = outcome.error ? JSON.stringify(errorBody(outcome.error)) : bodyTextOf(outcome)
    this.#begin()
    clearInterval(this.#beat)
    this.#write(outcome.error ? 'error' : 'answer', data)
    this.#res.end()
  }

  #begin(): void {
    const res = this.#res
    if (this.#hasBegun || res.destroyed) return
    this.#hasBegun = true
    this.#beat = setInterval(() => res.write(':\n\n'), beatMs).unref()
    res.once('close', () => clearInterval(this.#beat))
    const cors = this.#req.headers.origin === undefined ? [] : crossOriginHeaders
    res.writeHead(200, [...eventStreamHeaders, 'X-Request-Id', this.#requestId, ...cors])
  }

  /** A client that is too far behind is disconnected. */
  #write(event: string, data: string): void {
    if (this.#res.destroyed) return
    this.#res.write(`event: ${event}\ndata: ${data}\n\n`)
    if (this.#res.writableLength > maxUnreadBytes) this.#res.destroy()
  }
}
