import { isUtf8 } from 'node:buffer'
import { parseBody } from '#runtime/calls/arguments.ts'
import { asRpcError, RpcError } from '../errors.ts'
import { type FieldTree, fieldReader, parseFields } from './fields.ts'

/** What a request gives for its message. */
export type Payload =
  | {
      readonly kind: 'fields'
      /** From the query string; a body goes over it. */
      readonly query: FieldTree | undefined
      /** JSON, or the fields of a form. */
      readonly body: unknown
    }
  | { readonly kind: 'protobuf'; readonly bytes: Uint8Array }

/** A request as far as its message is concerned. */
export interface PayloadSource {
  readonly verb: string
  /** Without the `?`; empty for none. */
  readonly query: string
  readonly contentType: string | undefined
  readonly contentEncoding: string | undefined
  /** Empty where none was sent. */
  readonly body: Buffer
}

const formType = 'application/x-www-form-urlencoded'
const multipartType = 'multipart/form-data'
const jsonRpcType = 'application/json-rpc'
const protobufTypes = new Set([
  'application/protobuf',
  'application/proto',
  'application/x-protobuf',
  'application/x-google-protobuf',
  'application/octet-stream',
])
/** Their framing needs HTTP/2 or answers that this door does not write. */
const foreignTypes = /^application\/(grpc|connect|proto-rpc)/

/** What a Content-Type header names, without parameters and in small letters. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** Whether messages of this Content-Type are in protobuf's binary form, in both directions. */
export function isProtobuf(contentType: string | undefined): boolean {
  return protobufTypes.has(mediaType(contentType))
}

/**
 * What the request gives for its message, by its verb: of GET the query string, of HEAD nothing, of the others query
 * string and body, which decides where both name a field.
 *
 * @throws RpcError 400 for what cannot be read, 415 for what no message can be made of
 */
export async function readPayload(source: PayloadSource): Promise<Payload> {
  const { verb, query, contentType, body } = source
  if (verb === 'HEAD') return { kind: 'fields', query: undefined, body: undefined }
  const fields = query === '' ? undefined : parseFields(query)
  if (verb === 'GET') return { kind: 'fields', query: fields, body: undefined }
  checkReadable(source)
  if (isProtobuf(contentType)) return { kind: 'protobuf', bytes: body }
  return { kind: 'fields', query: fields, body: await bodyFields(mediaType(contentType), contentType ?? '', body) }
}

function checkReadable({ contentType, contentEncoding }: PayloadSource): void {
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity') {
    throw new RpcError('unsupported_media_type', 'gateway', 'The body must be sent as it is, without Content-Encoding.')
  }
  const type = mediaType(contentType)
  if (foreignTypes.test(type)) {
    throw new RpcError(
      'unsupported_media_type',
      'gateway',
      `${type} is not read here: send JSON, a form, or application/protobuf.`,
    )
  }
}

async function bodyFields(type: string, contentType: string, body: Buffer): Promise<unknown> {
  if (body.length === 0) return undefined
  if (type === multipartType) return multipartFields(contentType, body)
  // curl says that it sends a form unless it is told otherwise, also where what it sends is JSON.
  if (type === formType && !beginsLikeJson(body)) return parseFields(formText(body), true)
  const value = parsedJson(body)
  return type === jsonRpcType ? rpcParameters(value) : value
}

function formText(body: Buffer): string {
  if (isUtf8(body)) return body.toString()
  throw new RpcError('invalid_argument', 'gateway', 'The form is not UTF-8 text.')
}

function beginsLikeJson(body: Buffer): boolean {
  return /^\s*\{/.test(body.subarray(0, 100).toString('latin1'))
}

/** @throws RpcError 400 for what is not a JSON object in UTF-8 */
export function parsedJson(bytes: Buffer): unknown {
  try {
    return parseBody(bytes)
  } catch (failure) {
    throw asRpcError(failure, 'gateway')
  }
}

/** The parameters of a JSON-RPC request: by name, or a list whose first item is the message. */
function rpcParameters(envelope: unknown): unknown {
  const { params } = envelope as { params?: unknown }
  if (Array.isArray(params)) return params[0] ?? {}
  return params ?? {}
}

async function multipartFields(contentType: string, body: Buffer): Promise<FieldTree> {
  const reader = fieldReader(true)
  for (const [name, value] of await formData(contentType, body)) {
    reader.add(name, typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()).toString('base64'))
  }
  return reader.tree
}

async function formData(contentType: string, body: Buffer): Promise<FormData> {
  try {
    return await new Response(body as Uint8Array<ArrayBuffer>, { headers: { 'Content-Type': contentType } }).formData()
  } catch (cause) {
    throw new RpcError('invalid_argument', 'gateway', 'The body is not well-formed multipart/form-data.', { cause })
  }
}
