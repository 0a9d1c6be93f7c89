import { STATUS_CODES } from 'node:http'
import { BinaryReader } from '@bufbuild/protobuf/wire'
import { Code, ConnectError } from '@connectrpc/connect'
import { isRpcStatus, RpcError, type RpcStatus } from './errors.ts'
import { statusOfCode } from './status-of-code.ts'

const maxDetailChars = 4096

/** Text of another process as JSON and headers can carry it: well-formed, no control characters, of bounded length. */
export function presentable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get into a header or a log.
  const clean = text.toWellFormed().replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '\ufffd')
  return clean.length > maxDetailChars ? `${clean.slice(0, maxDetailChars).toWellFormed()}…` : clean
}

/** The status closest to what a service said. */
function statusFrom(code: number): RpcStatus {
  if (isRpcStatus(code)) return code
  return code >= 400 && code < 500 ? 400 : 500
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

/** What the service itself answered: its own error body, out of the details or the message, or its gRPC code. */
function fromService(error: ConnectError, id: string): RpcError {
  const told = toldBy(error)
  const code = told ? statusFrom(told.code) : (statusOfCode[error.code] ?? 500)
  const detail = presentable(told ? told.detail : error.rawMessage)
  return new RpcError(code, presentable(told?.id || id), detail || `The service answered ${STATUS_CODES[code]}.`, {
    cause: error,
  })
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
  const told = (code: RpcStatus, detail: string) => new RpcError(code, id, detail, { cause: failure })
  switch (error.code) {
    case Code.DeadlineExceeded:
      return told(504, `The service ${service} did not answer within ${(call.timeoutMs ?? 0) / 1000} s.`)
    case Code.ResourceExhausted:
      if (error.rawMessage.includes('writeMaxBytes'))
        return told(
          413,
          `The message for ${service} is larger than the ${call.maxMessageBytes} bytes that are passed on.`,
        )
      if (error.rawMessage.includes('readMaxBytes'))
        return told(502, `The service ${service} answered more than the ${call.maxMessageBytes} bytes of a message.`)
      break
    case Code.InvalidArgument:
      return told(502, `The answer of the service ${service} does not fit its descriptors.`)
  }
  if (/^HTTP \d+$/.test(error.rawMessage) || error.rawMessage.startsWith('unsupported content type'))
    return told(502, `The service ${service} does not speak gRPC: ${presentable(error.rawMessage)}.`)
  return told(502, `The service ${service} broke the call off before it had answered; it may have run.`)
}

/** Of a call that whoever made it gave up. */
export function givenUp(call: UpstreamCall, cause: unknown): RpcError {
  return new RpcError(408, call.id, `The call to ${call.service} was given up.`, { cause })
}
