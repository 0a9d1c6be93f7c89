import { STATUS_CODES } from 'node:http'
import { BinaryReader } from '@bufbuild/protobuf/wire'
import { Code, ConnectError } from '@connectrpc/connect'
import { codeOfServiceStatus, type ErrorCode, serviceStatusOf } from '#runtime/base/errors.ts'
import { RpcError } from '../errors.ts'
import { errorCodeOfGrpc } from './error-code-of-grpc.ts'

/** UTF-16 units, because what bounds it is the memory and the headers it ends up in. */
const maxDetailUnits = 4096

/** Text of another process as JSON and headers can carry it: well-formed, no control characters, of bounded length. */
export function presentable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get into a header or a log.
  const clean = text.toWellFormed().replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '\ufffd')
  return clean.length > maxDetailUnits ? `${clean.slice(0, maxDetailUnits).toWellFormed()}…` : clean
}

interface ToldError {
  id: string
  code: number
  detail: string
}

/** The fields of an `errors.Error` on the wire: string id = 1, int32 code = 2, string detail = 3, string status = 4. */
function errorMessage(bytes: Uint8Array): ToldError | undefined {
  const told = { id: '', code: 0, detail: '' }
  try {
    const reader = new BinaryReader(bytes)
    while (reader.pos < reader.len) {
      const [field, wireType] = reader.tag()
      if (field === 1) told.id = reader.string()
      else if (field === 2) told.code = reader.int32()
      else if (field === 3) told.detail = reader.string()
      else reader.skip(wireType)
    }
  } catch {
    return undefined
  }
  return told.code > 0 ? told : undefined
}

/** The JSON body of an error where a whole message is one. */
function errorJson(text: string): ToldError | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const { id, code, detail } = JSON.parse(text) as Record<string, unknown>
    if (typeof code !== 'number' || !Number.isInteger(code) || code <= 0) return undefined
    return { id: typeof id === 'string' ? id : '', code, detail: typeof detail === 'string' ? detail : '' }
  } catch {
    return undefined
  }
}

function toldBy(error: ConnectError): ToldError | undefined {
  for (const detail of error.details) {
    if ('type' in detail && detail.type === 'errors.Error') {
      const told = errorMessage(detail.value)
      if (told) return told
    }
  }
  return errorJson(error.rawMessage)
}

/** Seconds until a retry makes sense, by the service's own word. */
function retryAfterOf({ metadata }: ConnectError): number | undefined {
  const text = metadata.get('retry-after')
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** What the service itself answered: its own error body, out of the details or the message, or its gRPC code. */
function fromService(error: ConnectError, id: string): RpcError {
  const told = toldBy(error)
  const code = told ? codeOfServiceStatus(told.code) : (errorCodeOfGrpc[error.code] ?? 'internal')
  const detail = presentable(told ? told.detail : error.rawMessage)
  const message = detail || `The service answered ${STATUS_CODES[serviceStatusOf(code)]}.`
  return new RpcError(code, presentable(told?.id || id), message, { cause: error, retryAfterS: retryAfterOf(error) })
}

/** A call that went to a service, for the sentences about what went wrong with it. */
export interface UpstreamCall {
  /** Of the error: see errorIdOf. */
  readonly id: string
  readonly service: string
  readonly timeoutMs: number | undefined
  readonly maxMessageBytes: number
}

/**
 * What the caller is told about a call that failed: the service's own error where it answered one, 502 where it could
 * not be reached, died or answered what is no gRPC, 504 where it took too long.
 */
export function upstreamError(failure: unknown, call: UpstreamCall): RpcError {
  if (failure instanceof RpcError) return failure
  const error = ConnectError.from(failure)
  if (error.cause instanceof RpcError) return error.cause
  if (error.isWireError) return fromService(error, call.id)
  const { service, id } = call
  const told = (code: ErrorCode, detail: string) => new RpcError(code, id, detail, { cause: failure })
  switch (error.code) {
    case Code.DeadlineExceeded:
      return told('upstream_timeout', `The service ${service} did not answer within ${(call.timeoutMs ?? 0) / 1000} s.`)
    case Code.ResourceExhausted:
      if (error.rawMessage.includes('writeMaxBytes'))
        return told(
          'too_large',
          `The message for ${service} is larger than the ${call.maxMessageBytes} bytes that are passed on.`,
        )
      if (error.rawMessage.includes('readMaxBytes'))
        return told(
          'upstream_failed',
          `The service ${service} answered more than the ${call.maxMessageBytes} bytes of a message.`,
        )
      break
    case Code.InvalidArgument:
      return told('upstream_failed', `The answer of the service ${service} does not fit its descriptors.`)
  }
  if (/^HTTP \d+$/.test(error.rawMessage) || error.rawMessage.startsWith('unsupported content type'))
    return told('upstream_failed', `The service ${service} does not speak gRPC: ${presentable(error.rawMessage)}.`)
  return told('upstream_failed', `The service ${service} broke the call off before it had answered; it may have run.`)
}

/** Of a call that whoever made it gave up. */
export function givenUp(call: UpstreamCall, cause: unknown): RpcError {
  return new RpcError('request_timeout', call.id, `The call to ${call.service} was given up.`, { cause })
}
