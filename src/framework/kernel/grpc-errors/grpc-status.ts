import { Code, ConnectError } from '@connectrpc/connect'
import { ErrorSchema } from '#generated/proto/errors_pb.js'
import { type ErrorCode, errorCodes, type GrpcCode } from '#runtime/base/errors.ts'
import { asRpcError, RpcError } from '../rpc-errors.ts'

/** The meaning of a gRPC code that came without details. */
export const errorCodeOfGrpc: Readonly<Record<Code, ErrorCode>> = {
  [Code.Canceled]: 'request_timeout',
  [Code.Unknown]: 'internal',
  [Code.InvalidArgument]: 'invalid_argument',
  [Code.DeadlineExceeded]: 'upstream_timeout',
  [Code.NotFound]: 'not_found',
  [Code.AlreadyExists]: 'conflict',
  [Code.PermissionDenied]: 'permission_denied',
  [Code.ResourceExhausted]: 'rate_limited',
  [Code.FailedPrecondition]: 'failed_precondition',
  [Code.Aborted]: 'conflict',
  [Code.OutOfRange]: 'invalid_argument',
  [Code.Unimplemented]: 'not_implemented',
  [Code.Internal]: 'internal',
  [Code.Unavailable]: 'unavailable',
  [Code.DataLoss]: 'internal',
  [Code.Unauthenticated]: 'unauthenticated',
}

const codesByName = Object.fromEntries(
  Object.values(Code).flatMap((code) => (typeof code === 'number' ? [[codeName(code).toUpperCase(), code]] : [])),
) as Record<GrpcCode, Code>

/** The gRPC code of an error. */
export function grpcCodeOf({ code }: { readonly code: ErrorCode }): Code {
  return codesByName[errorCodes[code].grpc]
}

/**
 * Codes of errors that connect itself reports about a request: there the exhausted resource is space for the message.
 */
const errorCodeOfConnect: typeof errorCodeOfGrpc = { ...errorCodeOfGrpc, [Code.ResourceExhausted]: 'too_large' }

/** Connect calls these internal, but they are about the bytes that the caller sent. */
const aboutTheMessage = /^(parse binary: |received compressed envelope, but )/

/** Message and details are headers, in percent-encoding and Base64; clients accept 8 to 16 KiB of headers in all. */
const maxDetailBytes = 1024

/**
 * The error that callers of a service get for a failure.
 *
 * @param id of the error, if the failure has none: `config.get`
 */
export function rpcErrorOf(failure: unknown, id: string): RpcError {
  if (failure instanceof ConnectError) {
    const code = aboutTheMessage.test(failure.rawMessage) ? 'invalid_argument' : errorCodeOfConnect[failure.code]
    if (code !== 'internal') return new RpcError(code, id, failure.rawMessage, { cause: failure })
  }
  return asRpcError(failure, id)
}

/**
 * The error in gRPC's form: the code for its status, its JSON body as the message, and itself as the first detail.
 */
export function connectErrorOf(error: RpcError): ConnectError {
  const body = { ...error.body, detail: shortened(error.body.detail) }
  const metadata = error.retryAfterS === undefined ? undefined : { 'retry-after': String(Math.ceil(error.retryAfterS)) }
  return new ConnectError(
    JSON.stringify(body),
    grpcCodeOf(error),
    metadata,
    [{ desc: ErrorSchema, value: body }],
    error.cause ?? error,
  )
}

/** A lone surrogate has no percent-encoding: the header could not be written, and the error would be lost. */
function shortened(detail: string): string {
  const text = detail.toWellFormed()
  if (Buffer.byteLength(text) <= maxDetailBytes) return text
  // A character that is cut in two becomes U+FFFD.
  return `${Buffer.from(text)
    .subarray(0, maxDetailBytes)
    .toString('utf8')
    .replace(/\ufffd+$/, '')}…`
}

/** `invalid_argument`; `unknown` for an unknown number. */
export function codeName(code: Code): string {
  return (Code[code] ?? Code[Code.Unknown]).replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
}
