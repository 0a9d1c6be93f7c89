import { invalid, tooLarge } from '../../kernel/rpc-errors.ts'
import type { Place, StoreRecord } from './types.ts'

export const KEY_MAX_BYTES = 1024
const NAME_MAX_BYTES = 128
export const VALUE_MAX_BYTES = 1024 * 1024
const METADATA_MAX_FIELDS = 64
const METADATA_MAX_BYTES = 16 * 1024
export const BLOB_MAX_BYTES = 64 * 1024 * 1024
/** The records in one response, and the default limit of a Read. */
export const READ_MAX = 1000
/** Messages may have 4 MiB; the rest is for the overhead of protobuf. */
export const ANSWER_MAX_BYTES = 4 * 1024 * 1024 - 128 * 1024
/** Names of databases, tables and blobs in one response. */
export const NAMES_MAX = 10_000
/** A hundred years: practically never, and times stay exact. */
export const EXPIRY_MAX_S = 3_155_760_000
const DEFAULT_TABLE = 'default'
/** A valid header value: the door sends it as one. */
const CONTENT_TYPE = /^[\x20-\x7e]{0,255}$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: it checks that there are none
const CONTROL = /[\u0000-\u001f\u007f]/

/**
 * A key as it is stored: the bytes of its UTF-8.
 *
 * @param id of the error
 * @throws RpcError 400 for an empty one, one that is too long, and half a surrogate pair, which has no UTF-8
 */
export function keyBytes(key: string, id: string): Buffer {
  if (key === '') throw invalid(id, 'key is missing.')
  return partOfKey(key, id, 'key')
}

/**
 * Like `keyBytes`, for a part of a key, which may be empty.
 *
 * @param name of the argument
 */
export function partOfKey(text: string, id: string, name: string): Buffer {
  if (!text.isWellFormed()) {
    throw invalid(id, `${name} contains half of a surrogate pair, which UTF-8 cannot encode.`)
  }
  const bytes = Buffer.from(text)
  if (bytes.length > KEY_MAX_BYTES) {
    throw invalid(id, `${name} is ${bytes.length} bytes, but a key can be at most ${KEY_MAX_BYTES} bytes.`)
  }
  return bytes
}

/** Where a record is, every name filled in. */
export interface FullPlace {
  readonly namespace: string
  readonly database: string
  readonly table: string
}

/** @throws RpcError 400 for a name that is too long or contains control characters */
export function fullPlace({ namespace, database, table }: Place, id: string): FullPlace {
  return {
    namespace,
    database: database ? name(database, id, 'database') : namespace,
    table: table ? name(table, id, 'table') : DEFAULT_TABLE,
  }
}

function name(text: string, id: string, what: string): string {
  if (!text.isWellFormed() || CONTROL.test(text) || Buffer.byteLength(text) > NAME_MAX_BYTES) {
    throw invalid(id, `${what} must be at most ${NAME_MAX_BYTES} bytes and contain no control characters.`)
  }
  return text
}

/** A record as stored; `size` counts against the quota, in bytes. */
export interface StoredRecord {
  readonly key: Buffer
  readonly value: Buffer
  readonly metadata: string | null
  readonly size: number
}

/** @throws RpcError 400 for an invalid record, 413 for one that is too large */
export function storedRecord({ key, value, expiryS, metadata }: StoreRecord, id: string): StoredRecord {
  const bytes = keyBytes(key, id)
  if (value.length > VALUE_MAX_BYTES) {
    const detail = `value is ${value.length} bytes, but a record can be at most ${VALUE_MAX_BYTES} bytes. The BlobStore accepts more.`
    throw tooLarge(id, detail)
  }
  if (!Number.isSafeInteger(expiryS) || expiryS < 0 || expiryS > EXPIRY_MAX_S) {
    const range = `from 0, for a record that stays, to ${EXPIRY_MAX_S}`
    throw invalid(id, `expiry is a number of seconds from now, ${range}.`)
  }
  const json = metadataJson(metadata, id)
  return {
    key: bytes,
    value: bufferOf(value),
    metadata: json,
    size: bytes.length + value.length + (json === null ? 0 : Buffer.byteLength(json)),
  }
}

function metadataJson(metadata: StoreRecord['metadata'], id: string): string | null {
  const fields = Object.entries(metadata)
  if (fields.length === 0) return null
  const json = JSON.stringify(fields.map(([name, { type, value }]) => [name, type, value]))
  if (fields.length > METADATA_MAX_FIELDS || Buffer.byteLength(json) > METADATA_MAX_BYTES) {
    const bounds = `${METADATA_MAX_FIELDS} fields and ${METADATA_MAX_BYTES} bytes`
    throw tooLarge(id, `metadata is larger than ${bounds}.`)
  }
  return json
}

/** The metadata of a row. */
export function metadataOf(json: string | null): StoreRecord['metadata'] {
  if (json === null) return {}
  const fields = JSON.parse(json) as [string, string, string][]
  return Object.fromEntries(fields.map(([name, type, value]) => [name, { type, value }]))
}

/** @throws RpcError 400 */
export function checkContentType(contentType: string, id: string): void {
  if (!CONTENT_TYPE.test(contentType)) {
    throw invalid(id, 'contentType must be at most 255 printable ASCII characters, such as image/png.')
  }
}

/** The same bytes in the type that the drivers accept. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
