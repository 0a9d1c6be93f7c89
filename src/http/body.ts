import type { IncomingMessage } from 'node:http'
import { ApiError } from '../runtime/base/errors.ts'
import { truncate } from '../runtime/base/text/quote.ts'
import { bodyTooLarge } from '../runtime/calls/large-bodies.ts'
import type { Arrival } from '../runtime/limits/incoming-bytes.ts'

const droppedBodyBytes = 64 * 1024

/** Rejects a body whose announced length exceeds the cap, before a byte of it is read. */
export function checkAnnouncedSize(req: IncomingMessage, capBytes: number, operationId: string): void {
  const announced = req.headers['content-length']
  if (announced !== undefined && Number(announced) > capBytes) throw bodyTooLarge(capBytes, operationId)
}

/** The announced size of a body. */
export function announcedBytes({ headers }: IncomingMessage): number | 'unannounced' {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : 'unannounced'
}

/**
 * Rejects a body that is not JSON.
 *
 * @throws ApiError unsupported_media_type
 */
export function checkMediaType(req: IncomingMessage): void {
  const encoding = req.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new ApiError('unsupported_media_type', 'The body must be sent without Content-Encoding.')
  }
  const type = req.headers['content-type']
  if (type === 'application/json') return
  if (type === undefined && !hasBody(req)) return
  const [media = '', ...parameters] = (type ?? '').split(';').map((part) => part.trim().toLowerCase())
  const charset = parameters
    .find((part) => part.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '')
  if (media === 'application/json' && (charset === undefined || charset === 'utf-8' || charset === 'utf8')) return
  throw new ApiError(
    'unsupported_media_type',
    `The body must be JSON in UTF-8. Send Content-Type: application/json${type ? `, not ${truncate(type, 100)}` : ''}.`,
  )
}

/**
 * Rejects a body that is not a form.
 *
 * @throws ApiError unsupported_media_type
 */
export function checkFormType({ headers }: IncomingMessage): void {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded' && headers['content-encoding'] === undefined) return
  throw new ApiError(
    'unsupported_media_type',
    'The body must be a form. Send Content-Type: application/x-www-form-urlencoded, without Content-Encoding.',
  )
}

function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
}

/**
 * The whole body: at once if all of it has arrived, which costs less than listening for it.
 *
 * @param arrival counts what arrives
 * @throws ApiError too_large as soon as more than `capBytes` have arrived; invalid_argument when the client breaks off
 */
export function readBody(
  req: IncomingMessage,
  capBytes: number,
  operationId: string,
  arrival?: Arrival,
): Buffer | Promise<Buffer> {
  const present = presentBody(req)
  if (present && present.length <= capBytes) {
    arrival?.take(present.length)
    return present
  }
  if (present) throw bodyTooLarge(capBytes, operationId)
  const chunks: Buffer[] = []
  const take = (chunk: Buffer) => void chunks.push(chunk)
  const whole = () => (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))
  return received(req, take, whole, { capBytes, operationId, arrival })
}

/**
 * A body of announced length that Node has completely. What arrived with the head is available once the microtasks run.
 */
function presentBody(req: IncomingMessage): Buffer | undefined {
  const { readableLength: bytes } = req
  if (bytes === 0 || bytes !== Number(req.headers['content-length'])) return undefined
  return (req.read() as Buffer | null) ?? undefined
}

/**
 * Passes on the body as it arrives. Resolves when all of it has arrived.
 *
 * @param arrival counts what arrives
 * @throws ApiError as `readBody` does
 */
export function readPieces(
  req: IncomingMessage,
  capBytes: number,
  operationId: string,
  take: (chunk: Buffer) => void,
  arrival?: Arrival,
): Promise<void> {
  return received(req, take, () => undefined, { capBytes, operationId, arrival })
}

/** Resolves with `whole()` when all of the body has been taken. */
function received<Whole>(
  req: IncomingMessage,
  take: (chunk: Buffer) => void,
  whole: () => Whole,
  { capBytes, operationId, arrival }: { capBytes: number; operationId: string; arrival: Arrival | undefined },
): Promise<Whole> {
  // A request without a body has already ended, and no event reports it.
  if (req.readableEnded) return Promise.resolve(whole())
  // Nor one that has closed: the client may have left while its credentials were checked.
  if (req.destroyed) return Promise.reject(brokenOff())
  return new Promise((resolve, reject) => {
    let size = 0
    const onData = (chunk: Buffer) => {
      size += chunk.length
      try {
        if (size > capBytes) throw bodyTooLarge(capBytes, operationId)
        arrival?.take(chunk.length)
        take(chunk)
      } catch (failure) {
        req.off('data', onData)
        req.resume()
        reject(failure)
      }
    }
    req.on('data', onData)
    req.on('end', () => {
      // Node removes remaining listeners when the response is sent, at a greater cost.
      req.off('data', onData)
      if (size <= capBytes) resolve(whole())
    })
    // Node reports a request that broke off by closing it; it raises an error only if there is a listener for one.
    req.on('close', () => {
      if (!req.readableEnded) reject(brokenOff())
    })
  })
}

function brokenOff(): ApiError {
  return new ApiError('invalid_argument', 'The connection was closed before the body was complete.')
}

const lingerMs = 2000

/**
 * Closes the connection after a response whose request has not arrived completely, as RFC 9112 (9.6) requires: our side
 * at once, the other when the client does or times out. What arrives until then is dropped. Closing both at once would
 * make the client's system discard the response unread.
 */
export function lingerAfter({ socket }: Pick<IncomingMessage, 'socket'>): void {
  // Node calls this when the response is written.
  socket.destroySoon = () => {
    if (socket.destroyed) return
    const cut = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(cut))
    socket.end()
  }
}

/**
 * Whether Node may read and drop the rest of a rejected body, so that the connection serves the next request. For a
 * longer body, or one of unknown length, closing costs less.
 */
export function isShortBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= droppedBodyBytes
}
