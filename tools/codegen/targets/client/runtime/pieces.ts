import { OnedoorError } from './errors.ts'
import { startTimeLimit, unlessEnded } from './time-limit.ts'
import { reasonOf, type Transport } from './transport.ts'
import type { CallOptions } from './types.ts'

type Reader = ReadableStreamDefaultReader<Uint8Array>
type Piece = Awaited<ReturnType<Reader['read']>>

/**
 * The next piece of a response that is read while it arrives. Throws `network` when the connection breaks, is silent
 * for longer than `timeoutMs`, or is ended by the caller's signal.
 */
export async function readPiece(
  transport: Transport,
  id: string,
  requestId: string,
  reader: Reader,
  options: CallOptions,
): Promise<Piece> {
  const { timeoutMs } = transport.limitsOf(options)
  const silence = startTimeLimit(transport.clock, timeoutMs, options.signal)
  try {
    return await unlessEnded(silence.signal, () => reader.read())
  } catch (cause) {
    throw lost(id, requestId, silence.isOver() ? `it was silent for ${timeoutMs} ms` : reasonOf(cause), cause)
  } finally {
    silence.stop()
  }
}

/** The error `network` for a response that ended too early. */
export function lost(operation: string, requestId: string, reason: string, cause?: unknown): OnedoorError {
  return new OnedoorError(`${operation} lost its connection: ${reason}.`, {
    code: 'network',
    operation,
    requestId,
    cause,
  })
}
