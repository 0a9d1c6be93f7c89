import { ApiError } from '#runtime/base/errors.ts'
import { decodeText, mediaTypeOf } from '#runtime/outbound/charset.ts'
import type { Exchange } from '#runtime/outbound/exchange.ts'

/** The longest text that is returned, in bytes of UTF-8. */
export const maxTextBytes = 1024 * 1024

const converted: Readonly<Record<string, string>> = {
  'application/vnd.google-apps.document': 'text/plain',
  'application/vnd.google-apps.presentation': 'text/plain',
  // Google converts the first sheet.
  'application/vnd.google-apps.spreadsheet': 'text/csv',
}

/** The media type of a file's text, and whether Google has to convert the file to it. */
export interface TextForm {
  readonly type: string
  readonly isConverted: boolean
}

/** @throws ApiError failed_precondition for a file without text, naming its type */
export function textFormOf(type: string): TextForm {
  const target = converted[type]
  if (target !== undefined) return { type: target, isConverted: true }
  const mediaType = mediaTypeOf(type) ?? ''
  if (/^text\/|^application\/(?:json|[\w.-]+\+json)$/.test(mediaType)) return { type: mediaType, isConverted: false }
  throw new ApiError(
    'failed_precondition',
    `The file is ${type}, which is not text. Only documents, spreadsheets, presentations, text and JSON can be read.`,
  )
}

/**
 * Reads the beginning of a response as text, and no more of it than is returned.
 *
 * @throws ApiError failed_precondition for binary content
 */
export async function boundedText(
  { body, close }: Pick<Exchange, 'body' | 'close'>,
  contentType: string | undefined,
  maxBytes = maxTextBytes,
): Promise<{ text: string; is_truncated: boolean }> {
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of body) {
      pieces.push(piece)
      size += piece.length
      if (size > maxBytes) break
    }
  } finally {
    close()
  }
  const isCut = size > maxBytes
  const bytes = Buffer.concat(pieces).subarray(0, maxBytes)
  const text = decoded(isCut ? withoutHalfCharacter(bytes) : bytes, contentType)
  if (text.includes('\0')) {
    throw new ApiError('failed_precondition', 'The content of the file is binary, although its content type is text.')
  }
  const whole = Buffer.from(text)
  if (whole.length <= maxBytes) return { text, is_truncated: isCut }
  // In other charsets, a text can take fewer bytes than in UTF-8.
  return { text: withoutHalfCharacter(whole.subarray(0, maxBytes)).toString('utf8'), is_truncated: true }
}

/** In an unknown or wrong charset, what is not UTF-8 becomes replacement characters. */
function decoded(bytes: Uint8Array, contentType: string | undefined): string {
  try {
    return decodeText(bytes, contentType)
  } catch {
    return decodeText(bytes, undefined)
  }
}

/** The bytes without the beginning of a UTF-8 character at their end. */
function withoutHalfCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if ((byte & 0xc0) === 0x80) continue
    const length = byte < 0x80 ? 1 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? bytes.subarray(0, bytes.length - back) : bytes
  }
  return bytes
}
