import {
  type DescMessage,
  type DescMethod,
  fromBinary,
  fromJson,
  type JsonValue,
  type Message,
  type Registry,
  toBinary,
  toJsonString,
} from '@bufbuild/protobuf'
import { truncate } from '#runtime/base/text/quote.ts'
import { invalid, RpcError } from '../rpc-errors.ts'
import { coerceMessage, type Faults, overlaid } from './coerce.ts'
import type { Payload } from './request-payload.ts'

/** A method with its descriptor. */
export interface Described {
  readonly method: DescMethod
  /** The types that a message may name at run time (Any, extensions). */
  readonly registry: Registry
  /** The id of errors of the call: `greeter.greeter.hello`. */
  readonly errorId: string
  /** The fields of the messages are not known, so that only JSON can be passed on. */
  readonly isUndescribed?: boolean
}

/**
 * Decodes the request message.
 *
 * @throws RpcError 400 naming every field that does not fit, 415 for the binary form of an unknown message
 */
export function requestMessage(described: Described, payload: Payload): Message {
  const { method, registry, errorId } = described
  const schema = method.input
  if (payload.kind === 'protobuf') {
    if (described.isUndescribed) throw needsJson(errorId)
    return decoded(schema, payload.bytes, errorId)
  }
  const faults: Faults = []
  const under = payload.query && coerceMessage(schema, payload.query, faults)
  const over = payload.body === undefined ? undefined : coerceMessage(schema, payload.body, faults)
  if (faults.length > 0) throw invalid(errorId, faults.join(' '))
  const fields = under && over ? overlaid(under, over) : (over ?? under ?? {})
  try {
    return fromJson(schema, fields as JsonValue, { ignoreUnknownFields: true, registry })
  } catch (cause) {
    throw new RpcError(
      'invalid_argument',
      errorId,
      `The message does not match ${schema.typeName}: ${reasonOf(cause)}.`,
      { cause },
    )
  }
}

function needsJson(errorId: string): RpcError {
  return new RpcError(
    'unsupported_media_type',
    errorId,
    'The service has not registered descriptors for its messages. Send JSON instead.',
  )
}

function decoded(schema: DescMessage, bytes: Uint8Array, errorId: string): Message {
  try {
    return fromBinary(schema, bytes)
  } catch (cause) {
    throw new RpcError('invalid_argument', errorId, `The body is not a ${schema.typeName} in protobuf's binary form.`, {
      cause,
    })
  }
}

const maxReasonLength = 300

function reasonOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : 'it cannot be read'
  return truncate(text, maxReasonLength)
}

/** The response as JSON: names as in the `.proto` file, fields without a value included, 64-bit integers as strings. */
export function responseJson({ method, registry }: Described, message: Message): string {
  return toJsonString(method.output, message, { alwaysEmitImplicit: true, useProtoFieldName: true, registry })
}

/** The response in protobuf's binary form. */
export function responseBytes({ method }: Described, message: Message): Uint8Array {
  return toBinary(method.output, message)
}
