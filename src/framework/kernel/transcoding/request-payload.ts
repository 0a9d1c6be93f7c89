import { isUtf8 } from 'node:buffer'
import { Busboy } from '@fastify/busboy'
import { parseBody } from '#runtime/calls/arguments.ts'
import { asRpcError, invalid, RpcError } from '../rpc-errors.ts'
import { type FieldTree, fieldReader, parseFields } from './fields.ts'

/** The part of a request that its message is made of. */
export type Payload =
  | {
      readonly kind: 'fields'
      /** From the query string; the body takes precedence. */
      readonly query: FieldTree | undefined
      /** JSON, or the fields of a form. */
      readonly body: unknown
    }
  | { readonly kind: 'protobuf'; readonly bytes: Uint8Array }

/** The parts of a request that determine its message. */
export interface PayloadSource {
  readonly verb: string
  /** Without the `?`; empty for none. */
  readonly query: string
  readonly contentType: string | undefined
  readonly contentEncoding: string | undefined
  /** Empty if none was sent. */
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
/** Their framing needs HTTP/2 or responses that this door does not write. */
const foreignTypes = /^application\/(grpc|connect|proto-rpc)/

/** The media type of a Content-Type header, in lower case and without parameters. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** Whether this Content-Type means protobuf's binary form, for request and response. */
export function isProtobuf(contentType: string | undefined): boolean {
  return protobufTypes.has(mediaType(contentType))
}

/**
 * Reads the payload according to the verb: for GET the query string, for HEAD nothing, for the others the query string
 * and the body, which wins if both name a field.
 *
 * @throws RpcError 400 for a malformed payload, 415 for an unsupported one
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
    throw new RpcError(
      'unsupported_media_type',
      'gateway',
      'Content-Encoding is not supported. Send the body uncompressed.',
    )
  }
  const type = mediaType(contentType)
  if (foreignTypes.test(type)) {
    throw new RpcError(
      'unsupported_media_type',
      'gateway',
      `${type} is not supported. Send JSON, a form, or application/protobuf.`,
    )
  }
}

async function bodyFields(type: string, contentType: string, body: Buffer): Promise<unknown> {
  if (body.length === 0) return undefined
  if (type === multipartType) return multipartFields(contentType, body)
  // curl labels a body as a form by default, even if it is JSON.
  if (type === formType && !beginsLikeJson(body)) return parseFields(formText(body), true)
  const value = await parsedJson(body)
  return type === jsonRpcType ? rpcParameters(value) : value
}

function formText(body: Buffer): string {
  if (isUtf8(body)) return body.toString()
  throw invalid('gateway', 'The form is not UTF-8 text.')
}

function beginsLikeJson(body: Buffer): boolean {
  return /^\s*\{/.test(body.subarray(0, 100).toString('latin1'))
}

/**
 * A JSON object. Integers that a double cannot represent are bigints, which fields of 64 bits accept.
 *
 * @throws RpcError 400 for anything but a JSON object in UTF-8
 */
export async function parsedJson(bytes: Buffer): Promise<unknown> {
  try {
    const value = await parseBody(bytes)
    const text = bytes.toString('latin1')
    return longDigits.test(text) ? JSON.parse(bytes.toString(), exactly) : value
  } catch (failure) {
    throw asRpcError(failure, 'gateway')
  }
}

/** Digits that a double may not represent: 2^53 has 16. */
const longDigits = /\d{16}/
const wholeLiteral = /^-?\d{1,20}$/

function exactly(_name: string, value: unknown, { source }: { source?: string } = {}): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  return source !== undefined && wholeLiteral.test(source) ? BigInt(source) : value
}

/** The parameters of a JSON-RPC request: by name, or a list whose first item is the message. */
function rpcParameters(envelope: unknown): unknown {
  const { params } = envelope as { params?: unknown }
  if (Array.isArray(params)) return params[0] ?? {}
  return params ?? {}
}

/** More than a message has fields; limits the memory that one body can use. */
const maxParts = 1000
const maxFieldNameBytes = 1000

/**
 * The fields of a multipart form: texts as they are, files in base64.
 *
 * @param contentType with the boundary
 * @throws RpcError 400 for a malformed body
 */
async function multipartFields(contentType: string, body: Buffer): Promise<FieldTree> {
  const reader = fieldReader(true)
  await eachPart(contentType, body, (name, text) => reader.add(name, text))
  return reader.tree
}

function eachPart(contentType: string, body: Buffer, give: (name: string, text: string) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fail = (failure: unknown) => reject(failure instanceof RpcError ? failure : malformed(failure))
  const guarded = (name: string, text: string) => {
    try {
      give(name, text)
    } catch (failure) {
      fail(failure)
    }
  }
  try {
    const limits = { fieldNameSize: maxFieldNameBytes, fieldSize: body.length, fileSize: body.length, parts: maxParts }
    const form = new Busboy({ headers: { 'content-type': contentType }, limits })
    form.on('field', (name, value, nameCut) => (nameCut ? fail('a field name is too long') : guarded(name, value)))
    form.on('file', (name, file) => {
      const chunks: Buffer[] = []
      file.on('data', (chunk: Buffer) => chunks.push(chunk))
      file.on('end', () => guarded(name, Buffer.concat(chunks).toString('base64')))
    })
    form.on('partsLimit', () => fail('there are too many parts'))
    form.on('error', fail)
    form.on('finish', resolve)
    form.end(body)
  } catch (failure) {
    fail(failure)
  }
  return promise
}

function malformed(cause: unknown): RpcError {
  return new RpcError('invalid_argument', 'gateway', 'The body is not well-formed multipart/form-data.', { cause })
}
