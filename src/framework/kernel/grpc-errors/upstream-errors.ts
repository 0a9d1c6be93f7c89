import { STATUS_CODES } from 'node:http'
import { fromBinary } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { ErrorSchema } from '#generated/proto/errors_pb.js'
import { codeOfServiceStatus, type ErrorCode, serviceStatusOf } from '#runtime/base/errors.ts'
import { RpcError, tooLarge } from '../rpc-errors.ts'
import { errorCodeOfGrpc } from './grpc-status.ts'
import { withReadableText } from './readable-text.ts'

/** In UTF-16 units, because it bounds memory and headers. */
const maxDetailUnits = 4096

/** Text of another process, made safe for JSON and headers: well-formed, bounded, without control characters. */
export function presentable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not get into a header or a log.
  const clean = text.toWellFormed().replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '\ufffd')
  return clean.length > maxDetailUnits ? `${clean.slice(0, maxDetailUnits).toWellFormed()}…` : clean
}

interface ServiceError {
  id: string
  code: number
  detail: string
}

const { id, detail, status } = ErrorSchema.field
const errorTexts = [id, detail, status].map(({ number }) => number)

/** The fields of an `errors.Error`. */
function errorMessage(bytes: Uint8Array): ServiceError | undefined {
  try {
    const error = fromBinary(ErrorSchema, withReadableText(bytes, errorTexts))
    return error.code > 0 ? error : undefined
  } catch {
    return undefined
  }
}

/** The error whose JSON body is the whole text. */
function errorJson(text: string): ServiceError | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const { id, code, detail } = JSON.parse(text) as Record<string, unknown>
    if (typeof code !== 'number' || !Number.isInteger(code) || code <= 0) return undefined
    return { id: typeof id === 'string' ? id : '', code, detail: typeof detail === 'string' ? detail : '' }
  } catch {
    return undefined
  }
}

function serviceErrorIn(error: ConnectError): ServiceError | undefined {
  for (const detail of error.details) {
    if ('type' in detail && detail.type === 'errors.Error') {
      const decoded = errorMessage(detail.value)
      if (decoded) return decoded
    }
  }
  return errorJson(error.rawMessage)
}

/** Seconds after which a retry is worthwhile, according to the service. */
function retryAfterOf({ metadata }: ConnectError): number | undefined {
  const text = metadata.get('retry-after')
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** The service's own error: its error body from the details or the message, or else its gRPC code. */
function fromService(error: ConnectError, { id, service }: UpstreamCall): RpcError {
  const own = serviceErrorIn(error)
  const code = own ? codeOfServiceStatus(own.code) : (errorCodeOfGrpc[error.code] ?? 'internal')
  const detail = presentable(own ? own.detail : error.rawMessage)
  const status = own && isErrorStatus(own.code) ? own.code : serviceStatusOf(code)
  const message = detail || `The service returned ${STATUS_CODES[status] ?? status}.`
  const options = { cause: error, retryAfterS: retryAfterOf(error), status, service }
  return new RpcError(code, presentable(own?.id || id), message, options)
}

function isErrorStatus(status: number): boolean {
  return status >= 400 && status <= 599
}

/** A call to a service, for error messages about it. */
export interface UpstreamCall {
  /** Of the error: see errorIdOf. */
  readonly id: string
  readonly service: string
  readonly timeoutMs: number | undefined
  readonly maxMessageBytes: number
}

/**
 * The error for a failed call: the service's own error if it returned one, 502 if it was unreachable, crashed or did not
 * return gRPC, 504 if it took too long.
 */
export function upstreamError(failure: unknown, call: UpstreamCall): RpcError {
  if (failure instanceof RpcError) return failure
  const error = ConnectError.from(failure)
  const { service, id } = call
  if (error.cause instanceof RpcError) {
    const { code, id: ofCause, message, status } = error.cause
    return new RpcError(code, ofCause, message, { cause: error.cause, status, service })
  }
  if (error.isWireError) return fromService(error, call)
  const failed = (code: ErrorCode, detail: string) => new RpcError(code, id, detail, { cause: failure, service })
  switch (error.code) {
    case Code.DeadlineExceeded:
      return failed(
        'upstream_timeout',
        `The service ${service} did not respond within ${(call.timeoutMs ?? 0) / 1000} s.`,
      )
    case Code.ResourceExhausted:
      if (error.rawMessage.includes('writeMaxBytes'))
        return tooLarge(id, `The message for ${service} is larger than the allowed ${call.maxMessageBytes} bytes.`)
      if (error.rawMessage.includes('readMaxBytes'))
        return failed(
          'upstream_failed',
          `The service ${service} returned a message larger than ${call.maxMessageBytes} bytes.`,
        )
      break
    case Code.InvalidArgument:
      return failed(
        'upstream_failed',
        `The response from the service ${service} does not match the service's descriptors.`,
      )
  }
  if (/^HTTP \d+$/.test(error.rawMessage) || error.rawMessage.startsWith('unsupported content type'))
    return failed('upstream_failed', `The service ${service} does not support gRPC: ${presentable(error.rawMessage)}.`)
  return failed('upstream_failed', `The service ${service} ended the call before responding. The call may have run.`)
}

/** The error for a call that its caller cancelled. */
export function cancelled(call: UpstreamCall, cause: unknown): RpcError {
  return new RpcError('request_timeout', call.id, `The call to ${call.service} was cancelled.`, { cause })
}
