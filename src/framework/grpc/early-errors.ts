import { Code, ConnectError } from '@connectrpc/connect'
import { encodeEnvelope, type UniversalServerResponse } from '@connectrpc/connect/protocol'
import { codeToHttpStatus, errorFromJsonBytes, errorToJsonBytes } from '@connectrpc/connect/protocol-connect'
import { findTrailerError, setTrailerStatus } from '@connectrpc/connect/protocol-grpc'
import { trailerFlag, trailerParse, trailerSerialize } from '@connectrpc/connect/protocol-grpc-web'
import { connectErrorOf, rpcErrorOf } from '../kernel/grpc-errors/grpc-status.ts'

const envelopeHeadBytes = 5

/** Adds the details to the status of a gRPC call if it is connect's own, for a malformed message. */
export function completeStatus(trailer: Headers, id: string): void {
  if (trailer.has('grpc-status-details-bin')) return
  const failure = findTrailerError(trailer)
  if (failure) setTrailerStatus(trailer, connectErrorOf(rpcErrorOf(failure, id)))
}

/**
 * Completes the error of a unary call that failed before its handler was reached, in gRPC-Web and Connect, which carry it
 * in the body. gRPC carries it in the trailer: see completeStatus.
 *
 * @param id of the error: `config.get`
 */
export async function completeBody(answer: UniversalServerResponse, id: string): Promise<UniversalServerResponse> {
  const header = new Headers(answer.header)
  const type = header.get('content-type') ?? ''
  if (type.startsWith('application/grpc-web')) {
    const body = await collected(answer)
    if (((body[0] ?? 0) & trailerFlag) === 0) return { ...answer, body: pieces(body) }
    const trailer = trailerParse(body.subarray(envelopeHeadBytes))
    completeStatus(trailer, id)
    return { ...answer, body: pieces(encodeEnvelope(trailerFlag, trailerSerialize(trailer))) }
  }
  if (answer.status < 400 || type !== 'application/json') return answer
  const given = errorFromJsonBytes(await collected(answer), undefined, new ConnectError('', Code.Unknown))
  const error = connectErrorOf(rpcErrorOf(given, id))
  const body = errorToJsonBytes(error, undefined)
  header.set('content-length', String(body.length))
  return { ...answer, status: codeToHttpStatus(error.code), header, body: pieces(body) }
}

async function collected({ body }: UniversalServerResponse): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body ?? []) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}

async function* pieces(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body
}
