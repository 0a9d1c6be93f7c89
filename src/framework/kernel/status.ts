import { Code, ConnectError } from '@connectrpc/connect'
import { ErrorSchema } from '#generated/proto/errors_pb.js'
import { asRpcError, RpcError, type RpcStatus } from './errors.ts'
import { statusOfCode } from './status-of-code.ts'

/**
 * The gRPC code that stands for an HTTP status. docs/services.md has the same table. Several statuses share a code; the
 * status itself is in the details.
 */
export const codeOfStatus: Readonly<Record<RpcStatus, Code>> = {
  400: Code.InvalidArgument,
  401: Code.Unauthenticated,
  // Trying again helps only when something else was done first: paying.
  402: Code.FailedPrecondition,
  403: Code.PermissionDenied,
  404: Code.NotFound,
  405: Code.Unimplemented,
  408: Code.DeadlineExceeded,
  409: Code.AlreadyExists,
  410: Code.NotFound,
  412: Code.FailedPrecondition,
  413: Code.ResourceExhausted,
  415: Code.InvalidArgument,
  429: Code.ResourceExhausted,
  500: Code.Internal,
  501: Code.Unimplemented,
  502: Code.Unavailable,
  503: Code.Unavailable,
  504: Code.DeadlineExceeded,
}

/** The code for any status of an error: of one that is not in the table, what is the caller's fault is so here as well. */
export function codeOf(status: number): Code {
  return codeOfStatus[status as RpcStatus] ?? (status >= 400 && status < 500 ? Code.InvalidArgument : Code.Unknown)
}

/** What connect's own findings about what arrived stand for: there the exhausted resource is room for the message. */
const statusOfFinding: Readonly<Record<Code, RpcStatus>> = { ...statusOfCode, [Code.ResourceExhausted]: 413 }

/** Connect calls these internal, and they are about the bytes that a caller sent. */
const aboutTheMessage = /^(parse binary: |received compressed envelope, but )/

/** Message and details are headers, percent-encoded and in Base64, of which clients read 8 to 16 KiB in all. */
const maxDetailBytes = 1024

/**
 * A failure as the callers of a service may see it.
 *
 * @param id of the error where the failure has none of its own: `config.get`
 */
export function rpcErrorOf(failure: unknown, id: string): RpcError {
  if (failure instanceof ConnectError) {
    const status = aboutTheMessage.test(failure.rawMessage) ? 400 : statusOfFinding[failure.code]
    if (status !== 500) return new RpcError(status, id, failure.rawMessage, { cause: failure })
  }
  return asRpcError(failure, id)
}

/**
 * The error in gRPC's form: the code that stands for its status, its JSON body as the message, and itself as the first
 * detail.
 */
export function connectErrorOf(error: RpcError): ConnectError {
  const body = { ...error.body, detail: shortened(error.body.detail) }
  const metadata = error.retryAfterS === undefined ? undefined : { 'retry-after': String(Math.ceil(error.retryAfterS)) }
  return new ConnectError(
    JSON.stringify(body),
    codeOf(error.code),
    metadata,
    [{ desc: ErrorSchema, value: body }],
    error.cause ?? error,
  )
}

/** A lone surrogate has no percent-encoding: the header could not be written, and the error would be lost with it. */
function shortened(detail: string): string {
  const text = detail.toWellFormed()
  if (Buffer.byteLength(text) <= maxDetailBytes) return text
  // A character that is cut in two comes out as U+FFFD.
  return `${Buffer.from(text)
    .subarray(0, maxDetailBytes)
    .toString('utf8')
    .replace(/\ufffd+$/, '')}…`
}

/** `invalid_argument`; `unknown` for a number that is no code. */
export function codeName(code: Code): string {
  return (Code[code] ?? Code[Code.Unknown]).replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
}
